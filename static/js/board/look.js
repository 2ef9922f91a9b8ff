// A click on a piece: where it may go, and how; on a barragoon: how it is crossed. The server knows.

import { middle } from "./surface.js";

const HEADINGS = { N: [0, -1], E: [1, 0], S: [0, 1], W: [-1, 0] };

export class Look {
  constructor(root, surface, squareNumber) {
    this.root = root;
    this.surface = surface;
    this.squareNumber = squareNumber;
    this.form = root.querySelector("[data-look]");
    this.answer = root.querySelector("[data-answer]");
    this.known = new Map();
    this.square = -1;
    // Without an address to ask, the form loads the page anew with its answer.
    if (root.dataset.parts) this.form?.addEventListener("submit", (event) => {
      event.preventDefault();
      this.at(this.squareNumber(this.form.elements.look.value.trim().toLowerCase()), true);
    });
  }

  /** The place has changed: what is marked no longer holds. */
  leave(query) {
    this.query = query;
    if (this.square < 0) return;
    this.square = -1;
    this.surface.clear("arrows");
    if (this.answer) this.answer.textContent = "";
  }

  async at(square, asked = false) {
    const again = square === this.square;
    const { query } = this;
    this.leave(query);
    if (again && !asked) return;
    const all = await this.ask(query);
    if (!all || query !== this.query) return;
    const found = all[square];
    if (!found) {
      if (asked && this.answer) this.answer.textContent = this.answer.dataset.empty;
      return;
    }
    this.square = square;
    const [words, ways, crossings] = found;
    if (this.answer) this.answer.textContent = words;
    else this.root.querySelector("[data-words]").textContent = words;
    this.draw(square, ways, crossings);
  }

  async ask(query) {
    if (!this.known.has(query)) {
      const answer = fetch(`${this.root.dataset.parts}reach.json${query}`).then(
        (response) => (response.ok ? response.json() : null),
        () => null,
      );
      this.known.set(query, answer);
    }
    return this.known.get(query);
  }

  draw(square, ways, crossings) {
    const { surface } = this;
    const layer = surface.layers.arrows;
    layer.append(surface.use("mark-touched", square));
    for (const [captures, ...path] of ways) {
      layer.append(surface.path(path.map((step) => middle(surface.corner(step)))));
      layer.append(surface.use(captures ? "mark-may-capture" : "mark-may-go", path.at(-1)));
    }
    this.paths = ways.map(([, ...path]) => path);
    const [x, y] = middle(surface.corner(square));
    for (const crossing of crossings) {
      const [enter, leave = enter] = [...crossing].map((letter) => this.heading(letter));
      const from = [x - enter[0] * 95, y - enter[1] * 95];
      const to = [x + leave[0] * 95, y + leave[1] * 95];
      layer.append(surface.path([from, [x, y], to], "way--strong"), surface.head([x, y], to));
    }
  }

  /** Over a square that can be reached: the path there stands out. */
  hover(square) {
    if (this.square < 0 || square === this.hovered) return;
    this.hovered = square;
    this.strong?.remove();
    const path = this.paths.find((found) => found.at(-1) === square);
    if (!path) return;
    const points = path.map((step) => middle(this.surface.corner(step)));
    this.strong = this.surface.path(points, "way--strong");
    this.surface.layers.arrows.append(this.strong);
  }

  heading(letter) {
    const [x, y] = HEADINGS[letter];
    return this.surface.flipped ? [-x, -y] : [x, y];
  }
}
