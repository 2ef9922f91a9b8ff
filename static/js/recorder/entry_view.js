// How a ply that is being entered looks: lit squares, the palette, and what is said.

export class EntryView {
  /** `contents()` is what lies on the board before the ply. */
  constructor({ board, words, announce, contents, sides, isSheet = false }) {
    Object.assign(this, { board, words, announce, contents, sides, isSheet });
    this.palette = null;
  }

  idle(game) {
    this.board.light(null, []);
    this.board.suggest([]);
    this.palette?.hide();
    if (game) this.board.show(this.contents(), game.effect());
  }

  cancelled() {
    this.announce(this.words.say("cancelled"));
  }

  /** A square from which nothing can go. */
  inspect(square, turn) {
    const content = this.contents()[square] ?? "";
    const isOwn = content.startsWith(`${this.sides[turn]}-`);
    const stuck = () => this.words.say("stuck", { square: this.words.named(square), piece: this.words.piece(content) });
    this.announce(isOwn ? stuck() : this.words.square(square, content));
  }

  chosen(square, steps) {
    if (this.isSheet) {
      this.board.light(square, []);
      this.announce(this.words.square(square, this.contents()[square]));
      return;
    }
    const captures = new Set(steps.filter(({ kind }) => kind !== "move").map(({ target }) => target));
    this.board.light(square, steps.map(({ target }) => target), captures);
    const targets = steps.map(({ target }) => this.words.named(target));
    const piece = this.words.piece(this.contents()[square]);
    this.announce(this.words.say("chosen", { piece, square: this.words.named(square), targets: targets.join(", ") }));
  }

  ask(question, { origin, target, answers }) {
    const contents = { ...this.contents() };
    contents[target] = contents[origin];
    delete contents[origin];
    for (const answer of answers) {
      const [face, square] = answer.split("@");
      if (square) contents[square] = `face-${face}`;
    }
    this.board.show(contents, null);
    this.board.light(target, this.isSheet ? [] : question.squares);
    this.board.suggest([]);
    this.palette.ask(question, this.words.sides[question.by]);
    this.announce(this.palette.text.textContent);
  }

  suggest(question, target, square, choice) {
    this.board.light(target, this.isSheet ? [] : question.squares.filter((name) => name !== square));
    this.board.suggest(square && choice ? [[square, choice.symbol]] : []);
    this.palette.suggest(square, choice);
    if (!choice) this.announce(this.palette.text.textContent);
    else this.announce(square ? this.words.square(square, choice.symbol) : this.words.piece(choice.symbol));
  }
}
