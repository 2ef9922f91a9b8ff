// Asks an address again and again for what has changed since the last answer. Hidden pages ask nothing.
//
// What everybody sees alike is asked for without saying who asks: the server then need not look for whoever it is.

const LONGEST_PAUSE = 60;

export class Feed {
  /** `onChange(data)` for what is new, `onLost(isLost)` when the connection comes and goes. */
  constructor({ address, pause, tag, onChange, onLost }) {
    Object.assign(this, { address, pause, tag, onChange, onLost });
    this.failures = 0;
    document.addEventListener("visibilitychange", () => document.hidden || this.ask());
    addEventListener("online", () => this.ask());
    this.wait();
  }

  wait() {
    const seconds = Math.min(this.pause * 2 ** this.failures, LONGEST_PAUSE);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ask(), 1000 * seconds);
  }

  async ask() {
    if (this.isAsking) return;
    this.isAsking = true;
    if (!document.hidden) await this.take();
    this.isAsking = false;
    this.wait();
  }

  async take() {
    try {
      const response = await fetch(`${this.address}?since=${encodeURIComponent(this.tag)}`, {
        headers: { "Accept-Language": document.documentElement.lang },
        credentials: "omit",
        cache: "no-store",
      });
      if (response.status === 200) {
        const data = await response.json();
        this.tag = data.tag;
        this.onChange(data);
      }
      this.failures = response.status >= 500 || response.status === 429 ? Math.min(this.failures + 1, 5) : 0;
    } catch {
      this.failures = Math.min(this.failures + 1, 5);
    }
    this.onLost(this.failures > 0);
  }
}
