// A wall of small boards. The page has those that were there when it was loaded; others are copies of its template.

import { Surface } from "../board/surface.js";
import { Feed } from "./feed.js";

export class SmallBoard {
  constructor(node, { boardName, files, ranks }) {
    this.node = node;
    this.contents = {}; // square -> symbol
    const svg = node.querySelector("[data-picture] svg");
    const size = { files: Number(files), ranks: Number(ranks) };
    this.surface = new Surface(svg, { game: boardName, ...size, contents: [""] }, false);
  }

  take(entry) {
    if (entry.board) this.contents = entry.board;
    for (const [square, symbol] of Object.entries(entry.set ?? {})) this.contents[square] = symbol;
    this.show(this.contents, entry);
    const link = this.node.querySelector("[data-link]");
    if (link) link.href = entry.address;
    this.text("title", entry.title);
    this.text("words", entry.words);
    this.node.querySelectorAll("[data-player]").forEach((node, side) => { node.textContent = entry.players[side]; });
    this.node.dataset.plies = entry.count;
    this.node.classList.toggle("live__small--over", entry.over);
  }

  show(contents, { path, placed }) {
    const { files, ranks, contents: known } = this.surface.data;
    const board = Array.from({ length: files * ranks }, (_none, square) => {
      const symbol = contents[square] ?? "";
      if (!known.includes(symbol)) known.push(symbol);
      return known.indexOf(symbol);
    });
    this.surface.show(board);
    this.surface.mark(path && { path, placed });
  }

  text(name, text) {
    const node = this.node.querySelector(`[data-${name}]`);
    if (node) node.textContent = text;
  }
}

export class Wall {
  constructor(root, data) {
    this.root = root;
    this.list = root.querySelector("[data-boards]");
    this.boards = new Map();
    const large = document.querySelector("[data-live-large]");
    this.large = large && new SmallBoard(large, root.dataset);
    for (const node of this.list.children) this.boards.set(node.dataset.liveBoard, new SmallBoard(node, root.dataset));
    this.take(data);
    this.feed = new Feed({
      address: root.dataset.liveWall,
      pause: Number(root.dataset.pause),
      tag: data.tag,
      onChange: (changes) => this.take(changes),
      onLost: (isLost) => { root.querySelector("[data-lost]").hidden = !isLost; },
    });
    root.dataset.ready = "true";
  }

  take({ boards, order }) {
    for (const entry of boards) {
      if (!this.boards.has(entry.id)) this.boards.set(entry.id, this.added(entry.id));
      this.boards.get(entry.id).take(entry);
    }
    if (order) this.arrange(order);
    const latest = boards.toSorted((one, other) => one.count - other.count).at(-1);
    if (this.large && latest) this.enlarge(latest);
  }

  added(id) {
    const node = this.root.querySelector("[data-small]").content.firstElementChild.cloneNode(true);
    node.dataset.liveBoard = id;
    this.list.append(node);
    return new SmallBoard(node, this.root.dataset);
  }

  arrange(order) {
    for (const [id, board] of this.boards) {
      if (order.includes(id)) continue;
      board.node.remove();
      this.boards.delete(id);
    }
    const wanted = order.map((id) => this.boards.get(id).node);
    // What stands right is not moved: whoever reads there stays there.
    if (wanted.some((node, index) => this.list.children[index] !== node)) this.list.append(...wanted);
    this.root.querySelector("[data-none]").hidden = order.length > 0;
  }

  enlarge(entry) {
    this.large.node.hidden = false;
    this.large.take({ ...entry, set: undefined, board: { ...this.boards.get(entry.id).contents } });
  }
}
