// The ply that is being entered: a piece, its target, then what the rules ask for, one answer after the other.

export class Entry {
  /** `view` (`EntryView`) shows it; `commit(text)` takes the finished ply. */
  constructor(view, commit) {
    this.view = view;
    this.commit = commit;
    this.reset(null);
  }

  /** Begin anew, in this position; null while nothing may be entered. */
  reset(game) {
    this.game = game;
    this.clear();
  }

  clear() {
    this.origin = null;
    this.target = null;
    this.answers = [];
    this.square = null;
    this.choice = null;
    this.question = null;
    this.view.idle(this.game);
  }

  get isAsking() {
    return this.question !== null;
  }

  tap(square) {
    if (!this.game) return;
    if (this.question) this.answerSquare(square);
    else if (this.origin === square) this.cancel();
    else if (this.origin && this.steps.some(({ target }) => target === square)) this.go(this.origin, square);
    else this.choose(square);
  }

  cancel() {
    const wasBusy = this.origin !== null;
    this.clear();
    if (wasBusy) this.view.cancelled();
  }

  choose(square) {
    this.clear();
    this.steps = this.game.steps(square);
    if (!this.steps.length) {
      this.view.inspect(square, this.game.turn);
      return;
    }
    this.origin = square;
    this.view.chosen(square, this.steps);
  }

  /** The step is known; also for what was typed. */
  go(origin, target, answers = []) {
    Object.assign(this, { origin, target, answers: [...answers] });
    this.next();
  }

  next() {
    const draft = { origin: this.origin, target: this.target, answers: this.answers };
    this.square = null;
    this.choice = null;
    this.question = this.game.question(draft);
    if (this.question?.ask === "text") this.square = this.target; // only the way is asked
    if (this.question) this.view.ask(this.question, draft);
    else this.finish();
  }

  finish() {
    const { text } = this.game.write({ origin: this.origin, target: this.target, answers: this.answers });
    this.clear();
    this.commit(text);
  }

  answerSquare(square) {
    if (!this.question.squares.includes(square)) return;
    if (this.square === square && this.choice) this.turn();
    else this.square = square;
    this.view.suggest(this.question, this.target, this.square, this.choice);
  }

  /** A face of the palette: chosen again it turns. */
  pick(group) {
    if (!this.question) return;
    if (this.choice?.group === group) this.turn();
    else this.choice = this.question.choices.find((choice) => choice.group === group);
    this.view.suggest(this.question, this.target, this.square, this.choice);
  }

  turn() {
    const turned = this.question.choices.filter(({ group }) => group === this.choice.group);
    this.choice = turned[(turned.indexOf(this.choice) + 1) % turned.length];
  }

  place() {
    if (!this.question || !this.square || !this.choice) return;
    this.answers.push(this.question.write(this.square, this.choice.code));
    this.next();
  }

  skip() {
    if (!this.question?.skip) return;
    this.answers.push(this.question.skip);
    this.next();
  }

  /** Nothing has to be placed: the ply is done as it is. */
  leave() {
    if (this.question?.isOptional) this.finish();
  }
}
