// An analysis: moves are entered on the board as in the recorder, and every other move than the known one is a variation.

import { Entry } from "../recorder/entry.js";
import { EntryView } from "../recorder/entry_view.js";
import { Palette } from "../recorder/panels.js";
import { complete, readMove } from "../recorder/typed.js";
import { Words } from "../recorder/words.js";
import { tellPlace } from "../explorer_part.js";
import { BoardWithArrows } from "./arrows.js";
import { Lines } from "./lines.js";
import { post, Saving } from "./saving.js";
import { Tree } from "./tree.js";

class Analysis {
  constructor(root, data, rules) {
    Object.assign(this, { root, data, rules });
    this.words = new Words(data);
    this.tree = new Tree(data.nodes);
    this.node = this.tree.at(data.ply ?? 0);
    this.token = document.querySelector("[name=csrfmiddlewaretoken]")?.value ?? "";
    this.arrowFrom = null; // null: moves are entered; "": an arrow begins; else where it began
    this.board = new BoardWithArrows(this.find("picture"), {
      game: data.game,
      rules,
      onTap: (square) => this.tap(square),
      onLook: (square) => this.announce(this.words.square(square, this.contents()[square])),
      onKey: (key) => this.key(key),
    });
    const view = new EntryView({
      board: this.board,
      words: this.words,
      announce: (sentence) => this.announce(sentence),
      contents: () => this.contents(),
      sides: rules.GAME.sides,
    });
    this.entry = new Entry(view, (text) => this.play(text));
    const toBoard = () => this.find("picture").focus({ preventScroll: true });
    view.palette = new Palette(this.find("palette"), data.game, this.words, this.entry, toBoard);
    this.lines = new Lines(this.find("moves"), data.glyphs, (node) => this.goTo(node));
    if (!data.isReadOnly) {
      this.saving = new Saving({
        address: data.address,
        version: data.version,
        token: this.token,
        content: () => ({ title: this.find("title").value, nodes: this.tree.flat() }),
        onState: (key, facts) => { this.find("saved").textContent = this.words.say(key, facts); },
      });
    }
    this.connect();
    this.refresh();
    root.dataset.ready = "true";
  }

  find(name) {
    return this.root.querySelector(`[data-${name}]`);
  }

  connect() {
    const click = (name, action) => this.find(name)?.addEventListener("click", action);
    click("first", () => this.goTo(this.tree.root));
    click("back", () => this.node.parent && this.goTo(this.node.parent));
    click("forward", () => this.node.children.length && this.goTo(this.node.children[0]));
    click("flip", () => this.board.flip());
    click("remove", () => this.remove());
    click("promote", () => this.change(() => this.tree.promote(this.node)));
    click("arrow", () => this.beginArrow(this.arrowFrom === null));
    click("ask-dead", () => this.askDead());
    click("add-line", () => this.addLine());
    for (const button of this.root.querySelectorAll("[data-glyph]")) {
      button.addEventListener("click", () => this.glyph(Number(button.dataset.glyph)));
    }
    this.find("title")?.addEventListener("input", () => this.find("title").value.trim() && this.saving.change());
    this.find("comment")?.addEventListener("input", () => {
      const text = this.find("comment").value.trim();
      this.node.comments = text ? [text] : [];
      this.lines.show(this.tree, this.node);
      this.saving.change();
    });
    const field = this.find("typed");
    field?.addEventListener("input", () => this.offerCompletions(field));
    this.find("typed-form")?.addEventListener("submit", (event) => {
      event.preventDefault();
      this.type(field);
    });
  }

  // --- Moves ---------------------------------------------------------------------------------------------------------

  tap(square) {
    if (this.arrowFrom === null) this.entry.tap(square);
    else this.takeArrow(square);
  }

  key(key) {
    if (key === "Escape") {
      this.entry.cancel();
      this.beginArrow(false);
    } else if (key === "Backspace" && this.node.parent) this.goTo(this.node.parent);
    else return false;
    return true;
  }

  play(text) {
    const isKnown = this.node.children.some(({ ply }) => ply === text);
    this.node = this.tree.play(this.node, text);
    this.refresh();
    if (!isKnown && this.saving) this.saving.change();
    this.announce(this.words.ply(this.game, this.tree.way(this.node).length));
  }

  type(field) {
    const move = readMove(this.game, field.value);
    const { text } = move ? this.game.write(move) : { text: "" };
    if (!text || (!this.game.isLegal(text) && move.answers.length)) {
      this.announce(this.words.say("noPly", { text: field.value.trim() }));
      return;
    }
    field.value = "";
    this.offerCompletions(field);
    this.entry.clear();
    if (this.game.isLegal(text) && (move.answers.length || !this.game.question(move))) this.play(text);
    else this.entry.go(move.origin, move.target);
  }

