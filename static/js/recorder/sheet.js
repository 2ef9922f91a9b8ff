// A score sheet: any move can be entered, the board shows what was moved where, and nothing is judged.

const PLY = /^([a-j](?:10|[1-9]))([-x ]?)([a-j](?:10|[1-9]))((?:\/(?:-|[A-Za-z]{1,2}@[a-j](?:10|[1-9])))*)$/;

/** The same rules module, but its games take every move. */
export function asScoreSheet(rules) {
  return { ...rules, isSheet: true, start: (tags) => new SheetGame(rules, rules.start(tags).board()) };
}

export class SheetGame {
  constructor(rules, { contents, turn, reserve }) {
    Object.assign(this, { rules, turn, reserve });
    this.contents = { ...contents };
    this.plies = [];
    this.last = null;
  }

  moves() {
    return [];
  }

  /** Whatever stands on the square may go anywhere. */
  steps(square) {
    if (!this.contents[square]) return [];
    const { squares, ground } = this.rules.GAME;
    return squares
      .filter((target) => target !== square && !ground.includes(target))
      .map((target) => ({ origin: square, target, kind: "move", path: [square, target] }));
  }

  /** After something was taken one may say what was placed, as many as the rules know; or leave it. */
  question({ target, answers = [] }) {
    const placers = this.placers(this.contents[target] ?? "");
    if (answers.length >= placers.length) return null;
    return {
      ask: "placement",
      by: placers[answers.length],
      number: answers.length + 1,
      count: placers.length,
      squares: this.rules.GAME.squares,
      choices: this.rules.choices,
      skip: "-",
      isOptional: true,
      write: (square, code) => `${code}@${square}`,
    };
  }

  placers(taken) {
    if (!this.rules.choices || !taken) return [];
    return taken.startsWith("face-") ? [this.turn] : [this.turn ^ 1, this.turn];
  }

  /** What stands in a straight line between the squares of a capture, as in draughts. */
  jumped({ way, text }) {
    if (!way || !text.includes("x")) return [];
    const { squares, files } = this.rules.GAME;
    const place = (square) => [squares.indexOf(square) % files, Math.floor(squares.indexOf(square) / files)];
    return way.slice(1).flatMap((square, index) => {
      const [[fromFile, fromRank], [toFile, toRank]] = [place(way[index]), place(square)];
      const length = Math.max(Math.abs(toFile - fromFile), Math.abs(toRank - fromRank));
      const between = Array.from({ length: Math.max(0, length - 1) }, (_, step) => step + 1);
      return between.map((step) => {
        const file = fromFile + step * Math.sign(toFile - fromFile);
        return squares[(fromRank + step * Math.sign(toRank - fromRank)) * files + file];
      });
    });
  }

  write({ origin, target, answers = [] }) {
    const { names } = this.rules;
    if (names) return { text: `${names[origin] ?? origin}-${names[target] ?? target}` };
    return { text: [`${origin}${this.contents[target] ? "x" : "-"}${target}`, ...answers].join("/") };
  }

  /** What was typed as a ply; null if it has not the shape of one. */
  read(typed) {
    if (this.rules.readPly) return this.rules.readPly(typed);
    const parts = PLY.exec(typed.trim());
    if (!parts) return null;
    const [, origin, mark, target, tail] = parts;
    const placed = tail.split("/").slice(1).map((part) => {
      const [face, square] = part.split("@");
      return square ? `${face.toUpperCase()}@${square}` : part;
    });
    const sign = mark.trim() || (this.contents[target] ? "x" : "-");
    return { origin, target, text: [`${origin}${sign}${target}`, ...placed].join("/"), answers: placed };
  }

  isLegal(text) {
    return this.read(text) !== null;
  }

  push(text) {
    const ply = this.read(text);
    this.plies.push(text);
    this.turn ^= 1;
    if (!ply) {
      this.last = null;
      return;
    }
    const { origin, target, answers } = ply;
    const piece = this.contents[origin] ?? "";
    const taken = this.contents[target] ?? "";
    const survivor = piece && taken ? this.rules.clash?.(piece, taken) : undefined;
    const stays = { attacker: piece, defender: taken, neither: "" }[survivor ?? "attacker"];
    for (const square of this.jumped(ply)) delete this.contents[square];
    delete this.contents[origin];
    if (stays) this.contents[target] = stays;
    else delete this.contents[target];
    const placed = answers.filter((answer) => answer !== "-").map((answer) => {
      const [face, square] = answer.split("@");
      this.contents[square] = `face-${face}`;
      return [square, `face-${face}`];
    });
    this.last = { text, path: [origin, target], piece, taken: survivor === "defender" ? "" : taken, placed };
    if (survivor) this.last.clash = { attacker: piece, defender: taken, survivor };
  }

  outcome() {
    return null;
  }

  board() {
    return { turn: this.turn, contents: this.contents, reserve: this.reserve };
  }

  effect() {
    return this.last;
  }
}
