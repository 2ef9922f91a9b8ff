// Results that were entered and wait to be sent: taken at once, sent in order, tried again until the site has them.
// They are kept in the browser meanwhile, so that a closed page or a lost connection loses none of them.

const FIRST_RETRY = 1000;
const LAST_RETRY = 15_000;

// Each board is three fields of a form, and the site takes no form of more than a thousand.
const MOST_AT_ONCE = 100;

export class ResultQueue {
  /**
   * `onAnswer(board)` for each board the site answered about, `onGone(pairing, entry)` for one that it no longer has,
   * `onChange()` when the number of waiting ones changes.
   */
  constructor({ address, token, account, onAnswer, onGone, onChange }) {
    this.address = address;
    this.token = token;
    this.prefix = `kiebitz-results:${account}:${address}:`;
    this.onAnswer = onAnswer;
    this.onGone = onGone;
    this.onChange = onChange;
    this.waiting = new Map();
    this.isSending = false;
    this.trouble = "";
    this.retryAfter = FIRST_RETRY;
    window.addEventListener("online", () => this.send());
    document.addEventListener("visibilitychange", () => document.hidden || this.send());
  }

  /** What an earlier page could not send: `[pairing, {result, was, seen, sent}]` each, in the order of typing. */
  kept() {
    const found = [];
    try {
      for (const key of Object.keys(localStorage)) {
        if (!key.startsWith(this.prefix)) continue;
        found.push([key.slice(this.prefix.length), JSON.parse(localStorage.getItem(key))]);
      }
    } catch {
      // Not allowed, or not ours: there is nothing to go on with.
    }
    const ours = found.filter(([, entry]) => entry?.was !== undefined);
    return ours.toSorted(([, one], [, other]) => one.at - other.at);
  }

  put(pairing, entry) {
    this.waiting.set(pairing, { at: Date.now(), ...entry });
    this.keep(pairing);
    this.onChange();
    this.send();
  }

  /** Nothing of this board is waited for any more. */
  drop(pairing) {
    this.waiting.delete(pairing);
    this.keep(pairing);
  }

  get(pairing) {
    return this.waiting.get(pairing);
  }

  get size() {
    return this.waiting.size;
  }

  async send() {
    if (this.isSending || !this.waiting.size) return;
    this.isSending = true;
    clearTimeout(this.timer);
    const sent = new Map([...this.waiting].slice(0, MOST_AT_ONCE));
    for (const [pairing, entry] of sent) {
      // What was sent and never answered may have arrived: the same again does no harm, and tells what the site has.
      entry.sent ??= entry.result;
      this.keep(pairing);
    }
    const answer = await this.post(sent);
    this.isSending = false;
    if (!answer) {
      this.timer = setTimeout(() => this.send(), this.retryAfter);
      this.retryAfter = Math.min(2 * this.retryAfter, LAST_RETRY);
      this.onChange();
      return;
    }
    this.retryAfter = FIRST_RETRY;
    for (const board of answer.boards) this.take(board, sent.get(String(board.pairing)).sent);
    const answered = new Set(answer.boards.map((board) => String(board.pairing)));
    for (const [pairing, entry] of sent) {
      // The round was paired anew meanwhile. Asking again would never end.
      if (answered.has(pairing)) continue;
      this.drop(pairing);
      this.onGone(pairing, entry);
    }
    this.onChange();
    this.send();
  }

  async post(sent) {
    const body = new URLSearchParams();
    for (const [pairing, { sent: result, was, seen }] of sent) {
      body.set(`result-${pairing}`, result);
      body.set(`was-${pairing}`, was);
      body.set(`seen-${pairing}`, seen);
    }
    try {
      const response = await fetch(this.address, {
        method: "POST",
        body,
        headers: { Accept: "application/json", "X-CSRFToken": this.token },
        redirect: "manual",
      });
      const isAnswer = response.headers.get("Content-Type")?.startsWith("application/json");
      if (isAnswer && response.ok) {
        this.trouble = "";
        return await response.json();
      }
      this.trouble = response.status >= 500 || response.status === 429 ? "offline" : "refused";
    } catch {
      this.trouble = "offline";
    }
    return null;
  }

  take(board, sent) {
    const pairing = String(board.pairing);
    const now = this.waiting.get(pairing);
    if (now && now.result !== sent && !board.problem) {
      // Another key was pressed meanwhile: it goes out next, on top of what the site has now.
      this.waiting.set(pairing, { ...now, sent: undefined, was: board.result, seen: board.version });
      this.keep(pairing);
    } else {
      this.drop(pairing);
    }
    this.onAnswer(board, this.waiting.has(pairing));
  }

  /** Each board by itself, so that two windows on one round do not write over each other's. */
  keep(pairing) {
    const entry = this.waiting.get(pairing);
    try {
      if (entry) localStorage.setItem(this.prefix + pairing, JSON.stringify(entry));
      else localStorage.removeItem(this.prefix + pairing);
    } catch {
      // No room, or not allowed: the page itself still has them.
    }
  }
}
