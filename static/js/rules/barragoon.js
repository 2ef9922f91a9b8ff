// Barragoon in the browser: everything on moves, captures and placements is read from tables of the Python engine.
// What needs proof (6b) or looks at declined offers (6c) is the server's to say.

import {
  BY_NAME, canReach, checkMaterial, CONTENT_OF, countTiles, isOpen, NAMES, reachOf, readPosition, SQUARE_OF,
  writePosition,
} from "./barragoon/board.js";
import { positionFunctions, RuleError } from "./interface.js";
import { TABLES as T } from "./tables/barragoon.js";

const CONTENT_OF_SYMBOL = new Map(T.symbols.map((symbol, content) => [symbol, content]));
const FACES = new Set(T.palette.flatMap(({ faces }) => faces));
const CHOICES = T.palette.flatMap(({ name, faces }) =>
  faces.map((code) => ({ code, symbol: `face-${code}`, group: name })),
);
const EXPRESS_TAGS = ["WhiteExpress", "BrownExpress"];
const LEVELS = Array.from({ length: T.levels + 1 }, (_, level) => String(level));

/** @type {import("./interface.js").Description} */
export const GAME = {
  name: "barragoon",
  tag: "Barragoon",
  files: T.files,
  ranks: T.ranks,
  squares: NAMES,
  ground: [],
  sides: ["white", "brown"],
  views: ["open"],
  offersDraws: true,
  provenByServer: ["6b", "6c"],
  start: [
    { tag: "Setup", kind: "choice", values: Object.keys(T.starts), value: "closed" },
    ...EXPRESS_TAGS.map((tag, side) => ({ tag, kind: "choice", values: LEVELS, value: "0", side })),
    { tag: "Position", kind: "position" },
  ],
};
export const setup = null;
export const choices = CHOICES;
export const palette = T.symbols.slice(1);

const PLY = /^([a-g][1-9])([-x])([a-g][1-9])((?:\/(?:-|[A-Z]{1,2}@[a-g][1-9]))*)$/;

/** A ply's parts, and whether a draw is offered with it; null for what is no ply. */
function readPly(text) {
  const isOffer = text.endsWith(T.offer);
  const bare = isOffer ? text.slice(0, -T.offer.length) : text;
  const parts = PLY.exec(bare);
  if (!parts) return null;
  const [, origin, mark, target, tail] = parts;
  const placements = [];
  for (const part of tail.split("/").slice(1)) {
    const [face, square] = part.split("@");
    if (part === T.forgotten) placements.push(null);
    else if (!FACES.has(face)) return null;
    else placements.push([SQUARE_OF.get(square), CONTENT_OF.get(`(${face})`)]);
  }
  return {
    text: bare, isOffer, captures: mark === "x", origin: SQUARE_OF.get(origin), target: SQUARE_OF.get(target),
    placements,
  };
}

/** The squares of the way that crosses fewer barragoons; of two such the first in the order of headings. */
function pathOf(cells, origin, target) {
  const { ways } = reachOf(cells[origin], origin).find((place) => place.target === target);
  const barragoons = ({ crossed }) => crossed.filter((square) => cells[square]).length;
  let best = null;
  for (const way of ways) {
    if (isOpen(cells, way) && (!best || barragoons(way) < barragoons(best))) best = way;
  }
  return [origin, ...best.crossed, target].map((square) => NAMES[square]);
}

/** A game that plies are pushed onto and popped off again. */
export class Game {
  constructor(state) {
    Object.assign(this, state);
    this.cells = state.cells.slice();
    this.plies = [];
    this.offers = new Set();
    this.played = [];
    this.canMove = null;
  }

  /** Every move, sorted; none if the game is over. */
  moves() {
    if (this.outcome()) return [];
    const found = [];
    for (const origin of BY_NAME) {
      for (const target of this.targets(origin)) {
        found.push([NAMES[origin], NAMES[target], T.kinds[this.cells[target]]]);
      }
    }
    return found;
  }

