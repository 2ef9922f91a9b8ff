// The move list: a click goes to a ply, and the current one is kept in view without moving the page.

export class Moves {
  constructor(root, go) {
    this.list = root.querySelector("[data-moves]");
    this.links = new Map();
    for (const link of root.querySelectorAll("[data-line] [data-ply]")) {
      this.links.set(`${link.closest("[data-line]").dataset.line}.${link.dataset.ply}`, link);
    }
    root.addEventListener("click", (event) => {
      const link = event.target.closest("a[data-ply]");
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
      event.preventDefault();
      go(Number(link.closest("[data-line]").dataset.line), Number(link.dataset.ply));
    });
  }

  show({ line, ply }) {
    this.current?.removeAttribute("aria-current");
    this.current = this.links.get(`${line}.${ply}`);
    this.current?.setAttribute("aria-current", "true");
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => this.keepInView());
  }

  keepInView() {
    const { list, current } = this;
    if (!list) return;
    if (!current) {
      list.scrollTop = 0;
      return;
    }
    if (!list.contains(current)) return;
    const outer = list.getBoundingClientRect();
    const inner = current.getBoundingClientRect();
    const room = inner.height;
    if (inner.top < outer.top + room) list.scrollTop -= outer.top + room - inner.top;
    else if (inner.bottom > outer.bottom - room) list.scrollTop += inner.bottom - outer.bottom + room;
  }
}
