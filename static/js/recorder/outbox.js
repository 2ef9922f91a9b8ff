// Sends steps in order and tries again until the site has them; brings what other devices have sent.

const FIRST_RETRY = 1000;
const LAST_RETRY = 15_000;
const LOOK_AGAIN_AFTER = 15_000;
const AT_ONCE = 100;

export class Outbox {
  /** `onSteps(steps)` for what came from the site, `onSent(steps)`, `onChange()` when `waiting` or `trouble` changes. */
  constructor({ address, token, cursor, onSteps, onSent, onChange, lookAfter = LOOK_AGAIN_AFTER }) {
    this.lookAfter = lookAfter;
    this.address = address;
    this.token = token;
    this.cursor = cursor;
    this.onSteps = onSteps;
    this.onSent = onSent;
    this.onChange = onChange;
    this.waiting = [];
    this.isSending = false;
    this.trouble = ""; // "", "offline", "signedOut" or "refused"
    this.why = "";
    this.retryAfter = FIRST_RETRY;
    addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => document.hidden || this.hurry());
    this.watch();
  }

  put(steps) {
    this.waiting.push(...steps);
    this.onChange();
    return this.send();
  }

  hurry() {
    this.retryAfter = FIRST_RETRY;
    return this.waiting.length ? this.send() : this.look();
  }

  /** Other devices may go on with the game. */
  watch() {
    setTimeout(async () => {
      if (!document.hidden && !this.waiting.length) await this.look();
      this.watch();
    }, this.lookAfter);
  }

  async look() {
    await this.exchange([]);
    if (this.waiting.length) await this.send();
  }

  async send() {
    clearTimeout(this.timer);
    while (this.waiting.length && !this.isSending) {
      const sent = this.waiting.slice(0, AT_ONCE);
      // One after the other: a step needs the one before it.
      // oxlint-disable-next-line no-await-in-loop
      if (!(await this.exchange(sent))) {
        if (this.trouble !== "offline") return;
        this.timer = setTimeout(() => this.send(), this.retryAfter);
        this.retryAfter = Math.min(2 * this.retryAfter, LAST_RETRY);
        return;
      }
      this.retryAfter = FIRST_RETRY;
    }
  }

  /** Send some steps, or none, and take what is new; false if that has to be tried again. */
  async exchange(sent) {
    if (this.isSending) return false;
    this.isSending = true;
    const answer = await this.request(sent);
    this.isSending = false;
    if (answer) {
      this.waiting = this.waiting.slice(sent.length);
      this.cursor = answer.cursor;
      if (sent.length) this.onSent(sent);
      this.onSteps(answer.steps, answer.state, answer);
    }
    this.onChange();
    return Boolean(answer);
  }

  async request(sent) {
    const options = sent.length ? { method: "POST", body: JSON.stringify({ steps: sent.map(bare) }) } : {};
    try {
      const response = await fetch(`${this.address}?after=${this.cursor}`, {
        ...options,
        headers: { "Content-Type": "application/json", "X-CSRFToken": this.token },
        redirect: "manual",
      });
      if (response.ok) {
        const answer = await response.json();
        this.trouble = "";
        return answer;
      }
      await this.note(response);
    } catch {
      this.trouble = "offline";
    }
    return null;
  }

  async note(response) {
    if (response.type === "opaqueredirect" || response.status === 403) this.trouble = "signedOut";
    else if (response.status >= 500 || response.status === 429) this.trouble = "offline";
    else {
      this.trouble = "refused";
      this.why = (await response.json().catch(() => ({}))).problem ?? "";
    }
  }
}

const bare = ({ key, parent, number, kind, text, made }) => ({ key, parent, number, kind, text, made });
