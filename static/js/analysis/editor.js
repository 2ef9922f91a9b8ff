// The position editor: pieces are put up on a board, which becomes a position string, and back.

import { tellPlace } from "../explorer_part.js";
import { Board } from "../recorder/board.js";
import { Words } from "../recorder/words.js";
import { post } from "./saving.js";

const QUIET = 400;
const SVG = "http://www.w3.org/2000/svg";

class Editor {
  constructor(root, data, rules) {
    Object.assign(this, { root, data, rules });
    this.words = new Words(data);
    this.token = document.querySelector("[name=csrfmiddlewaretoken]").value;
    this.piece = ""; // what is put up: nothing takes away
    this.board = new Board(this.find("picture"), {
      game: data.game,
      rules,
      onTap: (square) => this.put(square),
      onLook: (square) => this.announce(this.words.square(square, this.shown.contents[square])),
      onKey: () => false,
    });
    this.shown = { turn: 0, contents: {}, reserve: undefined };
    this.makePalette();
    const field = this.find("position");
    field.addEventListener("input", () => this.read(field.value.trim()));
    this.find("turn").addEventListener("change", () => this.change({ turn: Number(this.find("turn").value) }));
    this.find("reserve")?.addEventListener("input", () => this.change({ reserve: Number(this.find("reserve").value) }));
    this.find("copy").addEventListener("click", () => this.copy(field));
    this.find("clear").addEventListener("click", () => this.change({ contents: {} }));
    this.find("ask-dead")?.addEventListener("click", () => this.ask(data.dead, "dead-words", "asking"));
    if (data.position) {
      field.value = data.position;
      this.read(data.position);
    } else this.change({});
    root.dataset.ready = "true";
  }

  find(name) {
    return this.root.querySelector(`[data-${name}]`);
  }

  makePalette() {
    const buttons = ["", ...this.rules.palette].map((symbol) => {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "button button--quiet";
      button.dataset.symbol = symbol;
      button.setAttribute("aria-pressed", String(symbol === this.piece));
      if (symbol) {
        const picture = document.createElementNS(SVG, "svg");
        picture.setAttribute("viewBox", "0 0 100 100");
        picture.setAttribute("class", `${this.data.game}-board piece`);
        picture.setAttribute("aria-hidden", "true");
        const use = document.createElementNS(SVG, "use");
        use.setAttribute("href", `#${this.data.game}-${symbol}`);
        picture.append(use);
        button.append(picture);
        button.setAttribute("aria-label", this.words.piece(symbol));
      } else button.textContent = this.find("faces").dataset.empty;
      button.addEventListener("click", () => this.choose(symbol));
      return button;
    });
    this.find("faces").replaceChildren(...buttons);
  }

  choose(symbol) {
    this.piece = symbol;
    for (const button of this.find("faces").children) {
      button.setAttribute("aria-pressed", String(button.dataset.symbol === symbol));
    }
  }

  put(square) {
    const contents = { ...this.shown.contents };
    if (this.piece) contents[square] = this.piece;
    else delete contents[square];
    this.change({ contents });
    const piece = this.words.piece(this.piece);
    this.announce(this.words.say(this.piece ? "putPiece" : "emptied", { square, piece }));
  }

  /** What stands on the board becomes the text. */
  change(what) {
    this.shown = { ...this.shown, ...what };
    this.draw();
    try {
      this.find("position").value = this.rules.format(this.shown);
      this.checkLater();
    } catch (error) {
      this.find("position").value = "";
      this.tell(false, this.words.say("noPosition", { why: error.message }));
    }
  }

  /** What was pasted comes onto the board, if it can be read. */
  read(text) {
    try {
      this.shown = { ...this.rules.parse(text) };
      this.draw();
    } catch {
      // The site says what is wrong.
    }
    this.checkLater();
  }

  draw() {
    this.board.show(this.shown.contents, null);
    this.find("turn").value = this.shown.turn;
    const reserve = this.find("reserve");
    if (reserve && document.activeElement !== reserve) reserve.value = this.shown.reserve ?? 0;
  }

  checkLater() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ask(this.data.check, "check-words"), QUIET);
  }

  async ask(address, place, meanwhile) {
    const position = this.find("position").value.trim();
    if (meanwhile) this.find(place).textContent = this.words.say(meanwhile);
    try {
      const response = await post(address, { kind: this.data.game, position }, this.token);
      const answer = await response.json();
      if (position !== this.find("position").value.trim()) return; // it has changed meanwhile
      if (place === "check-words") this.tell(answer.isLegal ?? false, answer.words ?? answer.problem, answer.position);
      else this.find(place).textContent = answer.words ?? answer.problem;
    } catch {
      this.find(place).textContent = this.words.say("lost");
    }
  }

  tell(isLegal, words, position = "") {
    this.find("check-words").textContent = words;
    this.find("check-words").dataset.legal = isLegal;
    const ask = this.find("ask-dead");
    if (ask) ask.disabled = !isLegal;
    tellPlace(isLegal && position ? `?${new URLSearchParams({ kind: this.data.game, position })}` : "");
    const begin = this.find("begin");
    if (!begin) return;
    begin.hidden = !isLegal;
    begin.href = `${this.data.begin}?${new URLSearchParams({ kind: this.data.game, position })}`;
  }

  async copy(field) {
    field.select();
    await navigator.clipboard?.writeText(field.value).catch(() => undefined);
    this.announce(this.words.say("copied"));
  }

  announce(sentence) {
    this.find("words").textContent = sentence;
  }
}

const root = document.querySelector("[data-editor]");
if (root) {
  const rules = await import(root.dataset.rules);
  new Editor(root, JSON.parse(document.getElementById("editor-document").textContent), rules);
}
