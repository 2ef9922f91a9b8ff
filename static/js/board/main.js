// A game's board, step by step. The page works without this; with it every step is immediate.

import { Beside } from "./beside.js";
import { connect } from "./controls.js";
import { Look } from "./look.js";
import { Motion } from "./motion.js";
import { Moves } from "./moves.js";
import { Replay } from "./state.js";
import { Surface } from "./surface.js";

class Player {
  constructor(root) {
    this.root = root;
    const data = JSON.parse(root.querySelector("#replay-document").textContent);
    this.replay = new Replay(data);
    this.surface = new Surface(root.querySelector("[data-picture] svg"), data, root.dataset.turned === "1");
    this.motion = new Motion(this.surface);
    this.look = new Look(root, this.surface, (name) => squareNumber(name, data));
    this.moves = new Moves(root, (line, ply) => this.go(line, ply));
    this.beside = new Beside(root, this.replay);
    this.pace = 1200;
    this.buttons = Object.fromEntries(
      [...root.querySelectorAll("[data-step]")].map((button) => [button.dataset.step, button]),
    );
    this.playButton = root.querySelector("[data-play]");
    const [line, ply] = root.dataset.at.split(".").map(Number);
    this.place = { line, ply };
    this.draw();
    this.moves.show(this.place);
    this.look.query = this.query();
    connect(root, this);
    addEventListener("pageshow", () => {
      this.leaving = false; // whoever comes back can step again
    });
    root.classList.add("replay--scripted");
    for (const part of root.querySelectorAll("[data-scripted], [data-play]")) part.hidden = false;
  }

  /** Where a step leads, or null. */
  target(step) {
    const { line, ply } = this.place;
    const end = this.replay.lastPly(line);
    if (step === "first") return ply ? { line: 0, ply: 0 } : null;
    if (step === "last") return ply < end ? { line, ply: end } : null;
    if (step === "forward") return ply < end ? { line, ply: ply + 1 } : null;
    return ply ? { line, ply: ply - 1 } : null;
  }

  can(step) {
    return this.target(step) !== null;
  }

  step(step) {
    if (step !== "forward") this.pause();
    const target = this.target(step);
    if (target) this.go(target.line, target.ply);
    else if (step === "forward") this.pause();
  }

  go(line, ply) {
    if (!this.replay.has(line, ply)) {
      this.leave(line, ply);
      return 0;
    }
    const before = this.place;
    // Where a variation begins, the line it leaves goes on.
    while (line !== this.replay.root && ply <= this.replay.line(line).start) line = this.replay.line(line).parent;
    const isNext = line === before.line && ply === before.ply + 1;
    // A key held down comes faster than moves can be watched.
    const now = performance.now();
    const hurried = now - (this.lastStep ?? -1e6) < 140;
    this.lastStep = now;
    this.place = { line, ply };
    this.motion.stop();
    this.draw();
    this.moves.show(this.place);
    this.look.leave(this.query());
    const played = this.replay.plyAt(line, ply);
    const time = isNext && played && !hurried ? this.motion.play(played, this.replay.data.contents) : 0;
    this.remember();
    return time;
  }

  /** A place of a long record that another page knows; a key held down asks for it once. */
  leave(line, ply) {
    if (!this.replay.isPart || this.leaving) return;
    this.leaving = true;
    this.pause();
    clearTimeout(this.addressTimer);
    location.assign(this.query({ line, ply }));
  }

  draw() {
    const { line, ply } = this.place;
    this.surface.show(this.replay.board(line, ply));
    this.surface.mark(this.replay.plyAt(line, ply));
    this.beside.query = this.query();
    this.beside.show(this.place, this.surface.flipped);
    for (const [step, button] of Object.entries(this.buttons)) {
      const target = this.target(step);
      // At an end it keeps its address and so the focus, which would get lost otherwise.
      button.href = this.query(target ?? this.place);
      button.removeAttribute("role");
      if (target) button.removeAttribute("aria-disabled");
      else button.setAttribute("aria-disabled", "true");
    }
  }

  flip() {
    this.motion.stop();
    this.surface.flip();
    this.look.leave(this.query());
    this.beside.turn();
    this.draw();
    this.remember();
  }

  query(place = this.place) {
    const rest = new URLSearchParams(this.root.dataset.rest);
    const query = new URLSearchParams();
    if (place.line) query.set("line", place.line);
    query.set("ply", place.ply);
    if (rest.has("view")) query.set("view", rest.get("view"));
    const turned = rest.get("view") === "blue";
    if (this.surface.flipped !== turned) query.set("flip", Number(this.surface.flipped));
    return `?${query}`;
  }

  /** The address follows, so that it can be shared; not at every step of a key held down. */
  remember() {
    clearTimeout(this.addressTimer);
    this.addressTimer = setTimeout(() => history.replaceState(history.state, "", this.query()), 120);
  }

  togglePlay() {
    if (this.playing) this.pause();
    else this.play();
  }

  play() {
    if (!this.can("forward")) this.go(0, 0);
    this.playing = true;
    this.showPlaying();
    this.tick();
  }

  tick() {
    const target = this.target("forward");
    if (!target) {
      this.pause();
      return;
    }
    const time = this.go(target.line, target.ply);
    this.playTimer = setTimeout(() => this.tick(), Math.max(this.pace, time + 150));
  }

  pause() {
    clearTimeout(this.playTimer);
    if (!this.playing) return;
    this.playing = false;
    this.showPlaying();
  }

  showPlaying() {
    this.playButton.setAttribute("aria-pressed", String(Boolean(this.playing)));
    const icon = this.playButton.querySelector("use");
    icon.setAttribute("href", icon.getAttribute("href").replace(/#.*/, this.playing ? "#pause" : "#play"));
  }
}

function squareNumber(name, { files, ranks }) {
  const found = /^([a-z])(\d{1,2})$/.exec(name);
  if (!found) return -1;
  const file = found[1].charCodeAt(0) - 97;
  const rank = Number(found[2]) - 1;
  return file < files && rank >= 0 && rank < ranks ? rank * files + file : -1;
}

for (const root of document.querySelectorAll("[data-replay]")) new Player(root);
