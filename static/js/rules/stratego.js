// Stratego in the browser: pieces, attacks and views are read from tables of the Python engine.
//
// Pieces may be face down, as on a player's own phone. Then `moves` has what may be legal for all that is known here,
// an attack asks what was shown (`question`), and `outcome` says nothing that depends on what is hidden.

import { positionFunctions, RuleError } from "./interface.js";
import {
  BY_NAME, checkPieces, codeOf, codeOfSymbol, FLAG, gaitOf, HIDDEN, kindOf, kindOfLetter, MOVED, NAMES, ORDER, RAN,
  readPosition, RUNS, SCOUT, seenAs, SHOWN, sideOf, SQUARE_OF, STAYS, symbolOf, writePosition,
} from "./stratego/board.js";
import { cellsOfSetups } from "./stratego/setups.js";
import { TABLES as T } from "./tables/stratego.js";

export { setup } from "./stratego/setups.js";

const [MIN_LIMIT, LIMIT, MAX_LIMIT] = T.twoSquares;
const SURVIVORS = { a: "attacker", d: "defender", n: "neither" };
const PLY = /^([a-j](?:[1-9]|10))([-x])([a-j](?:[1-9]|10))$/;
const RULE = "end";

/** @type {import("./interface.js").Description} */
export const GAME = {
  name: "stratego",
  tag: "Stratego",
  files: T.files,
  ranks: T.ranks,
  squares: NAMES,
  ground: T.lakes,
  sides: ["red", "blue"],
  views: Object.keys(T.views),
  offersDraws: false,
  provenByServer: [],
  start: [
    { tag: "RedSetup", kind: "setup", side: 0 },
    { tag: "BlueSetup", kind: "setup", side: 1 },
    { tag: "TwoSquares", kind: "number", min: MIN_LIMIT, max: MAX_LIMIT, value: String(LIMIT) },
  ],
};
export const palette = T.symbols.flat();

/** A game that plies are pushed onto and popped off again. */
export class Game {
  constructor({ cells, turn }, limit = LIMIT) {
    this.cells = cells.slice();
    this.turn = turn;
    this.limit = limit;
    this.plies = [];
    this.played = [];
    // Each side's last ply, and in how many turns in a row its piece has gone between these two squares.
    this.last = [null, null];
    this.runs = [0, 0];
    this.over = this.outcomeOfBoard();
  }

  /** Every move, sorted; none if the game is over. */
  moves() {
    return this.over ? [] : this.movesByTheRules();
  }

  movesByTheRules() {
    const found = [];
    for (const origin of BY_NAME) {
      for (const { target } of this.targets(origin)) {
        found.push([NAMES[origin], NAMES[target], this.cells[target] ? "attack" : "move"]);
      }
    }
    return found;
  }

  /** Where the piece on this square may go. */
  steps(square) {
    if (this.over) return [];
    return this.targets(SQUARE_OF.get(square)).map(({ target, path }) => ({
      origin: square,
      target: NAMES[target],
      kind: this.cells[target] ? "attack" : "move",
      path: [square, ...path.map((passed) => NAMES[passed])],
    }));
  }

  /** Where a piece of the side to move may go, in the order of names, each with the squares on the way. */
  targets(origin) {
    const code = this.cells[origin];
    const gait = code && sideOf(code) === this.turn ? gaitOf(code) : STAYS;
    if (gait === STAYS) return [];
    const found = [];
    for (const ray of T.rays[origin]) {
      const length = gait === RUNS ? ray.length : 1;
      for (let index = 0; index < length; index += 1) {
        const ahead = this.cells[ray[index]];
        if (ahead && sideOf(ahead) === this.turn) break;
        if (!this.isTooOften(origin, ray[index])) found.push({ target: ray[index], path: ray.slice(0, index + 1) });
        if (ahead) break;
      }
    }
    return found.length > 1 ? found.toSorted((one, other) => ORDER[one.target] - ORDER[other.target]) : found;
  }

  /** Whether the two-squares rule stands against a ply of the side to move. */
  isTooOften(origin, target) {
    const last = this.last[this.turn];
    return this.runs[this.turn] >= this.limit && last.target === origin && last.origin === target;
  }

  /** What an attack showed of a face-down piece; null if the draft is a ply as it is. */
  question({ origin, target, answers = [] }) {
    const [from, to] = [SQUARE_OF.get(origin), SQUARE_OF.get(target)];
    const asked = this.hiddenIn(from, to);
    if (answers.length >= asked.length) return null;
    const square = asked[answers.length] === "attacker" ? from : to;
    return {
      ask: "reveal",
      by: sideOf(this.cells[square]),
      number: answers.length + 1,
      count: asked.length,
      squares: [NAMES[square]],
      choices: this.possibleKinds(square, square === from).map((kind) => ({
        code: T.letters[kind - 1],
        symbol: symbolOf(codeOf(sideOf(this.cells[square]), kind)),
        group: T.names[kind - 1],
      })),
      skip: "",
      isOptional: false,
      write: (_, code) => code,
    };
  }

