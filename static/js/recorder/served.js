// The rules of a game that no module of this browser knows: the site says what may be played, one ply ahead.

import { squareNames } from "../rules/interface.js";

/** Like a module of `rules/`, by the page's document; `ask(plies)` brings what the referee says. */
export function servedRules({ game, served }) {
  const { files, ranks, sides, names, node } = served;
  const known = new Map([["", node]]);
  const drawn = new Map(Object.entries(names).map(([square, name]) => [name, square]));
  return {
    GAME: {
      name: game, files, ranks, squares: squareNames(files, ranks), ground: [], sides,
      offersDraws: true, provenByServer: ["end"], start: [],
    },
    setup: null,
    isServed: true,
    names,
    /** The site's answer about a position. */
    learn(plies, answer) {
      known.set(plies.join(" "), answer);
    },
    start: () => new ServedGame(known),
    readPly: (typed) => readPly(typed, drawn),
  };
}

/** What was typed as squares of the board: `32-28`, `26x42x20`; null if it is no ply. */
function readPly(typed, drawn) {
  const parts = /^(\d{1,2})(?:[- ](\d{1,2})|((?:x\d{1,2})+))$/.exec(typed.trim());
  if (!parts) return null;
  const way = [parts[1], ...(parts[2] ? [parts[2]] : parts[3].slice(1).split("x"))].map((name) => drawn.get(name));
  if (way.some((square) => !square)) return null;
  return { origin: way[0], target: way.at(-1), way, answers: [], text: typed.trim().replace(" ", "-") };
}

class ServedGame {
  constructor(known) {
    this.known = known;
    this.plies = [];
    this.nodes = [known.get("")];
    this.last = null;
  }

  /** The board now; null where the site has to be asked first. */
  get node() {
    return this.nodes.at(-1);
  }

  /** Whether it has to be. */
  get isUnknown() {
    return !this.node?.moves;
  }

  get turn() {
    return this.node?.turn ?? this.plies.length % 2;
  }

  moves() {
    return (this.node?.moves ?? []).map(({ origin, target, text }) => [origin, target, text.includes("x") ? "capture" : "move"]);
  }

  steps(square) {
    const found = new Map();
    for (const { origin, target, text } of this.node?.moves ?? []) {
      const kind = text.includes("x") ? "capture" : "move";
      if (origin === square) found.set(target, { origin, target, kind, path: [origin, target] });
    }
    return [...found.values()];
  }

  /** Where several captures share both ends: by which way. */
  question({ origin, target, answers = [] }) {
    const ways = this.ways(origin, target);
    if (ways.length < 2 || answers.length) return null;
    return {
      ask: "text",
      by: this.turn,
      number: 1,
      count: 1,
      squares: [target],
      choices: ways.map(({ text }) => ({ code: text, symbol: "", group: text })),
      skip: "",
      isOptional: false,
      write: (_, code) => code,
    };
  }

  ways(origin, target) {
    return (this.node?.moves ?? []).filter((move) => move.origin === origin && move.target === target);
  }

  write({ origin, target, answers = [] }) {
    return { text: answers[0] ?? this.ways(origin, target)[0].text };
  }

  /** Legal plies that begin with what was typed, whatever stands between the squares. */
  completions(typed) {
    const begun = bare(typed);
    return (this.node?.moves ?? []).map(({ text }) => text).filter((text) => bare(text).startsWith(begun));
  }

  find(typed) {
    const texts = (this.node?.moves ?? []).map(({ text }) => text);
    return texts.find((text) => text === typed) ?? texts.find((text) => bare(text) === bare(typed)) ?? "";
  }

  isLegal(text) {
    return this.node?.moves?.some((move) => move.text === text) ?? false;
  }

  push(text) {
    const { node } = this;
    const move = node?.moves?.find((each) => each.text === text);
    this.plies.push(text);
    const after = this.known.get(this.plies.join(" ")) ?? move?.after ?? null;
    this.nodes.push(after);
    const [origin, target] = after?.last ?? (move ? [move.origin, move.target] : []);
    if (!origin || !node) {
      this.last = null;
      return;
    }
    const gone = Object.entries(node.contents).find(([square]) => square !== origin && after && !after.contents[square]);
    this.last = {
      text,
      path: [origin, target],
      piece: node.contents[origin] ?? "",
      taken: gone?.[1] ?? "",
      placed: [],
    };
  }

  outcome() {
    return this.node?.outcome ?? null;
  }

  board() {
    const shown = this.nodes.findLast(Boolean);
    return { turn: this.turn, contents: shown?.contents ?? {} };
  }

  effect() {
    return this.last;
  }
}

const bare = (text) => text.replaceAll(/[-x ]/g, "");
