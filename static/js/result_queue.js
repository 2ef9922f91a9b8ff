// Results that were entered and wait to be sent: taken at once, sent in order, tried again until the site has them.
// They are kept in the browser meanwhile, so that a closed page or a lost connection loses none of them.

const FIRST_RETRY = 1000;
const LAST_RETRY = 15_000;

export class ResultQueue {
  /** `onAnswer(board)` for each board the site answered about, `onChange()` when the number of waiting ones changes. */
  constructor({ address, token, account, onAnswer, onChange }) {
    this.address = address;
    this.token = token;
    this.key = `kiebitz-results:${account}:${address}`;
    this.onAnswer = onAnswer;
    this.onChange = onChange;
    this.waiting = new Map();
    this.isSending = false;
    this.trouble = "";
    this.retryAfter = FIRST_RETRY;
    window.addEventListener("online", () => this.send());
    document.addEventListener("visibilitychange", () => document.hidden || this.send());
  }

  /** What an earlier page could not send: `[pairing, {result, was, seen}]` each. */
  kept() {
    try {
      return JSON.parse(localStorage.getItem(this.key) ?? "[]");
    } catch {
      return [];
    }
  }

  put(pairing, entry) {
    this.waiting.set(pairing, entry);
    this.changed();
    this.send();
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
    const sent = new Map(this.waiting);
    const answer = await this.post(sent);
    this.isSending = false;
    if (!answer) {
      this.timer = setTimeout(() => this.send(), this.retryAfter);
      this.retryAfter = Math.min(2 * this.retryAfter, LAST_RETRY);
      this.changed();
      return;
    }
    this.retryAfter = FIRST_RETRY;
    for (const board of answer.boards) this.take(board, sent.get(String(board.pairing)));
    this.changed();
    this.send();
  }

  async post(sent) {
    const body = new URLSearchParams();
    for (const [pairing, { result, was, seen }] of sent) {
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
    if (now && sent && now.result !== sent.result) {
      // Another key was pressed meanwhile: it goes out next, on top of what the site has now.
      this.waiting.set(pairing, { ...now, was: board.result, seen: board.version });
    } else {
      this.waiting.delete(pairing);
    }
    this.onAnswer(board, this.waiting.has(pairing));
  }

  changed() {
    try {
      if (this.waiting.size) localStorage.setItem(this.key, JSON.stringify([...this.waiting]));
      else localStorage.removeItem(this.key);
    } catch {
      // No room, or not allowed: the page itself still has them.
    }
    this.onChange();
  }
}
