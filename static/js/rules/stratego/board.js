// The board of Stratego: squares, pieces as small numbers, and position strings, by the tables of the Python engine.
// A piece may be face down: then its kind is not known here.

import { nameOrder, RuleError, squareNames, writeRanks } from "../interface.js";
import { TABLES as T } from "../tables/stratego.js";

export const NAMES = squareNames(T.files, T.ranks);
export const ORDER = nameOrder(NAMES);
/** The squares in the order of their names. */
export const BY_NAME = NAMES.map((_, square) => square).toSorted((one, other) => ORDER[one] - ORDER[other]);
export const SQUARE_OF = new Map(NAMES.map((name, square) => [name, square]));
export const LAKES = new Set(T.lakes.map((name) => SQUARE_OF.get(name)));

// A piece: the kind from 1 on in the order of the letters, HIDDEN for a face-down one; its side; what everybody saw.
export const HIDDEN = T.letters.length + 1;
const KIND_BITS = 15;
export const SECOND = 16;
export const MOVED = 32;
export const RAN = 64;
export const SHOWN = 128;
export const STAYS = 0;
export const RUNS = 2;
export const SCOUT = T.gaits.indexOf(RUNS) + 1;
export const FLAG = T.names.indexOf("flag") + 1;

export const kindOf = (code) => code & KIND_BITS;
export const sideOf = (code) => (code & SECOND ? 1 : 0);
export const codeOf = (side, kind) => kind | (side ? SECOND : 0);
/** How a piece goes; a face-down one may be a scout. */
export const gaitOf = (code) => (kindOf(code) === HIDDEN ? RUNS : T.gaits[kindOf(code) - 1]);

const LETTERS = `${T.letters}${T.hidden[0]}`;
const SPELLINGS = [LETTERS, `${T.letters.toLowerCase()}${T.hidden[1]}`];
const CODE_OF = new Map(
  SPELLINGS.flatMap((letters, side) => [...letters].map((letter, index) => [letter, codeOf(side, index + 1)])),
);
const CODE_OF_SYMBOL = new Map(
  T.symbols.flatMap((symbols, side) => symbols.map((symbol, index) => [symbol, codeOf(side, index + 1)])),
);

/** The kind of a letter, small or capital; 0 if it is none. */
export function kindOfLetter(letter) {
  return letter?.length === 1 ? T.letters.indexOf(letter.toUpperCase()) + 1 : 0;
}

export const symbolOf = (code) => (code ? T.symbols[sideOf(code)][kindOf(code) - 1] : "");
export const codeOfSymbol = (symbol) => CODE_OF_SYMBOL.get(symbol);

/** A piece as a view has it: face down if nobody there knows what it is. */
export function seenAs(code, view) {
  if (!code) return 0;
  const [unseen, ran, shown] = T.views[view][sideOf(code)];
  const isOpen = unseen || (code & RAN && ran) || (code & SHOWN && shown);
  return isOpen ? code : codeOf(sideOf(code), HIDDEN);
}

const MALFORMED = "position-malformed";

/** The codes and the side to move of a position string, or a RuleError. */
export function readPosition(text) {
  const [board, turn, ...rest] = text.split(" ");
  if (text.length > 200 || turn === undefined || rest.length) throw new RuleError(MALFORMED, "BOARD SIDE");
  if (turn.length !== 1 || !T.turns.includes(turn)) throw new RuleError(MALFORMED, `side to move: ${turn}`);
  const rows = board.split("/");
  if (rows.length !== T.ranks) throw new RuleError(MALFORMED, `${rows.length} ranks`);
  const cells = new Uint8Array(NAMES.length);
  for (const [index, row] of rows.entries()) readRank(row, T.ranks - 1 - index, cells);
  checkPieces(cells);
  return { cells, turn: T.turns.indexOf(turn) };
}

function readRank(row, rank, cells) {
  let file = 0;
  for (const item of row.match(/[0-9]+|[^0-9]/g) ?? []) {
    const square = rank * T.files + file;
    const run = Number(item);
    if (Number.isNaN(run)) {
      const code = item === T.lake ? 0 : CODE_OF.get(item);
      if (code === undefined || (item === T.lake) !== LAKES.has(square)) throw new RuleError(MALFORMED, row);
      if (file < T.files) cells[square] = code;
      file += 1;
    } else {
      const isLake = T.lakes.some((name) => SQUARE_OF.get(name) >= square && SQUARE_OF.get(name) < square + run);
      if (item.startsWith("0") || run > T.files || isLake) throw new RuleError(MALFORMED, row);
      file += run;
    }
  }
  if (file !== T.files) throw new RuleError(MALFORMED, `rank ${rank + 1} has ${file} squares`);
}

/** Refuse more than the box holds, and a board without a flag. */
export function checkPieces(cells) {
  const counts = [0, 0].map(() => Array.from({ length: HIDDEN + 1 }, () => 0));
  const totals = [0, 0];
  for (const code of cells) {
    if (code) {
      counts[sideOf(code)][kindOf(code)] += 1;
      totals[sideOf(code)] += 1;
    }
  }
  for (const [side, count] of counts.entries()) {
    const isTooMany = T.numbers.some((number, index) => count[index + 1] > number);
    if (isTooMany || totals[side] > T.homes[side].length) throw new RuleError("position-pieces", "too many pieces");
  }
  if (counts.every((count) => !count[FLAG] && !count[HIDDEN])) throw new RuleError("position-pieces", "no flag");
}

export function writePosition(cells, turn, view = "open") {
  const spell = (square) => {
    if (LAKES.has(square)) return T.lake;
    const code = seenAs(cells[square], view);
    return code && SPELLINGS[sideOf(code)][kindOf(code) - 1];
  };
  return `${writeRanks(T.files, T.ranks, spell)} ${T.turns[turn]}`;
}