  /** A finished draft as a ply. */
  write({ origin, target, answers = [] }) {
    const [from, to] = [SQUARE_OF.get(origin), SQUARE_OF.get(target)];
    const asked = this.hiddenIn(from, to);
    return {
      text: `${origin}${this.cells[to] ? "x" : "-"}${target}`,
      reveal: Object.fromEntries(asked.map((piece, index) => [piece, answers[index]])),
    };
  }

  /** Which pieces of an attack are not known here; one that has run to it is a scout. */
  hiddenIn(origin, target) {
    const asked = [];
    if (!this.cells[target]) return asked;
    if (kindOf(this.cells[origin]) === HIDDEN && this.isStep(origin, target)) asked.push("attacker");
    if (kindOf(this.cells[target]) === HIDDEN) asked.push("defender");
    return asked;
  }

  isStep(origin, target) {
    return T.rays[origin].some(([next]) => next === target);
  }

  /** What a face-down piece may be: of kinds that are not all known or lost, and one that has moved can move. */
  possibleKinds(square, isMoving) {
    const code = this.cells[square];
    const side = sideOf(code);
    const known = Array.from({ length: HIDDEN + 1 }, () => 0);
    for (const other of this.cells) if (other && sideOf(other) === side) known[kindOf(other)] += 1;
    for (const { lost } of this.played) for (const gone of lost) if (sideOf(gone) === side) known[kindOf(gone)] += 1;
    return [...T.palette]
      .map((letter) => kindOfLetter(letter))
      .filter((kind) => known[kind] < T.numbers[kind - 1])
      .filter((kind) => T.gaits[kind - 1] !== STAYS || !(isMoving || code & MOVED));
  }

  isLegal(ply) {
    return this.read(ply) !== null;
  }

  /** A ply's squares and way if it is legal here, else null. */
  read(text) {
    const parts = PLY.exec(text);
    if (!parts || this.over) return null;
    const [origin, target] = [SQUARE_OF.get(parts[1]), SQUARE_OF.get(parts[3])];
    const found = this.targets(origin).find((place) => place.target === target);
    const attacks = parts[2] === "x";
    return found && attacks === this.cells[target] > 0 ? { origin, attacks, ...found } : null;
  }

  /** Play a ply. What an attack showed of face-down pieces has to be said: `{ attacker: "P", defender: "M" }`. */
  push(text, reveal = {}) {
    const ply = this.read(text);
    if (!ply) throw new RuleError("not-legal", `${text} is not legal here`);
    const { cells, turn } = this;
    const { origin, target, path } = ply;
    const hasRun = path.length > 1;
    const piece = revealed(cells[origin], hasRun ? T.letters[SCOUT - 1] : reveal.attacker, ply.attacks);
    const victim = revealed(cells[target], reveal.defender, ply.attacks);
    if (ply.attacks && gaitOf(piece) === STAYS) throw new RuleError("not-legal", `${text}: this piece cannot move`);
    const last = this.last[turn];
    const before = { cells: [cells[origin], cells[target]], last, run: this.runs[turn], over: this.over };
    const isReturn = last !== null && last.target === origin && last.origin === target;
    this.runs[turn] = isReturn ? this.runs[turn] + 1 : 1;
    this.last[turn] = ply;
    const moved = piece | MOVED | (hasRun ? RAN : 0);
    const survivor = ply.attacks ? SURVIVORS[T.results[kindOf(piece) - 1][kindOf(victim) - 1]] : "attacker";
    const shown = ply.attacks ? SHOWN : 0;
    cells[origin] = 0;
    cells[target] = { attacker: moved | shown, defender: victim | shown, neither: 0 }[survivor];
    const lost = [];
    if (survivor !== "attacker") lost.push(piece);
    if (survivor !== "defender" && victim) lost.push(victim);
    this.turn = turn ^ 1;
    this.plies.push(text);
    this.played.push({ ...ply, text, piece, victim, survivor, lost, before });
    this.over =
      kindOf(victim) === FLAG ? { winner: turn, rule: RULE } : lost.length ? this.outcomeOfBoard() : this.stuck();
  }

  pop() {
    const { origin, target, before } = this.played.pop();
    this.turn ^= 1;
    [this.cells[origin], this.cells[target]] = before.cells;
    this.last[this.turn] = before.last;
    this.runs[this.turn] = before.run;
    this.over = before.over;
    return this.plies.pop();
  }

