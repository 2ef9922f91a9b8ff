// The board on the screen: puts the engine's symbols on squares. How they look is not known here.

const SVG = "http://www.w3.org/2000/svg";
const UNIT = 100;

export class Surface {
  constructor(svg, data, flipped) {
    this.svg = svg;
    this.data = data;
    this.flipped = flipped;
    this.layers = {};
    for (const layer of svg.querySelectorAll("[data-layer]")) this.layers[layer.dataset.layer] = layer;
    this.pieces = new Map(); // square -> { content, nodes }
    this.clear("ground", "pieces", "marks", "arrows");
  }

  corner(square) {
    const { files, ranks } = this.data;
    const file = square % files;
    const rank = (square - file) / files;
    return this.flipped
      ? [(files - 1 - file) * UNIT, rank * UNIT]
      : [file * UNIT, (ranks - 1 - rank) * UNIT];
  }

  /** The square below a point of the screen, or -1. */
  squareAt(x, y) {
    const point = new DOMPoint(x, y).matrixTransform(this.svg.getScreenCTM().inverse());
    const { files, ranks } = this.data;
    const column = Math.floor(point.x / UNIT);
    const row = Math.floor(point.y / UNIT);
    if (column < 0 || column >= files || row < 0 || row >= ranks) return -1;
    return this.flipped
      ? row * files + (files - 1 - column)
      : (ranks - 1 - row) * files + column;
  }

  use(symbol, square, opacity) {
    const node = document.createElementNS(SVG, "use");
    const [x, y] = this.corner(square);
    node.setAttribute("href", `#${this.data.game}-${symbol}`);
    node.setAttribute("x", x);
    node.setAttribute("y", y);
    if (opacity !== undefined && opacity !== 1) node.setAttribute("opacity", opacity);
    return node;
  }

  path(points, more = "") {
    const node = document.createElementNS(SVG, "path");
    node.setAttribute("d", `M${points.map((point) => point.join(" ")).join("L")}`);
    node.setAttribute("class", `way ${this.data.game}-s-arrow ${more}`);
    return node;
  }

  /** The head of an arrow that goes from one point to another. */
  head(from, to) {
    const node = document.createElementNS(SVG, "use");
    const angle = (Math.atan2(to[1] - from[1], to[0] - from[0]) * 180) / Math.PI;
    node.setAttribute("href", `#${this.data.game}-mark-head`);
    node.setAttribute("transform", `translate(${to[0]} ${to[1]}) rotate(${angle})`);
    return node;
  }

  clear(...names) {
    for (const name of names) this.layers[name].replaceChildren();
  }

  /** Show a board: only what differs from what is shown is touched. */
  show(board) {
    for (let square = 0; square < board.length; square += 1) this.put(square, board[square]);
  }

  put(square, content) {
    const old = this.pieces.get(square);
    if ((old ? old.content : 0) === content) return;
    if (old) {
      for (const node of old.nodes) node.remove();
      this.pieces.delete(square);
    }
    if (!content) return;
    const [piece, ...badges] = this.data.contents[content].split(" ");
    const nodes = [this.use(piece, square)];
    this.layers.pieces.append(nodes[0]);
    for (const badge of badges) {
      const node = this.use(badge, square);
      this.layers.pieces.append(node);
      nodes.push(node);
    }
    this.pieces.set(square, { content, nodes });
  }

  /** Mark the last move: where it came from and went to, what it touched, who fell. */
  mark(played) {
    this.clear("ground", "marks");
    if (!played) return;
    const { path, placed = [], fallen = [] } = played;
    const ends = [path[0], path.at(-1)];
    this.layers.ground.append(...ends.map((square) => this.use("mark-last", square)));
    this.layers.marks.append(
      ...fallen.map(([square, symbol, opacity]) => this.use(symbol, square, opacity)),
      this.use("mark-target", ends[1]),
      ...placed.map((square) => this.use("mark-touched", square)),
    );
  }

  flip() {
    this.flipped = !this.flipped;
    this.pieces.clear();
    this.clear("ground", "pieces", "marks", "arrows");
    const labels = [...this.layers.labels.children];
    const { files } = this.data;
    const onSquares = this.layers.labels.dataset.on === "squares";
    for (const group of onSquares ? [labels] : [labels.slice(0, files), labels.slice(files)]) {
      const texts = group.map((label) => label.textContent).toReversed();
      group.forEach((label, index) => { label.textContent = texts[index]; });
    }
  }
}

export const middle = ([x, y]) => [x + UNIT / 2, y + UNIT / 2];
