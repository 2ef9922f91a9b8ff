// One board in large: follows the game, or looks back while it goes on.

import { Replay } from "../board/state.js";
import { Surface } from "../board/surface.js";
import { Feed } from "./feed.js";

export class LiveGame {
  constructor(root, data, texts) {
    Object.assign(this, { root, texts });
    this.ending = "";
    this.shown = null; // null: the last ply
    this.connect();
    this.take(data, true);
    this.feed = new Feed({
      address: root.dataset.liveGame,
      pause: Number(root.dataset.pause),
      tag: data.tag,
      onChange: (changes) => this.take(changes, false),
      onLost: (isLost) => { this.find("lost").hidden = !isLost; },
    });
    root.dataset.ready = "true";
  }

  find(name) {
    return this.root.querySelector(`[data-${name}]`);
  }

  connect() {
    const click = (name, action) => this.find(name).addEventListener("click", action);
    click("first", () => this.lookAt(0));
    click("back", () => this.lookAt(this.place - 1));
    click("forward", () => this.lookAt(this.place + 1));
    click("last", () => this.lookAt(this.count));
    click("flip", () => {
      if (!this.surface) return;
      this.surface.flip();
      const sides = [...this.root.querySelectorAll("[data-player]")];
      const names = sides.map((node) => node.textContent);
      sides.forEach((node, index) => {
        node.textContent = names[1 - index];
        node.dataset.player = 1 - Number(node.dataset.player);
      });
      this.show();
    });
  }

  get count() {
    return this.replay ? this.replay.line(0).end : 0;
  }

  get place() {
    return this.shown ?? this.count;
  }

  take(data, isFirst) {
    if (data.replay) this.begin(data.replay);
    else if (data.plies) this.extend(data);
    if (!this.replay) return;
    this.ending = data.ending;
    for (const node of this.root.querySelectorAll("[data-player]")) {
      node.textContent = data.players[Number(node.dataset.player)];
    }
    this.find("record").hidden = !data.record;
    if (data.record) this.find("record").querySelector("a").href = data.record;
    this.list();
    this.show(isFirst);
  }

  begin(replay) {
    this.replay = new Replay(replay);
    if (this.shown !== null && this.shown > this.count) this.shown = null;
    const { files, ranks, game } = replay;
    const flipped = this.surface?.flipped ?? false;
    // The squares keep their numbers, what can lie on them gets new ones.
    if (this.surface) {
      this.surface.data = { game, files, ranks, contents: replay.contents };
      this.surface.pieces.clear();
      this.surface.clear("ground", "pieces", "marks", "arrows");
    } else {
      const svg = this.find("picture").querySelector("svg");
      this.surface = new Surface(svg, { game, files, ranks, contents: replay.contents }, flipped);
    }
  }

  extend({ since, plies, contents, names }) {
    const { data } = this.replay;
    Object.assign(data, { contents, names });
    this.surface.data.contents = contents;
    const known = data.lines[0].plies;
    known.splice(since, known.length - since, ...plies);
    this.replay.boards.clear();
  }

  list() {
    const list = this.find("moves");
    const plies = this.replay.data.lines[0].plies;
    list.replaceChildren(
      ...plies.map(({ ply, words }, index) => {
        const item = document.createElement("li");
        const button = document.createElement("button");
        button.type = "button";
        button.className = "recorder__ply";
        button.textContent = index % 2 ? ply : `${index / 2 + 1}. ${ply}`;
        button.title = words;
        button.addEventListener("click", () => this.lookAt(index + 1));
        item.append(button);
        return item;
      }),
    );
  }

  lookAt(ply) {
    if (!this.replay || ply < 0 || ply > this.count) return;
    this.shown = ply === this.count ? null : ply;
    this.show();
  }

  show(isFirst = false) {
    const { place, count, replay } = this;
    this.surface.show(replay.board(0, place));
    const played = replay.plyAt(0, place);
    this.surface.mark(played);
    const isLast = this.shown === null;
    const words = isLast && this.ending ? this.ending : played?.words ?? this.texts.begins;
    if (!isFirst || !this.find("words").textContent.trim()) this.find("words").textContent = words;
    this.find("first").disabled = this.find("back").disabled = place === 0;
    this.find("forward").disabled = place === count;
    this.find("last").disabled = isLast;
    [...this.find("moves").children].forEach((item, index) => {
      if (index + 1 === place) item.firstElementChild.setAttribute("aria-current", "true");
      else item.firstElementChild.removeAttribute("aria-current");
    });
    const list = this.find("moves");
    const current = list.children[place - 1];
    if (current) list.scrollTop = current.offsetTop - list.clientHeight / 2;
  }
}