  /** How often the side to move has gone to and fro with its last piece; null if it has not. */
  repetition() {
    const { last, turn, runs, limit } = this;
    if (runs[turn] < 2) return null;
    const squares = [last[turn].origin, last[turn].target].map((square) => NAMES[square]);
    return { rule: "two squares", count: runs[turn], limit, squares };
  }

  outcome() {
    return this.over;
  }

  /** The outcome as far as the pieces on the board tell: a flag is gone, or nothing can move. */
  outcomeOfBoard() {
    const flags = [false, false];
    const movers = [false, false];
    const unknown = [false, false];
    for (const code of this.cells) {
      if (code) {
        const side = sideOf(code);
        if (kindOf(code) === HIDDEN) unknown[side] = true;
        else if (kindOf(code) === FLAG) flags[side] = true;
        else if (gaitOf(code) !== STAYS) movers[side] = true;
      }
    }
    for (const side of [0, 1]) if (!flags[side] && !unknown[side]) return { winner: side ^ 1, rule: RULE };
    const isOut = [0, 1].map((side) => !movers[side] && !unknown[side]);
    const isSure = [0, 1].every((side) => movers[side] || !unknown[side]);
    if (isOut[0] && isOut[1]) return { winner: null, rule: RULE };
    if (isSure && isOut[0] !== isOut[1]) return { winner: isOut[0] ? 1 : 0, rule: RULE };
    return isOut[0] || isOut[1] ? null : this.stuck();
  }

  /** The side to move has lost if it has no legal ply. */
  stuck() {
    const canMove = this.cells.some((_, square) => this.targets(square).length > 0);
    return canMove ? null : { winner: this.turn ^ 1, rule: RULE };
  }

  position(view = "open") {
    return writePosition(this.cells, this.turn, view);
  }

  board(view = "open") {
    const contents = {};
    for (const [square, code] of this.cells.entries()) {
      if (code) contents[NAMES[square]] = symbolOf(seenAs(code, view));
    }
    return { turn: this.turn, contents };
  }

  /** What the last ply did; null at the start. */
  effect() {
    const last = this.played.at(-1);
    if (!last) return null;
    const [origin, target] = [NAMES[last.origin], NAMES[last.target]];
    const effect = {
      text: last.text,
      path: [origin, ...last.path.map((square) => NAMES[square])],
      piece: symbolOf(last.piece),
      taken: last.survivor === "defender" ? "" : symbolOf(last.victim),
      placed: [],
      changes: [[origin, ""], [target, symbolOf(this.cells[last.target])]],
    };
    if (last.attacks) {
      effect.clash = {
        attacker: symbolOf(last.piece), defender: symbolOf(last.victim), survivor: last.survivor,
      };
    }
    return effect;
  }
}

/** Who stays after an attack, by their symbols; for boards that know no rules. */
export function clash(attacker, defender) {
  const kinds = [attacker, defender].map((symbol) => kindOf(codeOfSymbol(symbol)));
  return SURVIVORS[T.results[kinds[0] - 1]?.[kinds[1] - 1]];
}

/** A piece once an attack or a run has shown it. */
function revealed(code, letter, isNeeded) {
  if (kindOf(code) !== HIDDEN) return code;
  const kind = kindOfLetter(letter);
  if (!kind && isNeeded) throw new RuleError("needs-reveal", "an attack shows both pieces: say what they are");
  return kind ? (code & ~HIDDEN) | kind : code;
}

/** A game that starts from a position string; nothing of it has been shown yet. */
export function fromPosition(position, { twoSquares = LIMIT } = {}) {
  return new Game(readPosition(position), twoSquares);
}

/**
 * A game at its start, as a record's tags describe it. With a seat (0 or 1) the other side's set-up may be missing:
 * its pieces are then face down.
 */
export function start(tags = {}, { seat } = {}) {
  const limit = tags.TwoSquares ?? String(LIMIT);
  if (!/^[0-9]{1,4}$/.test(limit) || Number(limit) < MIN_LIMIT || Number(limit) > MAX_LIMIT) {
    throw new RuleError("two-squares-limit", `TwoSquares: ${limit}`, "TwoSquares");
  }
  const cells = cellsOfSetups(tags, seat === undefined ? -1 : seat ^ 1);
  return new Game({ cells, turn: 0 }, Number(limit));
}

/** The position string of what a board shows; a RuleError if no game could show it. */
export function format({ turn, contents }) {
  const cells = new Uint8Array(NAMES.length);
  for (const [name, symbol] of Object.entries(contents)) cells[SQUARE_OF.get(name)] = codeOfSymbol(symbol);
  checkPieces(cells);
  return writePosition(cells, turn);
}

export const { legalMoves, isLegal, play, outcome, parse } = positionFunctions(fromPosition);