  /** Where the piece on this square may go. */
  steps(square) {
    if (this.outcome()) return [];
    const origin = SQUARE_OF.get(square);
    return this.targets(origin).map((target) => ({
      origin: square,
      target: NAMES[target],
      kind: T.kinds[this.cells[target]],
      path: pathOf(this.cells, origin, target),
    }));
  }

  targets(origin) {
    const tile = this.cells[origin];
    if (T.sides[tile] !== this.turn) return [];
    return reachOf(tile, origin).filter((place) => canReach(this.cells, place)).map(({ target }) => target);
  }

  /** What has to be placed next, by whom and where; null if the draft is a ply as it is. */
  question({ origin, target, answers = [] }) {
    const from = SQUARE_OF.get(origin);
    const to = SQUARE_OF.get(target);
    const placers = this.placers(this.cells[to]);
    if (answers.length >= placers.length) return null;
    const taken = new Set(answers.map((answer) => answer.split("@")[1]));
    const isFree = (name, square) => !taken.has(name) && (square === from || !this.cells[square]);
    return {
      ask: "placement",
      by: placers[answers.length] ^ this.turn,
      number: answers.length + 1,
      count: placers.length,
      squares: NAMES.filter(isFree),
      choices: CHOICES,
      skip: T.forgotten,
      isOptional: !answers.length && this.isLastTile(this.cells[to]),
      write: (square, code) => `${code}@${square}`,
    };
  }

  /** A finished draft as a ply. */
  write({ origin, target, answers = [] }) {
    const mark = this.cells[SQUARE_OF.get(target)] ? "x" : "-";
    return { text: [`${origin}${mark}${target}`, ...answers].join("/") };
  }

  isLegal(ply) {
    return this.takes(readPly(ply));
  }

  push(text) {
    const ply = readPly(text);
    if (!this.takes(ply)) throw new RuleError("not-legal", `${text} is not legal here`);
    const { origin, target, placements } = ply;
    const { cells, reserve } = this;
    const [tile, captured] = [cells[origin], cells[target]];
    cells[origin] = 0;
    cells[target] = tile;
    if (T.placements[T.kinds[captured]].fromReserve) {
      this.reserve = Math.max(0, reserve - T.placements[T.kinds[captured]].by.length);
    }
    const placed = placements.filter(Boolean);
    for (const [square, content] of placed) cells[square] = content;
    if (ply.isOffer) this.offers.add(this.plies.length);
    this.plies.push(ply.text);
    this.played.push({ ...ply, placed, tile, captured, reserve });
    this.turn ^= 1;
    this.canMove = null;
  }

  pop() {
    const last = this.played.pop();
    takeBack(this.cells, last);
    this.reserve = last.reserve;
    this.turn ^= 1;
    this.canMove = null;
    this.offers.delete(this.plies.length - 1);
    return this.plies.pop();
  }

  /** Note the offer of a draw by the player who has just moved. */
  offerDraw() {
    this.offers.add(this.plies.length - 1);
  }

  /** A sequence that has just been played three times in a row (6c), so that a draw may be offered; else null. */
  repetition() {
    const { plies } = this;
    const same = (period) => {
      for (let back = 1; back <= 2 * period; back += 1) {
        if (plies.at(-back) !== plies.at(-back - period)) return false;
      }
      return true;
    };
    for (let period = 2; 3 * period <= plies.length; period += 2) {
      if (same(period)) return { rule: "6c", count: 3, limit: 3, plies: plies.slice(-period) };
    }
    return null;
  }

  outcome() {
    this.canMove ??= this.canGoOn();
    return this.canMove ? null : { winner: this.turn ^ 1, rule: "6a" };
  }

  /** Whether more tiles of the side to move can move than its express level. */
  canGoOn() {
    const { cells, turn } = this;
    let more = this.levels[turn];
    for (let square = 0; square < cells.length; square += 1) {
      if (T.sides[cells[square]] === turn) {
        if (reachOf(cells[square], square).some((place) => canReach(cells, place))) more -= 1;
        if (more < 0) return true;
      }
    }
    return false;
  }

