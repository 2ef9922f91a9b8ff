// One of two phones on a game with hidden pieces: the own set-up, the moves, and what waits for a word of either player.

import { keepPage } from "../kept_pages.js";
import { Recorder } from "./recorder.js";
import { SavedSetups } from "./saved_setups.js";
import { SeatJournal } from "./seat_journal.js";
import { SetupEditor } from "./setup_editor.js";

const SAVE_AFTER = 400;

class SeatRecorder extends Recorder {
  constructor(root, data, rules) {
    super(root, data, rules);
    this.find("confirm").addEventListener("click", () => this.confirm());
    this.find("decline").addEventListener("click", () => this.decline());
    if (data.seat === 1) this.board.flip();
    this.saved = new SavedSetups(root.querySelector("[data-saved]"), {
      setups: data.savedSetups,
      address: data.addresses.savedSetups,
      game: data.game,
      words: this.words,
      announce: (sentence) => this.announce(sentence),
      current: () => this.editor.text,
      onLoad: (text) => this.editor.read(text),
      post: (address, body) => this.journal.post(address, body),
    });
  }

  makeJournal(hooks) {
    return new SeatJournal(this.data, { ...hooks, onRefused: (why) => this.announce(why) });
  }

  makeEditor(setup) {
    const { seat } = this.data;
    this.ownSetup = this.data.setup || setup.empty();
    return new SetupEditor(this.find("setup"), {
      game: this.data.game,
      setup,
      board: this.board,
      words: this.words,
      only: seat,
      announce: (key, facts) => this.say(key, facts),
      save: (_, text) => this.keepSetup(text),
      begin: () => this.seal(),
    });
  }

  /** It is no secret from this phone: kept on the site, so that another device of the player goes on with it. */
  keepSetup(text) {
    this.ownSetup = text;
    clearTimeout(this.savingSetup);
    this.savingSetup = setTimeout(() => this.journal.post(this.data.addresses.setup, { text, seal: false }), SAVE_AFTER);
  }

  async seal() {
    clearTimeout(this.savingSetup);
    const answer = await this.journal.post(this.data.addresses.setup, { text: this.ownSetup, seal: true });
    if (!answer.steps) {
      this.announce(answer.problem ?? this.words.say(answer.key));
      return;
    }
    this.journal.take(answer);
    this.refresh();
    this.announce(this.find("turn").textContent);
    this.find("picture").focus();
  }

  get isSettingUp() {
    return !this.journal.canBegin;
  }

  get isWaiting() {
    return this.draft.missing.length > 0 || this.unshown;
  }

  /** An attack that both have said, and of which the site has not told yet what it showed. */
  get unshown() {
    const last = this.draft.plies.length - 1;
    if (this.draft.askedUndo && !this.draft.unsaid.length) return false;
    return last >= 0 && !this.draft.ending && this.draft.plies[last].includes("x") && !this.draft.shown[last];
  }

  tap(square) {
    if (this.isSettingUp && this.journal.isSealed) return;
    super.tap(square);
  }

  receive() {
    const count = this.draft?.plies.length ?? 0;
    if (this.entry.origin) return;
    this.refresh();
    if (this.isSettingUp || this.shown !== null) return;
    if (this.isWaiting || this.endingWords()) this.announce(this.find("turn").textContent);
    else if (this.draft.plies.length !== count || !this.find("open").hidden) this.announceLast();
  }

  announceLast() {
    if (this.game.effect()) this.announce(this.words.ply(this.game, this.game.plies.length));
  }

  refresh() {
    this.draft = this.journal.draft();
    if (!this.isSettingUp) {
      super.refresh();
      return;
    }
    this.editor.texts[this.data.seat] = this.ownSetup;
    this.find("setup").hidden = this.journal.isSealed;
    this.find("playing").hidden = true;
    this.find("moves-part").hidden = true;
    this.editor.draw();
    if (this.journal.isSealed) this.board.light(null, []);
    const key = this.journal.isSealed ? "waitSetup" : "ownSetup";
    this.find("turn").textContent = this.words.say(key, { side: this.words.sides[this.data.seat] });
  }

