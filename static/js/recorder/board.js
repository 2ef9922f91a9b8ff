// The board under fingers, mouse and keys: shows contents, lights squares up, and says which square is meant.

import { Surface } from "../board/surface.js";

const DRAG = 12; // pixels

export class Board {
  /** `onTap(square)` for a square that is meant, `onLook(square)` for one the cursor comes to, `onKey(key)`. */
  constructor(picture, { game, rules, onTap, onLook, onKey }) {
    this.picture = picture;
    this.names = rules.GAME.squares;
    this.onTap = onTap;
    this.onLook = onLook;
    this.onKey = onKey;
    const { files, ranks } = rules.GAME;
    this.surface = new Surface(picture.querySelector("svg"), { game, files, ranks, contents: [""] }, false);
    this.cursor = -1;
    this.left = -1; // where the cursor was when the board was left
    this.lit = [];
    this.chosen = null;
    this.preview = [];
    this.isFree = false; // whether anything may be dragged anywhere
    this.followPointer();
    picture.addEventListener("keydown", (event) => this.key(event));
    picture.addEventListener("blur", () => {
      if (this.cursor >= 0) this.left = this.cursor;
      this.cursor = -1;
      this.marks();
    });
  }

  /** Square → symbol. */
  show(contents, effect) {
    const known = this.surface.data.contents;
    const board = this.names.map((name) => {
      const content = contents[name] ?? "";
      if (!known.includes(content)) known.push(content);
      return known.indexOf(content);
    });
    this.surface.show(board);
    const number = (name) => this.names.indexOf(name);
    this.surface.mark(
      effect && { path: effect.path.map(number), placed: effect.placed.map(([name]) => number(name)) },
    );
  }

  /** What may be tapped next: targets of the chosen piece, or squares for a placement. */
  light(chosen, squares, captures = new Set()) {
    this.chosen = chosen;
    this.lit = squares;
    this.captures = captures;
    this.marks();
  }

  /** Symbols that are not on the board yet: `[square, symbol]`. */
  suggest(preview) {
    this.preview = preview;
    this.marks();
  }

  marks() {
    const { surface } = this;
    const layer = surface.layers.arrows;
    const use = (symbol, name) => surface.use(symbol, this.names.indexOf(name));
    const nodes = this.lit.map((name) => use(this.captures.has(name) ? "mark-may-capture" : "mark-may-go", name));
    nodes.push(...this.preview.map(([name, symbol]) => use(symbol, name)));
    if (this.chosen) nodes.push(use("mark-target", this.chosen));
    if (this.cursor >= 0) nodes.push(surface.use("mark-touched", this.cursor));
    layer.replaceChildren(...nodes);
  }

  flip() {
    const { pieces } = this.surface;
    const shown = [...pieces].map(([square, { content }]) => [square, content]);
    this.surface.flip();
    for (const [square, content] of shown) this.surface.put(square, content);
    this.marks();
  }

  followPointer() {
    const { picture, surface } = this;
    let start = null;
    picture.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      const square = surface.squareAt(event.clientX, event.clientY);
      start = square < 0 ? null : { square, x: event.clientX, y: event.clientY, isDragged: false };
    });
    picture.addEventListener("pointermove", (event) => {
      if (!start || start.isDragged) return;
      if (Math.hypot(event.clientX - start.x, event.clientY - start.y) < DRAG) return;
      start.isDragged = true;
      if (this.chosen !== this.names[start.square]) this.onTap(this.names[start.square]);
    });
    picture.addEventListener("pointerup", (event) => {
      const square = surface.squareAt(event.clientX, event.clientY);
      const from = start;
      start = null;
      if (!from || square < 0) return;
      this.cursor = -1;
      if (!from.isDragged || this.isFree || this.lit.includes(this.names[square])) this.onTap(this.names[square]);
    });
    picture.addEventListener("pointercancel", () => { start = null; });
  }

  /** The square below a pointer that went down elsewhere; empty if there is none. */
  squareUnder({ clientX, clientY }) {
    const square = this.surface.squareAt(clientX, clientY);
    return square < 0 ? "" : this.names[square];
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[event.key];
    if (step) this.moveCursor(step);
    else if ((event.key === "Enter" || event.key === " ") && this.cursor >= 0) this.onTap(this.names[this.cursor]);
    else if (!this.onKey(event.key)) return;
    event.preventDefault();
  }

  moveCursor([right, up]) {
    const { files, ranks } = this.surface.data;
    const turn = this.surface.flipped ? -1 : 1;
    if (this.cursor < 0) {
      const start = this.left >= 0 ? this.left : turn > 0 ? 0 : files * ranks - 1;
      this.cursor = this.chosen ? this.names.indexOf(this.chosen) : start;
    } else {
      const file = this.cursor % files;
      const rank = (this.cursor - file) / files;
      this.cursor = within(rank + up * turn, ranks) * files + within(file + right * turn, files);
    }
    this.marks();
    this.onLook(this.names[this.cursor]);
  }
}

const within = (value, size) => Math.min(Math.max(value, 0), size - 1);
