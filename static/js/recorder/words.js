// Sentences for people who look and people who listen. The page brings them in its language.

export class Words {
  constructor({ texts, words, sides, served }) {
    this.names = served?.names ?? {}; // of squares that people call otherwise than the board
    this.texts = texts;
    this.words = words;
    this.sides = sides;
  }

  say(key, facts = {}) {
    return this.texts[key].replace(/%\((\w+)\)s/g, (_, name) => facts[name] ?? "");
  }

  /** What lies on a square. */
  piece(content) {
    return this.words[content.split(" ")[0]] ?? "";
  }

  named(square) {
    return this.names[square] ?? square;
  }

  square(place, content) {
    const square = this.named(place);
    return content ? this.say("square", { square, piece: this.piece(content) }) : this.say("empty", { square });
  }

  /** The last ply of a game. */
  ply(game, number) {
    const effect = game.effect();
    if (!effect) return this.say("played", { number, text: game.plies.at(-1) });
    const facts = {
      number,
      side: this.sides[game.turn ^ 1],
      piece: this.piece(effect.clash?.attacker ?? effect.piece),
      origin: this.named(effect.path[0]),
      target: this.named(effect.path.at(-1)),
      taken: this.piece(effect.clash?.defender ?? effect.taken),
    };
    const sentences = [this.say(kindOf(effect), facts)];
    for (const [square, content] of effect.placed) sentences.push(this.say("placed", { square, piece: this.piece(content) }));
    const forgotten = effect.text.split("/").filter((part) => part === "-").length;
    for (let count = 0; count < forgotten; count += 1) sentences.push(this.say("forgotten"));
    return sentences.join(" ");
  }

  /** Why a game is over; empty while it goes on. */
  ending(draft, outcome) {
    if (draft.ending) {
      const { kind, side } = draft.ending;
      return this.say(kind, { side: this.sides[side], other: this.sides[side ^ 1] });
    }
    if (!outcome) return "";
    const { winner, rule } = outcome;
    return winner === null ? this.say("drawnBoard", { rule }) : this.say("wonBoard", { side: this.sides[winner], rule });
  }
}

function kindOf({ clash, taken }) {
  if (clash?.survivor === "defender") return "attackLost";
  if (clash?.survivor === "neither") return "attackBoth";
  return taken ? "captured" : "moved";
}
