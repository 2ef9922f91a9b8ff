// The one line of steps of a game on two phones: what this phone adds is kept here first; whoever is late is told so.

import { Draft } from "./draft.js";
import { randomKey } from "./journal.js";
import { Outbox } from "./outbox.js";
import { Store } from "./store.js";

const LOOK_AFTER = 2000;

export class SeatJournal {
  constructor(data, { token, onChange, onSent, onRefused }) {
    Object.assign(this, { onChange, onSent, onRefused, addresses: data.addresses, side: data.seat, token });
    this.line = [];
    this.store = new Store(data.key, data.account);
    this.saving = Promise.resolve();
    this.outbox = new Outbox({
      address: data.addresses.steps,
      token,
      cursor: 0,
      lookAfter: LOOK_AFTER,
      onSteps: (steps, state, answer) => this.receive(answer),
      onSent: (sent) => this.store.put(sent.map((step) => ({ ...step, sent: true }))),
      onChange: () => this.check(),
    });
    this.take(data);
  }

  async open() {
    await this.store.open();
    const { steps } = await this.store.load();
    // A page that was opened without a connection is older than what this phone has heard since.
    for (const step of steps) {
      const last = this.line.at(-1);
      if (step.number === this.line.length + 1 && step.parent === (last?.key ?? null)) this.line.push(step);
    }
    return this.line.filter(({ sent }) => sent === false);
  }

  get isClosed() {
    return this.state === "handed_in";
  }

  get isSealed() {
    return this.sealed[this.side];
  }

  get canBegin() {
    return this.sealed.every(Boolean);
  }

  get waiting() {
    return this.outbox.waiting.length;
  }

  draft() {
    const draft = new Draft();
    for (const step of this.line) draft.take(step);
    return draft;
  }

  add(kind, text) {
    const last = this.line.at(-1);
    const step = {
      key: randomKey(),
      parent: last?.key ?? null,
      number: this.line.length + 1,
      kind,
      text,
      side: this.side,
      made: new Date().toISOString(),
      sent: false,
    };
    this.line.push(step);
    this.saving = this.keep(step, this.saving);
  }

  async keep(step, before) {
    await before;
    try {
      await this.store.put([step], step.key);
    } catch {
      this.store.isLasting = false;
    }
    this.outbox.put([step]);
  }

  /** What the site said; true if something is new. */
  take({ steps, state, sealed, outcome, cursor }) {
    const known = JSON.stringify([this.state, this.sealed]);
    let isNew = false;
    for (const step of steps) {
      const own = this.line[step.number - 1];
      if (own?.key === step.key) Object.assign(own, step, { sent: true });
      else {
        this.line.length = step.number - 1;
        this.line.push({ ...step, sent: true });
        this.outbox.waiting = [];
      }
      isNew = true;
    }
    if (isNew) this.store.put(steps.map((step) => Object.assign(step, { sent: true })));
    Object.assign(this, { state, sealed });
    this.outbox.cursor = cursor;
    if (outcome !== undefined) this.outcome = outcome;
    return isNew || known !== JSON.stringify([state, sealed]);
  }

  receive(answer) {
    if (this.take(answer)) this.onChange();
  }

  /** A step that was refused is gone: the other phone was faster, or it cannot be. */
  check() {
    if (this.outbox.trouble === "refused") {
      const { why } = this.outbox;
      Object.assign(this.outbox, { waiting: [], trouble: "" });
      this.line = this.line.filter(({ sent }) => sent);
      this.store.forget();
      this.onChange();
      this.onRefused(why);
      queueMicrotask(() => this.outbox.look());
    }
    this.onSent();
  }

  /** Nothing of it waits here: it is the answer that says whether the site has it. */
  async post(address, body) {
    try {
      const response = await fetch(address, {
        method: "POST",
        body: JSON.stringify(body),
        headers: { "Content-Type": "application/json", "X-CSRFToken": this.token },
        redirect: "manual",
      });
      if (response.type === "opaqueredirect" || response.status === 403) return { key: "signedOut" };
      return await response.json();
    } catch {
      return { key: "sendFirst" };
    }
  }

  async handIn() {
    await this.saving;
    if (this.waiting) await this.outbox.send();
    return this.waiting ? { key: "sendFirst" } : this.post(this.addresses.handIn, {});
  }
}
