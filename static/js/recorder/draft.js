// A recording as data: a tree of steps that only grows, and what the steps of one branch add up to.
// games/recorder/selectors/drafts.py does the same sum when a game is handed in.

export class Draft {
  constructor() {
    this.plies = [];
    this.comments = new Map(); // number of plies before it -> texts
    this.offers = new Set();
    this.setups = {};
    this.ending = null; // { kind, side }
    // With two phones: who has said each ply, and the ending; and what an attack turned over.
    this.voices = [];
    this.shown = [];
    this.endingVoices = new Set();
    this.askedUndo = null; // { count, by }: what would stay if the other player agrees, and who has asked
  }

  /** Whose answer is waited for: to a wish to take back, else to what was entered last. */
  get missing() {
    return this.askedUndo ? [1 - this.askedUndo.by] : this.unsaid;
  }

  /** The sides that have yet to say what was entered last: a move is its player's, an attack both players'. */
  get unsaid() {
    const { ending, plies } = this;
    if (!ending && !plies.length) return [];
    const mover = (plies.length - 1) % 2;
    const needed = ending
      ? ending.kind === "agree" ? [0, 1] : [ending.side]
      : plies.at(-1).includes("x") ? [0, 1] : [mover];
    const said = ending ? this.endingVoices : this.voices.at(-1);
    return needed.filter((side) => !said.has(side));
  }

  take({ kind, text, side, shown }) {
    const count = this.plies.length;
    if (kind === "ply") {
      this.plies.push(text);
      this.voices.push(new Set([side]));
      this.shown.push(shown ?? null);
    } else if (kind === "confirm" && this.askedUndo) this.keep(this.askedUndo.count);
    else if (kind === "confirm") {
      (this.ending ? this.endingVoices : this.voices.at(-1)).add(side);
      if (shown) this.shown[count - 1] = shown;
    } else if (kind === "comment") this.comments.set(count, [...(this.comments.get(count) ?? []), text]);
    else if (kind === "offer") this.offers.add(count);
    else if (kind === "setup") this.setups[text[0]] = text.slice(2);
    else if (kind === "undo") this.takeBack(Number(text), side);
    else {
      this.ending = { kind, side: Number(text) };
      this.endingVoices = new Set([side]);
    }
  }

  takeBack(count, side) {
    if (this.askedUndo) this.askedUndo = null; // refused, or withdrawn
    else if (this.mayTakeBack(count, side)) this.keep(count);
    else this.askedUndo = { count, by: side };
  }

  /** One player alone takes back what is not settled yet, and the own quiet move that nothing has followed. */
  mayTakeBack(count, side) {
    if (side === undefined || side === null) return true; // one phone
    const last = this.plies.length - (this.ending ? 0 : 1);
    if (this.unsaid.length) return count >= last;
    const voices = this.voices.at(-1);
    return !this.ending && count === last && voices?.size === 1 && voices.has(side);
  }

  keep(count) {
    for (const list of [this.plies, this.voices, this.shown]) list.length = Math.min(count, list.length);
    for (const number of this.comments.keys()) if (number > count) this.comments.delete(number);
    for (const number of this.offers) if (number > count) this.offers.delete(number);
    this.ending = null;
    this.askedUndo = null;
  }
}

export class Tree {
  constructor() {
    this.steps = new Map();
    this.children = new Map(); // key of a step, or null -> keys of those that follow it
  }

  /** Whether it was new. */
  add(step) {
    if (this.steps.has(step.key)) return false;
    this.steps.set(step.key, step);
    this.children.set(step.parent, [...this.following(step.parent), step.key]);
    return true;
  }

  following(key) {
    return this.children.get(key) ?? [];
  }

  /** The last step from here, as far as there is only one way on. */
  forward(key) {
    let last = key;
    while (this.following(last).length === 1) [last] = this.following(last);
    return last;
  }

  /** The ends of all branches, the one that was continued last at the end. */
  leaves() {
    return [...this.steps.values()]
      .filter(({ key }) => !this.following(key).length)
      .toSorted((one, other) => one.made.localeCompare(other.made))
      .map(({ key }) => key);
  }

  draft(tip) {
    const way = [];
    for (let step = this.steps.get(tip); step; step = this.steps.get(step.parent)) way.push(step);
    const draft = new Draft();
    for (const step of way.toReversed()) draft.take(step);
    return draft;
  }

  number(key) {
    return this.steps.get(key)?.number ?? 0;
  }
}