  offerCompletions(field) {
    const offered = field.value ? complete(this.game, field.value) : [];
    this.find("completions").replaceChildren(
      ...offered.map((text) => Object.assign(document.createElement("option"), { value: text })),
    );
  }

  goTo(node) {
    this.node = node;
    this.refresh();
    const count = this.tree.way(node).length;
    this.announce(count ? this.words.ply(this.game, count) : this.words.say("startNode"));
  }

  // --- What is said of them ------------------------------------------------------------------------------------------

  change(what) {
    what();
    this.refresh();
    this.saving.change();
  }

  remove() {
    if (!this.node.parent) return;
    this.change(() => { this.node = this.tree.remove(this.node); });
    this.announce(this.words.say("deleted"));
  }

  glyph(number) {
    if (!this.node.parent) return;
    this.change(() => { this.node.glyphs = this.node.glyphs.includes(number) ? [] : [number]; });
  }

  beginArrow(isBegun) {
    this.entry.clear();
    this.arrowFrom = isBegun ? "" : null;
    this.find("arrow")?.setAttribute("aria-pressed", String(isBegun));
    this.board.draw(this.node.arrows);
  }

  /** The same arrow again takes it away. */
  takeArrow(square) {
    if (!this.arrowFrom) {
      this.arrowFrom = square;
      this.board.light(square, []);
      this.announce(this.words.say("arrowFrom", { square }));
      return;
    }
    const arrow = `${this.arrowFrom}${square}`;
    if (this.arrowFrom !== square) {
      const { arrows } = this.node;
      this.node.arrows = arrows.includes(arrow) ? arrows.filter((one) => one !== arrow) : [...arrows, arrow];
      this.saving.change();
    }
    this.beginArrow(false);
  }

  async askDead() {
    const words = this.find("dead-words");
    const asked = this.node;
    words.textContent = this.words.say("asking");
    try {
      const response = await post(this.data.dead, { kind: this.data.game, position: this.game.position() }, this.token);
      const answer = await response.json();
      words.textContent = answer.words ?? answer.problem;
      if (answer.witness?.length && asked === this.node) this.offerLine(answer.witness);
    } catch {
      words.textContent = this.words.say("lost");
    }
  }

  /** The line that shows it becomes a variation, if that is wanted. */
  offerLine(plies) {
    const button = this.find("add-line");
    this.witness = plies;
    button.hidden = false;
  }

  addLine() {
    let { node } = this;
    for (const ply of this.witness) node = this.tree.play(node, ply);
    this.change(() => { this.node = node; });
    this.find("dead-words").textContent = this.words.say("deadLine");
  }

  // --- What is shown -------------------------------------------------------------------------------------------------

  contents() {
    return this.game.board().contents;
  }

  refresh() {
    this.game = this.rules.start(this.data.tags);
    for (const { ply } of this.tree.way(this.node)) this.game.push(ply);
    this.arrowFrom = null;
    this.board.show(this.contents(), this.game.effect());
    this.entry.reset(this.data.isReadOnly || this.game.outcome() ? null : this.game);
    this.board.draw(this.node.arrows);
    this.lines.show(this.tree, this.node);
    const outcome = this.words.ending({ ending: null }, this.game.outcome());
    this.find("turn").textContent = outcome || this.words.say("turn", { side: this.words.sides[this.game.turn] });
    this.find("position").value = this.game.position();
    tellPlace(`?${new URLSearchParams({ kind: this.data.game, position: this.game.position() })}`);
    this.find("add-line").hidden = true;
    this.find("dead-words").textContent = "";
    const comment = this.find("comment");
    if (comment) comment.value = this.node.comments.join(" ");
    const isStart = !this.node.parent;
    this.find("first").disabled = this.find("back").disabled = isStart;
    this.find("forward").disabled = !this.node.children.length;
    for (const name of ["remove", "promote"]) if (this.find(name)) this.find(name).disabled = isStart;
    for (const button of this.root.querySelectorAll("[data-glyph]")) {
      button.disabled = isStart;
      button.setAttribute("aria-pressed", String(this.node.glyphs.includes(Number(button.dataset.glyph))));
    }
    this.find("arrow")?.setAttribute("aria-pressed", "false");
  }

  announce(sentence) {
    this.find("words").textContent = sentence;
  }
}

const root = document.querySelector("[data-analysis]");
if (root) {
  const rules = await import(root.dataset.rules);
  new Analysis(root, JSON.parse(document.getElementById("analysis-document").textContent), rules);
}
