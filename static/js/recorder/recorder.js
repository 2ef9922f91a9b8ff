// The recorder: a game is entered on the board; each step is kept here first and then sent.

import { Board } from "./board.js";
import { Entry } from "./entry.js";
import { EntryView } from "./entry_view.js";
import { Journal } from "./journal.js";
import { Branches, MoveList, Palette } from "./panels.js";
import { SetupEditor } from "./setup_editor.js";
import { Referee } from "./referee.js";
import { complete, readMove } from "./typed.js";
import { Words } from "./words.js";

export class Recorder {
  constructor(root, data, rules) {
    Object.assign(this, { root, data, rules });
    this.words = new Words(data);
    this.shown = null; // null: the end
    this.undone = [];
    this.hasBegun = false;
    this.isKept = false; // whether the page opens again without a connection
    this.journal = this.makeJournal({
      token: document.querySelector("#adjourn-form [name=csrfmiddlewaretoken]").value,
      onChange: () => this.receive(),
      onSent: () => this.showSent(),
    });
    this.board = new Board(this.find("picture"), {
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
      isSheet: rules.isSheet,
    });
    this.board.isFree = Boolean(rules.isSheet);
    this.entry = new Entry(view, (text) => this.play(text));
    const toBoard = () => this.find("picture").focus({ preventScroll: true });
    view.palette = new Palette(this.find("palette"), data.game, this.words, this.entry, toBoard);
    this.moves = new MoveList(this.find("moves"), this.words, (ply) => this.lookAt(ply));
    this.branches = new Branches(this.find("branches"), this.words, (tip) => this.chooseBranch(tip));
    this.referee = new Referee({
      address: data.addresses.rules,
      token: this.journal.token ?? this.journal.outbox.token,
      isNeeded: Boolean(data.addresses.rules) && !rules.isSheet && rules.GAME.provenByServer.length > 0,
      onAnswer: (plies, answer) => this.heed(plies, answer),
    });
    this.editor = rules.setup && this.makeEditor(rules.setup);
    this.connect();
  }

  async open() {
    const waiting = await this.journal.open();
    this.refresh();
    this.root.dataset.ready = "true";
    this.showSent();
    if (waiting.length) await this.journal.outbox.put(waiting);
  }

  makeJournal(hooks) {
    return new Journal(this.data, hooks);
  }

  makeEditor(setup) {
    return new SetupEditor(this.find("setup"), {
      game: this.data.game,
      setup,
      board: this.board,
      words: this.words,
      announce: (key, facts) => this.say(key, facts),
      save: (side, text) => this.add("setup", `${side} ${text}`),
      begin: () => {
        this.hasBegun = true;
        this.refresh();
        this.announce(this.find("turn").textContent);
        this.find("picture").focus();
      },
    });
  }

  get isClosed() {
    return this.journal.isClosed;
  }

  find(name) {
    return this.root.querySelector(`[data-${name}]`);
  }

