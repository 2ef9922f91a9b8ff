// Set-ups of Stratego: four rows of ten letters joined by /, back row first, each from its owner's left.
// While one is being made, `.` stands for a square without a piece.

import { RuleError } from "../interface.js";
import { TABLES as T } from "../tables/stratego.js";
import { codeOf, kindOfLetter, NAMES, symbolOf } from "./board.js";

const SIZE = T.homes[0].length;
const EMPTY = ".";

export const setup = {
  /** What a side has: letter, name, number, and the symbol for each side; the highest rank first. */
  pieces: [...T.palette].map((letter) => ({
    letter,
    name: T.names[T.letters.indexOf(letter)],
    number: T.numbers[T.letters.indexOf(letter)],
    symbols: [0, 1].map((side) => symbolOf(codeOf(side, kindOfLetter(letter)))),
  })),

  /** The squares a side sets up on, in the order in which a set-up is written. */
  squares: (side) => T.homes[side].map((square) => NAMES[square]),

  empty: () => joined(EMPTY.repeat(SIZE)),

  /** What is missing and too many, by letter; the code of the first thing wrong, empty if it is a set-up. */
  check(text) {
    const missing = {};
    const surplus = {};
    const letters = text.replaceAll("/", "");
    for (const { letter, number } of setup.pieces) {
      const difference = letters.split(letter).length - 1 - number;
      if (difference < 0) missing[letter] = -difference;
      if (difference > 0) surplus[letter] = difference;
    }
    return { code: codeOfProblem(text, { ...missing, ...surplus }), missing, surplus };
  },

  /** Left and right exchanged. */
  mirror: (text) => text.split("/").map((row) => [...row].toReversed().join("")).join("/"),

  /** Square → letter of a set-up, also of one that is being made. */
  place(text, side) {
    const placed = {};
    for (const [index, letter] of [...text.replaceAll("/", "")].entries()) {
      if (letter !== EMPTY) placed[NAMES[T.homes[side][index]]] = letter;
    }
    return placed;
  },

  /** The text of what stands on a side's squares: the inverse of `place`. */
  write: (placed, side) => joined(setup.squares(side).map((square) => placed[square] ?? EMPTY).join("")),
};

function codeOfProblem(text, wrong) {
  const rows = text.split("/");
  if (rows.length !== T.rows || rows.some((row) => [...row].length !== T.files)) return "setup-shape";
  if ([...rows.join("")].some((letter) => !T.letters.includes(letter))) return "setup-letter";
  return Object.keys(wrong).length ? "setup-pieces" : "";
}

function joined(letters) {
  return Array.from({ length: T.rows }, (_, row) => letters.slice(row * T.files, (row + 1) * T.files)).join("/");
}

/** The codes of both set-ups on the board. Of a side that is not known here every piece is face down. */
export function cellsOfSetups(tags, hidden) {
  const cells = new Uint8Array(NAMES.length);
  for (const [side, tag] of ["RedSetup", "BlueSetup"].entries()) {
    const text = tags[tag];
    const isKnown = text !== undefined;
    const code = isKnown ? setup.check(text).code : "setup-missing";
    if (code && !(code === "setup-missing" && side === hidden)) throw new RuleError(code, `${tag}: ${text}`, tag);
    const letters = isKnown ? text.replaceAll("/", "") : "";
    for (const [index, square] of T.homes[side].entries()) {
      cells[square] = codeOf(side, isKnown ? kindOfLetter(letters[index]) : T.letters.length + 1);
    }
  }
  return cells;
}
