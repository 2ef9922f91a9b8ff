// Set-ups of a game with hidden pieces, by one trusted scribe: pieces onto squares, mirrored, or as text.

import { button, symbol } from "./panels.js";

export class SetupEditor {
  /** `save(side, text)` keeps each change; `begin()` when both are complete and the game starts. */
  constructor(root, { game, setup, board, words, announce, save, begin, only = null }) {
    Object.assign(this, { root, game, setup, board, words, announce, save, only });
    this.side = only ?? 0;
    this.letter = null;
    this.texts = [setup.empty(), setup.empty()];
    this.tray = root.querySelector("[data-tray]");
    this.field = root.querySelector("[data-setup-text]");
    this.start = root.querySelector("[data-begin]");
    this.start.addEventListener("click", begin);
    this.sides = [...root.querySelectorAll("[data-setup-side]")];
    for (const [side, node] of this.sides.entries()) node.addEventListener("click", () => this.turnTo(side));
    const change = (text) => this.change(text);
    root.querySelector("[data-mirror]").addEventListener("click", () => change(setup.mirror(this.text)));
    root.querySelector("[data-clear]").addEventListener("click", () => change(setup.empty()));
    root.querySelector("[data-setup-form]").addEventListener("submit", (event) => {
      event.preventDefault();
      this.read(this.field.value);
    });
  }

  get text() {
    return this.texts[this.side];
  }

  get isComplete() {
    return this.texts.every((text, side) => this.isOther(side) || !this.setup.check(text).code);
  }

  /** With two phones each sets up one side alone. */
  isOther(side) {
    return this.only !== null && side !== this.only;
  }

  turnTo(side) {
    this.side = side;
    this.letter = null;
    this.draw();
    this.report();
  }

  tap(square) {
    const squares = this.setup.squares(this.side);
    if (!squares.includes(square)) return;
    const placed = this.setup.place(this.text, this.side);
    const had = placed[square];
    const [next] = this.left(placed);
    const letter = had ? null : (this.letter ?? next?.letter);
    if (had) {
      delete placed[square];
      this.letter = had;
    } else if (letter) placed[square] = letter;
    else return;
    if (!this.left(placed).some((piece) => piece.letter === this.letter)) this.letter = null;
    this.change(this.setup.write(placed, this.side));
    if (letter) {
      const { name } = this.piece(letter);
      const { left } = this.count();
      this.announce("setupPlaced", { piece: name, square, left });
    }
  }

  read(typed) {
    const text = typed.trim().toUpperCase();
    if (this.setup.check(text).code) this.announce("setupWrong");
    else this.change(text);
  }

  change(text) {
    if (text === this.text) return;
    this.texts[this.side] = text;
    this.save(this.side, text);
    const other = this.side ^ 1;
    const isDone = this.isOther(other) || !this.setup.check(this.texts[other]).code;
    if (!this.setup.check(text).code && !isDone) this.turnTo(other);
    else {
      this.draw();
      this.report();
    }
  }

  report() {
    const { left } = this.count();
    this.announce(left ? "piecesLeft" : "setupDone", { count: left, side: this.words.sides[this.side] });
  }

  piece(letter) {
    const { symbols } = this.setup.pieces.find((piece) => piece.letter === letter);
    return { symbol: symbols[this.side], name: this.words.piece(symbols[this.side]) };
  }

  /** Pieces of this side that do not stand yet. */
  left(placed = this.setup.place(this.text, this.side)) {
    const letters = Object.values(placed);
    return this.setup.pieces
      .map(({ letter, number }) => ({ letter, left: number - letters.filter((each) => each === letter).length }))
      .filter(({ left }) => left > 0);
  }

  count() {
    return { left: this.left().reduce((sum, { left }) => sum + left, 0) };
  }

  draw() {
    const contents = {};
    for (const side of [0, 1]) {
      for (const [square, letter] of Object.entries(this.setup.place(this.texts[side], side))) {
        contents[square] = this.setup.pieces.find((piece) => piece.letter === letter).symbols[side];
      }
    }
    this.board.show(contents, null);
    this.board.light(null, this.setup.squares(this.side).filter((square) => !contents[square]));
    const waiting = this.left();
    this.tray.replaceChildren(
      ...waiting.map(({ letter, left }) => {
        const { symbol: name, name: label } = this.piece(letter);
        const node = button(`${label}: ${left}`, () => this.choose(letter), symbol(this.game, name), `×${left}`);
        node.dataset.letter = letter;
        this.dragFrom(node, letter);
        node.setAttribute("aria-pressed", String(letter === this.letter));
        return node;
      }),
    );
    for (const [side, node] of this.sides.entries()) node.setAttribute("aria-pressed", String(side === this.side));
    this.field.value = this.text;
    this.start.disabled = !this.isComplete;
  }

  /** A piece of the tray is dragged onto its square. */
  dragFrom(node, letter) {
    node.addEventListener("pointerdown", (event) => node.setPointerCapture(event.pointerId));
    node.addEventListener("pointerup", (event) => {
      const square = this.board.squareUnder(event);
      if (!square) return;
      this.letter = letter;
      this.tap(square);
    });
  }

  choose(letter) {
    this.letter = letter;
    this.draw();
    this.tray.querySelector(`[data-letter="${letter}"]`)?.focus();
  }
}
