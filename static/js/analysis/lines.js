// The moves of an analysis: the main line, variations in brackets, comments between.

export class Lines {
  constructor(list, glyphs, onChoose) {
    Object.assign(this, { list, glyphs, onChoose });
    this.buttons = new Map();
  }

  show(tree, current) {
    this.buttons.clear();
    const parts = [];
    this.comments(parts, tree.root);
    this.line(parts, tree.root, 0, true);
    this.list.replaceChildren(...parts);
    this.mark(current);
  }

  mark(current) {
    for (const [node, button] of this.buttons) {
      if (node === current) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    }
    const button = this.buttons.get(current);
    if (button) this.list.scrollTop = button.offsetTop - this.list.clientHeight / 2;
  }

  line(parts, from, count, isNumbered) {
    let [node, ply, numbered] = [from, count, isNumbered];
    while (node.children.length) {
      const [next, ...others] = node.children;
      parts.push(this.button(next, ply, numbered));
      numbered = this.comments(parts, next);
      for (const other of others) {
        const group = document.createElement("span");
        group.className = "analysis__variation";
        const inner = [document.createTextNode("( "), this.button(other, ply, true)];
        this.comments(inner, other);
        this.line(inner, other, ply + 1, false);
        inner.push(document.createTextNode(" )"));
        group.append(...inner);
        parts.push(group);
        numbered = true;
      }
      node = next;
      ply += 1;
    }
  }

  comments(parts, node) {
    for (const text of node.comments) {
      const span = document.createElement("span");
      span.className = "analysis__comment";
      span.textContent = text;
      parts.push(span);
    }
    return node.comments.length > 0;
  }

  button(node, ply, isNumbered) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "recorder__ply";
    const number = ply % 2 ? (isNumbered ? `${(ply - 1) / 2 + 1}…` : "") : `${ply / 2 + 1}.`;
    const signs = node.glyphs.map((glyph) => this.glyphs[glyph]?.[0] ?? `$${glyph}`).join("");
    button.textContent = `${number} ${node.ply}${signs}`.trim();
    button.addEventListener("click", () => this.onChoose(node));
    this.buttons.set(node, button);
    return button;
  }
}
