// The board of Barragoon: squares, ways of tiles, and position strings, all by the tables of the Python engine.

import { nameOrder, RuleError, squareNames, writeRanks } from "../interface.js";
import { TABLES as T } from "../tables/barragoon.js";

export const NAMES = squareNames(T.files, T.ranks);
const ORDER = nameOrder(NAMES);
/** The squares in the order of their names. */
export const BY_NAME = NAMES.map((_, square) => square).toSorted((one, other) => ORDER[one] - ORDER[other]);
export const SQUARE_OF = new Map(NAMES.map((name, square) => [name, square]));
export const CONTENT_OF = new Map(T.spellings.map((text, content) => [text, content]));
const HEADING = new Map(T.headings.map(([letter, files, ranks]) => [letter, { files, ranks }]));
const CROSSING_BIT = new Map(T.crossings.map((crossing, bit) => [crossing, 1 << bit]));

const REACH = new Map();

/** The squares that a tile on this square might get to, in the order of their names, each with the ways there. */
export function reachOf(tile, origin) {
  const key = tile * NAMES.length + origin;
  let reach = REACH.get(key);
  if (!reach) {
    const index = tile - T.firstTile;
    const found = new Map();
    for (const headings of T.ways[index]) {
      const way = wayAlong(origin, headings);
      if (way) {
        const ends = T.ends[index][headings.length === T.values[index] ? 1 : 0];
        if (!found.has(way.target)) found.set(way.target, { target: way.target, ends, ways: [] });
        found.get(way.target).ways.push(way);
      }
    }
    reach = [...found.values()].toSorted((one, other) => ORDER[one.target] - ORDER[other.target]);
    REACH.set(key, reach);
  }
  return reach;
}

/** The squares crossed on a way, how each is crossed, and its target; null if it leaves the board. */
function wayAlong(origin, headings) {
  let file = origin % T.files;
  let rank = (origin - file) / T.files;
  const crossed = [];
  const bits = [];
  for (let step = 0; step < headings.length; step += 1) {
    const { files, ranks } = HEADING.get(headings[step]);
    file += files;
    rank += ranks;
    if (file < 0 || rank < 0 || file >= T.files || rank >= T.ranks) return null;
    if (step + 1 < headings.length) {
      const [entering, leaving] = [headings[step], headings[step + 1]];
      crossed.push(rank * T.files + file);
      bits.push(CROSSING_BIT.get(entering === leaving ? entering : entering + leaving));
    }
  }
  return { target: rank * T.files + file, crossed, bits };
}

/** Whether everything on a way lets the tile through. */
export function isOpen(cells, { crossed, bits }) {
  for (let index = 0; index < crossed.length; index += 1) {
    if (!(T.crossed[cells[crossed[index]]] & bits[index])) return false;
  }
  return true;
}

/** Whether a tile can go to one of the places of `reachOf`. */
export function canReach(cells, { target, ends, ways }) {
  return (ends >> cells[target]) & 1 && ways.some((way) => isOpen(cells, way));
}

const MALFORMED = "position-malformed";
const ITEM = /([1-7])|[ZDVzdv]|\([A-Z]{1,2}\)/y;

/** The board, side to move, reserve and express levels of a position string, or a RuleError. */
export function readPosition(text) {
  const fields = text.trim().split(/\s+/);
  const [board, turn, reserve, levels] = fields;
  if (text.length > 562 || fields.length !== 4) throw new RuleError(MALFORMED, "BOARD SIDE RESERVE EXPRESS");
  if (turn.length !== 1 || !T.turns.includes(turn)) throw new RuleError(MALFORMED, `side to move: ${turn}`);
  if (!/^(0|[1-9][0-9]?)$/.test(reserve)) throw new RuleError(MALFORMED, `reserve: ${reserve}`);
  if (!/^[0-2]-[0-2]$/.test(levels)) throw new RuleError(MALFORMED, `express levels: ${levels}`);
  const rows = board.split("/");
  if (rows.length !== T.ranks) throw new RuleError(MALFORMED, `${rows.length} ranks`);
  const cells = new Uint8Array(NAMES.length);
  for (const [index, row] of rows.entries()) readRank(row, T.ranks - 1 - index, cells);
  const state = {
    cells,
    turn: T.turns.indexOf(turn),
    reserve: Number(reserve),
    levels: [Number(levels[0]), Number(levels[2])],
  };
  checkMaterial(state);
  return state;
}

function readRank(row, rank, cells) {
  let file = 0;
  ITEM.lastIndex = 0;
  while (ITEM.lastIndex < row.length) {
    const item = ITEM.exec(row);
    const content = item && !item[1] ? CONTENT_OF.get(item[0]) : 0;
    if (content === undefined || !item) throw new RuleError(MALFORMED, `rank ${rank + 1}: ${row}`);
    if (content && file < T.files) cells[rank * T.files + file] = content;
    file += item[1] ? Number(item[1]) : 1;
  }
  if (file !== T.files) throw new RuleError(MALFORMED, `rank ${rank + 1} has ${file} squares`);
}

/** Refuse more than the box holds. */
export function checkMaterial({ cells, reserve }) {
  const counts = countTiles(cells);
  const barragoons = cells.reduce((sum, content) => sum + (T.kinds[content] === "barragoon"), 0);
  if (Math.max(...counts) > T.maxTiles || barragoons + reserve > T.maxBarragoons) {
    throw new RuleError("position-impossible", `${counts.join(" and ")} tiles, ${barragoons} barragoons`);
  }
}

/** How many tiles each side has. */
export function countTiles(cells) {
  const counts = [0, 0];
  for (const content of cells) if (T.sides[content] >= 0) counts[T.sides[content]] += 1;
  return counts;
}

export function writePosition({ cells, turn, reserve, levels }) {
  const board = writeRanks(T.files, T.ranks, (square) => cells[square] && T.spellings[cells[square]]);
  return `${board} ${T.turns[turn]} ${reserve} ${levels.join("-")}`;
}
