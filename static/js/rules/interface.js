// What every game's rules offer in the browser. A recorder asks this and never which game it serves.
//
// `barragoon.js` and `stratego.js` answer at once. The functions on positions have no memory; a `Game` has.
// docs/browser-rules.md explains it with examples.

/**
 * @typedef {[origin: string, target: string, kind: string]} Move  As `kiebitz-engine moves --json` prints it.
 *
 * @typedef {object} Outcome  How a game ended on the board.
 * @property {0|1|null} winner  Null: drawn.
 * @property {string} rule  The rule's number or name.
 *
 * @typedef {object} Board  What a board shows; `format` makes a position string of it.
 * @property {0|1} turn
 * @property {Record<string, string>} contents  Square → key of the symbol that lies there: `white-4`, `red-hidden`.
 * @property {number} [reserve]  What lies beside the board, if the game has such a thing.
 * @property {[number, number]} [levels]  Handicap levels of both sides, if the game has them.
 *
 * @typedef {object} Step  Where a piece may go.
 * @property {string} origin
 * @property {string} target
 * @property {string} kind  A word of the game's own: `move`, `tile`, `attack` …
 * @property {string[]} path  The squares it passes, origin and target included.
 *
 * @typedef {object} Draft  A ply that is being entered: the step, then the answers to `question`, in order.
 * @property {string} origin
 * @property {string} target
 * @property {string[]} [answers]
 *
 * @typedef {object} Choice
 * @property {string} code  What stands for it in an answer.
 * @property {string} symbol  The key of the symbol to draw; empty if there is none.
 * @property {string} group  Choices of one group are one thing, turned; in the order of turning.
 *
 * @typedef {object} Question  What has to be said before a draft is a ply.
 * @property {"placement"|"reveal"|"text"} ask  Put something on the board, say what a face-down piece is, or type on.
 * @property {0|1} by  Whose answer it is.
 * @property {number} number  Which of the questions about this step, from 1.
 * @property {number} count  How many there are.
 * @property {string[]} squares  Where it may be put; or the one square of the piece that is asked about.
 * @property {Choice[]} choices  What may be put there, or what the piece may be.
 * @property {string} skip  The answer for "forgotten"; empty if it cannot be.
 * @property {boolean} isOptional  The draft is a ply without it as well (nothing has to be placed).
 * @property {(square: string, code: string) => string} write  The answer for this square and choice.
 *
 * @typedef {object} Reveal  What an attack showed of pieces that were face down here, as letters.
 * @property {string} [attacker]
 * @property {string} [defender]
 *
 * @typedef {object} Ply  A finished draft: `game.push(ply.text, ply.reveal)`.
 * @property {string} text
 * @property {Reveal} [reveal]
 *
 * @typedef {object} Effect  What a ply did, in the order in which it happens.
 * @property {string} text
 * @property {string[]} path
 * @property {string} piece  The symbol that moved.
 * @property {string} taken  The symbol captured on the target; empty if none was, or it stayed.
 * @property {[square: string, symbol: string][]} placed
 * @property {{attacker: string, defender: string, survivor: "attacker"|"defender"|"neither"}} [clash]
 * @property {[square: string, symbol: string][]} changes  Every square that looks otherwise now; empty: nothing there.
 *
 * @typedef {object} Repetition  What has been repeated, by the rule that counts it.
 * @property {string} rule
 * @property {number} count
 * @property {number} limit
 * @property {string[]} [squares]  Between which a piece goes to and fro.
 * @property {string[]} [plies]  The sequence.
 *
 * @typedef {object} StartField  A tag that a game starts from.
 * @property {string} tag
 * @property {"choice"|"number"|"position"|"setup"|"text"} kind
 * @property {string[]} [values]
 * @property {string} [value]  If the tag is left out.
 * @property {number} [min]
 * @property {number} [max]
 * @property {0|1} [side]  Whose it is.
 *
 * @typedef {object} Description
 * @property {string} name
 * @property {string} tag  As the tag `Game` spells it.
 * @property {number} files
 * @property {number} ranks
 * @property {string[]} squares  From a1 along the ranks.
 * @property {string[]} ground  Squares that are part of the board's shape: lakes.
 * @property {string[]} sides
 * @property {string[]} views  The first is `open`.
 * @property {boolean} offersDraws  Whether a ply may carry the offer of a draw.
 * @property {string[]} provenByServer  Rules that end a game and that only the server can prove.
 * @property {StartField[]} start
 */

/** A position, a tag or a ply that the rules refuse; the codes are the engine's. The server has the sentence. */
export class RuleError extends Error {
  constructor(code, message, tag = "") {
    super(message);
    this.name = "RuleError";
    this.code = code;
    this.tag = tag;
  }
}

/** The squares from a1 along the ranks. */
export function squareNames(files, ranks) {
  const names = [];
  for (let rank = 1; rank <= ranks; rank += 1) {
    for (let file = 0; file < files; file += 1) names.push("abcdefghijklmnopqrst"[file] + rank);
  }
  return names;
}

/** For each square its place if names are sorted as text, as lists of moves are: a1, a10, a2 … */
export function nameOrder(names) {
  const order = [];
  for (const [place, name] of names.toSorted().entries()) order[names.indexOf(name)] = place;
  return order;
}

/** The board of a position string, the first rank at the bottom last, as `spell` writes each square ("" if empty). */
export function writeRanks(files, ranks, spell) {
  const rows = [];
  for (let rank = ranks - 1; rank >= 0; rank -= 1) {
    let row = "";
    let run = 0;
    for (let square = rank * files; square < (rank + 1) * files; square += 1) {
      const text = spell(square);
      if (text) {
        row += run ? run + text : text;
        run = 0;
      } else run += 1;
    }
    rows.push(run ? row + run : row);
  }
  return rows.join("/");
}

/**
 * The functions on positions of a game's rules. Several questions about one position parse it once.
 * @param {(position: string) => object} open
 */
export function positionFunctions(open) {
  let last = null;
  let text = null;
  const at = (position) => {
    if (text !== position) {
      last = open(position);
      text = position;
    }
    return last;
  };
  return {
    /** @returns {Move[]} sorted; none if the game is over */
    legalMoves: (position) => at(position).moves(),
    /** @returns {boolean} */
    isLegal: (position, ply) => at(position).isLegal(ply),
    /** @returns {string} the position after the ply; a RuleError if it is not legal */
    play: (position, ply) => {
      const game = at(position);
      game.push(ply);
      const after = game.position();
      game.pop();
      return after;
    },
    /** @returns {Outcome|null} null while play goes on, as far as no proof is needed */
    outcome: (position) => at(position).outcome(),
    /** @returns {Board} */
    parse: (position) => at(position).board(),
  };
}