  replay() {
    const tag = this.rules.GAME.start.find(({ kind, side }) => kind === "setup" && side === this.data.seat).tag;
    const tags = { ...this.startTags(), [tag]: this.ownSetup };
    for (const { tag: name, kind, side } of this.rules.GAME.start) {
      if (kind === "setup" && side !== this.data.seat) delete tags[name];
    }
    const game = this.rules.start(tags, { seat: this.data.seat });
    const { plies, shown, unsaid, ending } = this.draft;
    const settled = plies.length - (!ending && (unsaid.length || this.unshown) ? 1 : 0);
    for (let index = 0; index < Math.min(this.place, settled); index += 1) game.push(plies[index], shown[index] ?? {});
    // What an attack on this board shows, the site says.
    const ask = game.question.bind(game);
    game.question = (draft) => {
      const question = ask(draft);
      return question?.ask === "reveal" ? null : question;
    };
    return game;
  }

  endingWords() {
    return this.draft.missing.length ? "" : this.words.ending(this.draft, this.journal.outcome ?? null);
  }

  outcome() {
    return this.journal.outcome;
  }

  showState() {
    super.showState();
    this.find("moves-part").hidden = false;
    const { missing, plies, ending } = this.draft;
    const isOpen = this.shown === null && (missing.length > 0 || this.unshown);
    this.find("open").hidden = !isOpen;
    if (!isOpen) return;
    const own = missing.includes(this.data.seat);
    const what = ending ? this.words.say(`said-${ending.kind}`, { side: this.words.sides[ending.side] }) : plies.at(-1);
    const other = this.data.players[this.data.seat ^ 1];
    const { askedUndo } = this.draft;
    const asked = askedUndo && this.words.say(own ? "undoWanted" : "undoAsked", { other, count: askedUndo.count });
    const words = asked || this.words.say(own ? "isItRight" : "waitWord", { what, other });
    this.find("confirm").textContent = this.words.say(askedUndo ? "agreeUndo" : "yes");
    this.find("decline").textContent = this.words.say(askedUndo ? (own ? "refuseUndo" : "withdrawUndo") : "noUndo");
    this.find("open-words").textContent = words;
    this.find("turn").textContent = words;
    this.find("confirm").hidden = !own;
    this.find("undo").disabled = false;
    if (!ending && !askedUndo) {
      const [origin, target] = plies.at(-1).split(/[-x]/);
      this.board.light(origin, [target], new Set(plies.at(-1).includes("x") ? [target] : []));
    }
  }

  play(text) {
    this.undone = [];
    this.add("ply", text);
    if (this.isWaiting) this.announce(this.find("turn").textContent);
    else this.announceLast();
  }

  /** What is settled between both needs the other player's word. */
  takeBack(count) {
    this.undone = [];
    this.add("undo", String(count));
    if (this.draft.askedUndo) this.announce(this.find("turn").textContent);
    else this.say("undone", { count });
  }

  decline() {
    if (!this.draft.askedUndo) {
      this.undo();
      return;
    }
    this.add("undo", String(this.draft.plies.length));
    this.say("undoOff");
  }

  confirm() {
    this.add("confirm", "");
    if (!this.isWaiting) this.announceLast();
    this.find("picture").focus();
  }

  end(kind, text) {
    this.add(kind, text);
    this.announce(this.find("turn").textContent);
  }
}

const root = document.querySelector("[data-recorder]");

async function start() {
  const data = JSON.parse(document.getElementById("recorder-document").textContent);
  const rules = await import(root.dataset.rules);
  const recorder = new SeatRecorder(root, data, rules);
  await recorder.open();
  recorder.isKept = await keepPage(root.dataset.worker);
  root.toggleAttribute("data-kept", recorder.isKept);
}

if (root) start();