  connect() {
    const click = (name, action) => this.find(name)?.addEventListener("click", action);
    click("undo", () => this.undo());
    click("redo", () => this.redo());
    click("first", () => this.lookAt(0));
    click("back", () => this.lookAt(Math.max(0, this.place - 1)));
    click("forward", () => this.lookAt(this.place + 1));
    click("last", () => this.lookAt(this.draft.plies.length));
    click("flip", () => this.board.flip());
    click("continue", () => this.continueHere());
    click("offer", () => this.offer());
    click("agree", () => this.end("agree", ""));
    for (const node of this.root.querySelectorAll("[data-end]")) {
      node.addEventListener("click", () => this.end(node.dataset.end, node.dataset.side));
    }
    for (const node of this.root.querySelectorAll("[data-hand-in]")) {
      node.addEventListener("click", () => this.handIn());
    }
    const field = this.find("typed");
    field.addEventListener("input", () => this.offerCompletions(field));
    this.find("typed-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.type(field);
    });
    const comment = this.find("comment");
    this.find("comment-form")?.addEventListener("submit", (event) => {
      event.preventDefault();
      this.comment(comment);
    });
  }

  // --- Steps -------------------------------------------------------------------------------------------------------

  add(kind, text) {
    this.journal.add(kind, text);
    this.shown = null;
    this.refresh();
    this.showSent();
  }

  /** Other devices' steps: followed if nothing is being entered and there is one way on, else shown as branches. */
  receive() {
    if (this.shown !== null || this.entry.origin) {
      this.branches.show(this.journal.tree, this.journal.tip);
      return;
    }
    const hasMoved = this.journal.follow();
    this.refresh();
    if (hasMoved && this.draft.plies.length) this.announce(this.words.ply(this.game, this.draft.plies.length));
  }

  chooseBranch(tip) {
    this.journal.moveTo(tip);
    this.shown = null;
    this.undone = [];
    this.refresh();
    this.find("branch-list").querySelector('[aria-pressed="true"]')?.focus();
  }

  play(text) {
    this.undone = [];
    this.add("ply", text);
    const ending = this.endingWords();
    const more = ending || (this.game.repetition?.()?.rule === "6c" ? this.words.say("threefold") : "");
    this.announce(`${this.words.ply(this.game, this.draft.plies.length)} ${more}`.trim());
  }

  undo() {
    const { plies, ending } = this.draft;
    if (this.isClosed || (!plies.length && !ending)) return;
    const count = ending ? plies.length : plies.length - 1;
    this.undone.push(...plies.slice(count).toReversed());
    this.takeBack(count);
  }

  redo() {
    const text = this.undone.pop();
    if (!text || this.isClosed) return;
    this.add("ply", text);
    this.say("redone", { text });
  }

  /** Take back everything after the ply that is shown. */
  continueHere() {
    const count = this.place;
    this.undone = [];
    this.takeBack(count);
    this.find("picture").focus();
  }

  takeBack(count) {
    this.add("undo", String(count));
    this.say("undone", { count });
  }

  offer() {
    if (!this.draft.plies.length || this.draft.offers.has(this.draft.plies.length)) return;
    this.add("offer", "");
    this.say("offered", { side: this.words.sides[this.game.turn ^ 1] });
  }

  end(kind, text) {
    this.add(kind, text);
    this.announce(this.endingWords());
    this.root.querySelector("[data-over] [data-hand-in]").focus();
  }

  comment(field) {
    const typed = field.value.trim();
    const text = typed.toWellFormed?.() ?? typed; // the site refuses half a character, and all steps behind it
    if (!text || this.isClosed) return;
    field.value = "";
    this.add("comment", text);
    this.say("commented");
  }

  async handIn() {
    const { address, problem, key } = await this.journal.handIn();
    if (address) location.assign(address);
    else this.announce(problem ?? this.words.say(key));
  }

  // --- Entering ----------------------------------------------------------------------------------------------------

  get place() {
    return this.shown ?? this.draft.plies.length;
  }

  get isSettingUp() {
    return Boolean(this.editor) && !this.draft.plies.length && !(this.hasBegun && this.editor.isComplete);
  }

  tap(square) {
    if (this.isClosed) return;
    if (this.isSettingUp) this.editor.tap(square);
    else this.entry.tap(square);
  }

  key(key) {
    if (key === "Escape") this.entry.cancel();
    else if (key === "Backspace") this.undo();
    else return false;
    return true;
  }

  contents() {
    return this.isSettingUp ? {} : this.game.board().contents;
  }

  type(field) {
    const typed = field.value.trim();
    if (this.rules.isSheet) {
      this.note(field, typed);
      return;
    }
    const offers = typed.endsWith("(=)");
    if (this.rules.isServed) {
      const ply = this.entry.game?.find(offers ? typed.slice(0, -3).trim() : typed);
      if (!ply) {
        if (typed) this.say(this.game.isUnknown ? "waitForSite" : "noPly", { text: typed });
        return;
      }
      field.value = "";
      this.play(ply);
      if (offers) this.offer();
      return;
    }
    const move = this.entry.game && readMove(this.game, offers ? typed.slice(0, -3) : typed);
    if (!move) {
      if (typed) this.say("noPly", { text: typed });
      return;
    }
    const { text } = this.game.write(move);
    const isWhole = this.game.isLegal(text);
    if (!isWhole && move.answers.length) {
      this.say("noPly", { text: typed });
      return;
    }
    field.value = "";
    this.offerCompletions(field);
    this.entry.clear();
    if (isWhole && (move.answers.length || !this.game.question(move))) this.play(text);
    else this.entry.go(move.origin, move.target);
    if (offers && isWhole) this.offer();
  }

  /** On a score sheet everything counts that looks like a move. */
  note(field, typed) {
    const offers = typed.endsWith("(=)");
    const ply = this.entry.game?.read(offers ? typed.slice(0, -3) : typed);
    if (!ply) {
      if (typed) this.say("noMove", { text: typed });
      return;
    }
    field.value = "";
    this.play(ply.text);
    if (offers) this.offer();
  }

  offerCompletions(field) {
    const offered = !this.rules.isSheet && this.entry.game && field.value ? this.completions(field.value) : [];
    this.find("completions").replaceChildren(
      ...offered.map((text) => {
        const option = document.createElement("option");
        option.value = text;
        return option;
      }),
    );
  }

  completions(typed) {
    return this.game.completions ? this.game.completions(typed) : complete(this.game, typed);
  }

  // --- What is shown -----------------------------------------------------------------------------------------------

  lookAt(ply) {
    const count = this.draft.plies.length;
    if (ply < 0 || ply > count || this.isSettingUp) return;
    this.shown = ply === count ? null : ply;
    this.refresh();
    if (this.shown !== null) this.say("looking", { number: ply, count });
    else if (count) this.announce(this.words.ply(this.game, count));
  }

  refresh() {
    this.draft = this.journal.draft();
    if (this.editor) {
      this.editor.texts = [0, 1].map((side) => this.draft.setups[side] ?? this.rules.setup.empty());
      this.find("setup").hidden = !this.isSettingUp;
      this.find("playing").hidden = this.isSettingUp;
    }
    if (this.isSettingUp) {
      this.editor.draw();
      this.moves.show(this.draft, 0);
      return;
    }
    this.said = this.referee.about(this.offeredPlies);
    this.game = this.replay();
    this.board.show(this.contents(), this.game.effect());
    this.showState();
  }

  /** The game as far as it is shown. */
  replay() {
    const game = this.rules.start(this.startTags());
    for (const text of this.draft.plies.slice(0, this.place)) game.push(text);
    return game;
  }

  /** Why the game is over; empty while it goes on. What needs a proof the site has to say. */
  endingWords() {
    if (this.draft.ending) return this.words.ending(this.draft, null);
    const over = this.said?.over;
    if (over) return [this.words.say("over", over), over.proof].filter(Boolean).join(" ");
    return this.words.ending(this.draft, this.game.outcome());
  }

  /** The plies with the offers on them, as the referee reads them. */
  get offeredPlies() {
    const { plies, offers } = this.draft;
    return plies.map((text, index) => (offers.has(index + 1) ? `${text} (=)` : text));
  }

  /** What the referee said about the position that is shown last. */
  heed(plies, answer) {
    this.rules.learn?.(this.draft.plies.slice(0, plies.length), answer.node);
    if (this.entry.origin || plies.join(" ") !== this.offeredPlies.join(" ")) return;
    const before = this.find("turn").textContent;
    const wasOver = !this.find("over").hidden;
    this.refresh();
    const now = this.find("turn").textContent;
    // Whoever listens has heard of the move, and of an end that needs no proof.
    if (now === before || wasOver) return;
    const last = this.game.effect() ? this.words.ply(this.game, this.game.plies.length) : "";
    this.announce([last, now].filter(Boolean).join(" "));
  }

  /** Whether something has to be said on the other phone first. */
  get isWaiting() {
    return false;
  }

  startTags() {
    const { tags } = this.data;
    const wanted = Object.fromEntries(
      this.rules.GAME.start.filter(({ tag }) => tag in tags).map(({ tag }) => [tag, tags[tag]]),
    );
    for (const { tag, kind, side } of this.rules.GAME.start) if (kind === "setup") wanted[tag] = this.draft.setups[side];
    return wanted;
  }

  showState() {
    const isLooking = this.shown !== null;
    const ending = isLooking ? "" : this.endingWords();
    const canPlay = !isLooking && !ending && !this.isClosed && !this.isWaiting;
    this.entry.reset(canPlay ? this.game : null);
    const side = this.words.sides[this.game.turn];
    const turn = this.words.say(this.draft.plies.length ? "turn" : "start", { side });
    this.find("turn").textContent = isLooking
      ? this.words.say("looking", { number: this.place, count: this.draft.plies.length })
      : ending || [turn, this.said?.duty].filter(Boolean).join(" ");
    this.find("over").hidden = !ending || this.isClosed;
    this.find("over-words").textContent = ending;
    this.showRule(ending);
    this.find("continue").hidden = !isLooking || this.isClosed;
    this.find("reserve-count").textContent = this.game.board().reserve ?? "";
    const isStart = !this.draft.plies.length && !this.draft.ending;
    this.find("undo").disabled = this.isClosed || isLooking || isStart;
    this.find("redo").disabled = !canPlay || !this.undone.length;
    this.find("back").disabled = this.find("first").disabled = !this.place;
    this.find("forward").disabled = this.find("last").disabled = !isLooking;
    this.find("typed").disabled = this.find("play").disabled = !canPlay;
    for (const node of this.root.querySelectorAll("[data-end], [data-agree]")) node.disabled = !canPlay;
    const offer = this.find("offer");
    offer.hidden = !this.rules.GAME.offersDraws;
    offer.disabled = !canPlay || !this.draft.plies.length || this.draft.offers.has(this.draft.plies.length);
    this.moves.show(this.draft, this.place);
    if (this.journal.tree) this.branches.show(this.journal.tree, this.journal.tip);
  }

  /** The rule that ended the game, as a link to the page where it stands. */
  showRule(ending) {
    const rule = ending && !this.draft.ending ? (this.said?.over ?? this.outcome())?.rule : "";
    const address = this.data.ruleAddresses?.[rule];
    this.find("over-rule").hidden = !address;
    if (!address) return;
    this.find("over-address").href = address;
    this.find("over-address").textContent = this.words.say("rule", { rule });
  }

  outcome() {
    return this.game.outcome();
  }

  showSent() {
    const { trouble, why } = this.journal.outbox;
    const status = this.find("sent");
    const count = this.journal.waiting;
    const state = this.isClosed ? "closed" : count ? "waiting" : "sent";
    if (state === status.dataset.state && trouble === status.dataset.trouble && count === this.counted) return;
    this.counted = count;
    Object.assign(status.dataset, { state, trouble });
    const said = [this.words.say({ closed: "handedIn", waiting: "waiting", sent: "allSent" }[state], { count })];
    if (trouble === "offline" && count) said.push(this.words.say(this.isKept ? "mayClose" : "mayNotClose"));
    if (trouble === "refused") said.push(this.words.say("refused", { why }));
    if (trouble === "signedOut") said.push(this.words.say("signedOut"));
    if (!this.journal.store.isLasting) said.push(this.words.say("noStorage"));
    status.textContent = said.join(" ");
    // Seen at each move; said when something goes wrong, and when all is well again.
    if (trouble !== (this.saidTrouble ?? "")) {
      this.saidTrouble = trouble;
      this.find("sent-trouble").textContent = status.textContent;
    }
  }

  say(key, facts) {
    this.announce(this.words.say(key, facts));
  }

  announce(sentence) {
    this.find("words").textContent = sentence;
  }
}
