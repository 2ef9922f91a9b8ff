// What was played from the position on a board, beside it. The board says where it is by the event "kiebitz:place".

const DELAY = 250; // nobody reads the numbers of a position that is passed over

export function tellPlace(query) {
  document.dispatchEvent(new CustomEvent("kiebitz:place", { detail: query }));
}

class ExplorerPart {
  constructor(root) {
    this.root = root;
    this.target = root.querySelector("[data-explorer-target]");
    this.query = root.dataset.query ?? "";
    this.shown = null;
    document.addEventListener("kiebitz:place", (event) => this.move(event.detail));
    root.addEventListener("toggle", () => this.load());
    this.load();
  }

  move(query) {
    this.query = query;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.load(), DELAY);
  }

  load() {
    if (!this.root.open || !this.query || this.shown === this.query) return;
    this.shown = this.query;
    const query = new URLSearchParams(this.query);
    query.set("part", "1");
    this.request?.abort();
    this.request = new AbortController();
    this.fetch(`${this.root.dataset.url}?${query}`, this.request.signal);
  }

  async fetch(address, signal) {
    this.root.setAttribute("aria-busy", "true");
    try {
      const answer = await fetch(address, { signal });
      const text = await answer.text();
      const isOurs = answer.ok || answer.status === 400;
      if (isOurs) this.target.innerHTML = text;
      else this.fail();
    } catch (error) {
      if (error.name === "AbortError") return;
      this.fail();
    }
    this.root.removeAttribute("aria-busy");
  }

  fail() {
    this.shown = null;
    this.target.textContent = this.root.dataset.lost;
  }
}

for (const root of document.querySelectorAll("[data-explorer-part]")) new ExplorerPart(root);
