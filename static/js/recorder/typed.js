// Moves as people type them: c2c4, b1xd3/x@a4/ns@g6. Completes what is begun.

const MAX_OFFERED = 30;
const MOVE = /^([a-j](?:10|[1-9]))[-x ]?([a-j](?:10|[1-9]))((?:\/.*)?)$/;

/** What was typed as origin, target and answers; null if it names no legal move of a piece. */
export function readMove(game, typed) {
  const parts = MOVE.exec(typed.trim().toLowerCase());
  if (!parts) return null;
  const [, origin, target, tail] = parts;
  const step = game.steps(origin).find((found) => found.target === target);
  if (!step) return null;
  const answers = tail.split("/").slice(1).filter(Boolean).map(tidy);
  return { origin, target, answers };
}

/** Beginnings of plies that go on from what was typed. */
export function complete(game, typed) {
  const text = typed.trim().toLowerCase();
  const slash = text.indexOf("/");
  const begun = bare(slash < 0 ? text : text.slice(0, slash));
  const moves = game
    .moves()
    .map(([origin, target, kind]) => ({ origin, target, text: `${origin}${kind === "move" ? "-" : "x"}${target}` }))
    .filter((move) => bare(move.text).startsWith(begun));
  const exact = moves.find((move) => bare(move.text) === begun);
  if (!exact) return moves.slice(0, MAX_OFFERED).map((move) => move.text);
  return placements(game, exact, slash < 0 ? [] : text.slice(slash + 1).split("/"));
}

function placements(game, { origin, target, text }, typed) {
  const done = typed.slice(0, -1).map(tidy);
  const question = game.question({ origin, target, answers: done });
  if (!question || question.ask !== "placement") return [[text, ...done].join("/")];
  const begun = tidy(typed.at(-1) ?? "");
  const offered = [question.skip, ...answersTo(question)].filter((answer) => answer.startsWith(begun));
  return offered.slice(0, MAX_OFFERED).map((answer) => [text, ...done, answer].join("/"));
}

function answersTo({ choices, squares, write }) {
  return choices.flatMap(({ code }) => squares.map((square) => write(square, code)));
}

/** x@A4 as X@a4. */
function tidy(answer) {
  const [face, square] = answer.trim().split("@");
  return square === undefined ? face.toUpperCase() : `${face.toUpperCase()}@${square.toLowerCase()}`;
}

const bare = (text) => text.replaceAll(/[-x ]/g, "");