  position() {
    return writePosition(this);
  }

  board() {
    const contents = {};
    for (const [square, content] of this.cells.entries()) if (content) contents[NAMES[square]] = T.symbols[content];
    return { turn: this.turn, contents, reserve: this.reserve, levels: [...this.levels] };
  }

  /** What the last ply did; null at the start. */
  effect() {
    const last = this.played.at(-1);
    if (!last) return null;
    const placed = last.placed.map(([square, content]) => [NAMES[square], T.symbols[content]]);
    const moved = [[NAMES[last.origin], ""], [NAMES[last.target], T.symbols[last.tile]]];
    const before = this.cells.slice();
    takeBack(before, last);
    return {
      text: last.text,
      path: pathOf(before, last.origin, last.target),
      piece: T.symbols[last.tile],
      taken: T.symbols[last.captured],
      placed,
      changes: [...new Map([...moved, ...placed])],
    };
  }

  /** Whether a ply that was read is legal. */
  takes(ply) {
    if (!ply || this.outcome()) return false;
    const { cells } = this;
    const { origin, target, captures, placements } = ply;
    if (T.sides[cells[origin]] !== this.turn) return false;
    const place = reachOf(cells[origin], origin).find((reached) => reached.target === target);
    const captured = cells[target];
    if (!place || !canReach(cells, place) || captures !== captured > 0) return false;
    const isComplete = placements.length === this.placers(captured).length;
    if (!isComplete && (placements.length || !this.isLastTile(captured))) return false;
    const squares = placements.filter(Boolean).map(([square]) => square);
    return (
      new Set(squares).size === squares.length && squares.every((square) => square === origin || !cells[square])
    );
  }

  /** Who places barragoons after capturing this content: 0 for the mover, 1 for the other. */
  placers(captured) {
    const { by, fromReserve } = T.placements[T.kinds[captured]];
    return fromReserve ? by.slice(0, this.reserve) : by;
  }

  isLastTile(captured) {
    const side = T.sides[captured];
    return side === (this.turn ^ 1) && countTiles(this.cells)[side] === 1;
  }
}

function takeBack(cells, { origin, target, placed, tile, captured }) {
  for (const [square] of placed) cells[square] = 0;
  cells[origin] = tile;
  cells[target] = captured;
}

/** A game that starts from a position string. */
export function fromPosition(position) {
  return new Game(readPosition(position));
}

/** A game at its start, as a record's tags describe it. */
export function start(tags = {}) {
  const set = tags.Setup ?? "closed";
  if (!Object.hasOwn(T.starts, set)) throw new RuleError("setup-unknown", `Setup: ${set}`, "Setup");
  for (const tag of EXPRESS_TAGS) {
    const level = tags[tag];
    if (level !== undefined && !LEVELS.includes(level)) throw new RuleError("express-unknown", `${tag}: ${level}`, tag);
  }
  const state = readPosition(tags.Position ?? T.starts[set]);
  for (const [side, tag] of EXPRESS_TAGS.entries()) {
    const level = Number(tags[tag] ?? state.levels[side]);
    if (tags.Position !== undefined && level !== state.levels[side]) {
      throw new RuleError("express-contradicts-position", `${tag}: ${level}`, tag);
    }
    state.levels[side] = level;
  }
  return new Game(state);
}

/** The position string of what a board shows; a RuleError if no game could show it. */
export function format({ turn, contents, reserve, levels = [0, 0] }) {
  const cells = new Uint8Array(NAMES.length);
  for (const [name, symbol] of Object.entries(contents)) cells[SQUARE_OF.get(name)] = CONTENT_OF_SYMBOL.get(symbol);
  const state = { cells, turn, reserve, levels };
  checkMaterial(state);
  return writePosition(state);
}

export const { legalMoves, isLegal, play, outcome, parse } = positionFunctions(fromPosition);
