// Sends the whole tree a moment after the last change, one request at a time, and tries again until the site has it.

const QUIET = 800;
const RETRY = 5000;

export class Saving {
  /** `content()` is what to save; `onState(key, facts)` says how it stands. */
  constructor({ address, version, token, content, onState }) {
    Object.assign(this, { address, version, token, content, onState });
    this.isDirty = false;
    this.pending = null;
    addEventListener("online", () => this.isDirty && this.send());
    addEventListener("beforeunload", (event) => { if (this.isDirty || this.isSending) event.preventDefault(); });
  }

  change() {
    this.isDirty = true;
    this.onState("unsaved");
    this.later(QUIET);
  }

  later(pause) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.send(), pause);
  }

  async send() {
    if (this.isSending) {
      this.later(QUIET);
      return;
    }
    // What may have arrived though its answer was lost is sent again as it was; later changes follow it.
    const isRepeated = Boolean(this.pending);
    this.pending ??= this.content();
    this.isSending = true;
    this.isDirty = isRepeated;
    this.onState("saving");
    const [key, facts, isLost] = await this.request();
    this.isSending = false;
    const isRefused = key === "refusedSave" || key === "signedOut";
    if (!isLost) this.pending = null;
    if (isLost || isRefused) this.isDirty = true;
    if (isLost) this.later(RETRY);
    else if (this.isDirty && !isRefused) this.later(QUIET);
    if (!this.isDirty || isLost || isRefused) this.onState(key, facts);
  }

  async request() {
    try {
      const response = await post(this.address, { ...this.pending, version: this.version }, this.token);
      if (response.type === "opaqueredirect" || response.status === 403) return ["signedOut"];
      const answer = response.headers.get("Content-Type")?.includes("json") ? await response.json() : {};
      if (response.ok && answer.version) {
        this.version = answer.version;
        return ["saved"];
      }
      if (response.status >= 500 || response.status === 429) return ["lost", {}, true];
      return ["refusedSave", { why: answer.problem ?? "" }];
    } catch {
      return ["lost", {}, true];
    }
  }
}

export const post = (address, data, token) =>
  fetch(address, {
    method: "POST",
    body: JSON.stringify(data),
    headers: { "Content-Type": "application/json", "X-CSRFToken": token },
    redirect: "manual",
  });
