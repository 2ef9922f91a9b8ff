// What stands around the board: the move in words, players, reserve, the table, links to share.

import { tellPlace } from "../explorer_part.js";

export class Beside {
  constructor(root, replay) {
    this.root = root;
    this.replay = replay;
    this.words = root.querySelector("[data-words]");
    this.reserve = root.querySelector("[data-reserve]");
    this.table = root.querySelector("[data-table]");
    this.share = root.querySelector("[data-share]");
    this.bars = [0, 1].map((side) => root.querySelector(`[data-bar="${side}"]`));
    this.table?.addEventListener("toggle", () => this.showTable());
  }

  /** Cheap parts at once; words for screen readers when the steps pause. */
  show(place, flipped) {
    this.place = place;
    this.flipped = flipped;
    clearTimeout(this.later);
    this.later = setTimeout(() => this.settle(), 90);
  }

  settle() {
    const { line, ply } = this.place;
    const { data } = this.replay;
    const played = this.replay.plyAt(line, ply);
    const words = played ? played.words : this.root.dataset.start;
    if (this.words.textContent !== words) this.words.textContent = words;
    const board = this.replay.board(line, ply);
    const sums = this.replay.sums(line, ply);
    if (this.reserve) this.reserve.textContent = sums.reserve;
    for (const side of [0, 1]) {
      const bar = this.bars[side];
      bar.querySelector("[data-left]").textContent = board.reduce(
        (left, content) => left + (content && this.replay.sideOf(content) === side ? 1 : 0), 0,
      );
      const clock = bar.querySelector("[data-clock]");
      clock.textContent = sums.clock[side];
      clock.hidden = !sums.clock[side];
      this.showLost(bar.querySelector("[data-lost]"), sums.lost[side], data);
    }
    this.showTable();
    this.showLinks();
    tellPlace(this.query);
  }

  showLost(list, lost, data) {
    const counts = new Map();
    for (const content of lost) counts.set(content, (counts.get(content) ?? 0) + 1);
    const key = [...counts].join(";");
    if (list.dataset.key === key) return;
    list.dataset.key = key;
    const template = this.root.querySelector("[data-lost-item]");
    list.replaceChildren(
      ...[...counts].map(([content, count]) => {
        const item = template.content.firstElementChild.cloneNode(true);
        item.querySelector("use").setAttribute("href", `#${data.game}-${data.contents[content]}`);
        item.querySelector(".visually-hidden").textContent = `${data.names[content]} `;
        item.querySelector(".player__count").textContent = count > 1 ? count : "";
        return item;
      }),
    );
  }

  showTable() {
    if (!this.table?.open) return;
    const { files, ranks, names, ground = {} } = this.replay.data;
    const board = this.replay.board(this.place.line, this.place.ply);
    const { flipped } = this;
    const heads = this.table.querySelectorAll("thead th");
    heads.forEach((head, column) => {
      head.textContent = String.fromCharCode(97 + (flipped ? files - 1 - column : column));
    });
    this.table.querySelectorAll("tbody tr").forEach((row, index) => {
      const rank = flipped ? index : ranks - 1 - index;
      row.cells[0].textContent = rank + 1;
      for (let column = 0; column < files; column += 1) {
        const square = rank * files + (flipped ? files - 1 - column : column);
        const text = names[board[square]] || ground[square] || "";
        const cell = row.cells[column + 1];
        if (cell.textContent !== text) cell.textContent = text;
      }
    });
  }

  showLinks() {
    if (!this.share) return;
    const { link } = this.share.dataset;
    const query = this.query;
    this.share.querySelector("[data-share-link]").value = link + query;
    const embed = this.share.querySelector("[data-share-embed]");
    embed.value = embed.value.replace(/src="[^"]*"/, `src="${link}embed/${query}"`);
    for (const picture of this.share.querySelectorAll("[data-picture-link]")) {
      picture.href = this.root.dataset.parts + picture.dataset.pictureLink + query;
    }
  }

  /** Who sits at the bottom. */
  turn() {
    const [first, second] = this.bars;
    const marker = document.createComment("");
    first.replaceWith(marker);
    second.replaceWith(first);
    marker.replaceWith(second);
  }
}
