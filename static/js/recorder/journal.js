// The steps of one recording on this device: kept here first, then sent, and joined by what other devices sent.

import { Tree } from "./draft.js";
import { Outbox } from "./outbox.js";
import { Store } from "./store.js";

export class Journal {
  /** `onChange(isNew)` after steps came from elsewhere, `onSent()` when the number of waiting ones changes. */
  constructor({ key, account, addresses, cursor, steps, state }, { token, onChange, onSent }) {
    this.addresses = addresses;
    this.arrived = steps;
    this.onChange = onChange;
    this.tree = new Tree();
    this.tip = null;
    this.isClosed = state === "handed_in";
    this.store = new Store(key, account);
    this.saving = Promise.resolve();
    this.unsaved = 0;
    this.outbox = new Outbox({
      address: addresses.steps,
      token,
      cursor,
      onSteps: (more, now) => this.receive(more, now),
      onSent: (sent) => this.store.put(sent.map((step) => ({ ...step, sent: true }))),
      onChange: onSent,
    });
  }

  /** What the site and this device know. Returns what the site does not have yet. */
  async open() {
    await this.store.open();
    const { steps, tip } = await this.store.load();
    for (const step of this.arrived) this.tree.add(step);
    const waiting = steps.filter((step) => this.tree.add(step));
    const known = tip && this.tree.steps.has(tip) ? tip : null;
    this.tip = this.tree.forward(known ?? this.tree.leaves().at(-1) ?? null);
    if (this.isClosed && !waiting.length) await this.store.forget();
    return waiting;
  }

  draft() {
    return this.tree.draft(this.tip);
  }

  add(kind, text) {
    const step = {
      key: randomKey(),
      parent: this.tip,
      number: this.tree.number(this.tip) + 1,
      kind,
      text,
      made: new Date().toISOString(),
      sent: false,
    };
    this.tree.add(step);
    this.tip = step.key;
    this.unsaved += 1;
    this.saving = this.keep(step, this.saving);
  }

  /** One after the other, so that steps are sent in their order. */
  async keep(step, before) {
    await before;
    try {
      await this.store.put([step], step.key);
    } catch {
      this.store.isLasting = false;
    }
    this.unsaved -= 1;
    this.outbox.put([step]);
  }

  /** How many steps the site does not have yet. */
  get waiting() {
    return this.unsaved + this.outbox.waiting.length;
  }

  moveTo(tip) {
    this.tip = tip;
    this.store.put([], tip);
  }

  receive(steps, state) {
    const more = steps.filter((step) => this.tree.add(step));
    const isNew = more.length > 0;
    // A page that opens without a connection knows what came since it was made, too.
    if (isNew) this.store.put(more.map((step) => Object.assign(step, { sent: true })));
    const isClosed = state === "handed_in";
    if (!isNew && isClosed === this.isClosed) return;
    this.isClosed = isClosed;
    this.onChange();
  }

  /** Go on with what came, where there is one way on. Whether there was something. */
  follow() {
    const before = this.tip;
    this.tip = this.tree.forward(this.tip);
    return this.tip !== before;
  }

  /** Where the record is followed, or why it was not taken: `{ address }`, `{ problem }` or `{ key }` of a text. */
  async handIn() {
    await this.saving;
    if (this.outbox.waiting.length) await this.outbox.send();
    if (this.outbox.waiting.length) return { key: "sendFirst" };
    try {
      const response = await fetch(this.addresses.handIn, {
        method: "POST",
        body: JSON.stringify({ tip: this.tip }),
        headers: { "Content-Type": "application/json", "X-CSRFToken": this.outbox.token },
        redirect: "manual",
      });
      if (response.type === "opaqueredirect" || response.status === 403) return { key: "signedOut" };
      const answer = await response.json();
      if (response.ok) await this.store.forget();
      return answer;
    } catch {
      return { key: "sendFirst" };
    }
  }
}

/** A random UUID, also where the page has no secure context. */
export function randomKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 15) | 64;
  bytes[8] = (bytes[8] & 63) | 128;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
