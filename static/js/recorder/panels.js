// What stands around the board: palette, list of moves, branches, and what is said.

const SVG = "http://www.w3.org/2000/svg";

/** A piece drawn in a line of text or on a button. */
export function symbol(game, name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", `${game}-board piece`);
  svg.setAttribute("viewBox", "0 0 100 100");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#${game}-${name}`);
  svg.append(use);
  return svg;
}

export function button(label, onClick, ...children) {
  const node = document.createElement("button");
  node.type = "button";
  node.className = "button button--quiet";
  node.append(...children);
  if (children.length) node.setAttribute("aria-label", label);
  else node.textContent = label;
  node.addEventListener("click", onClick);
  return node;
}

/** The faces of barragoons: one button for each kind, which turns when it is pressed again. */
export class Palette {
  /** `onAnswer()` after each answer: the button that was pressed may be gone. */
  constructor(root, game, words, entry, onAnswer) {
    this.root = root;
    this.game = game;
    this.words = words;
    this.entry = entry;
    this.list = root.querySelector("[data-faces]");
    this.text = root.querySelector("[data-question]");
    this.place = root.querySelector("[data-place]");
    this.skip = root.querySelector("[data-skip]");
    this.leave = root.querySelector("[data-leave]");
    const click = (node, answer) => node.addEventListener("click", () => { answer(); onAnswer(); });
    click(this.place, () => entry.place());
    click(this.skip, () => entry.skip());
    click(this.leave, () => entry.leave());
    click(root.querySelector("[data-cancel]"), () => entry.cancel());
  }

  ask(question, side) {
    const { number, count } = question;
    this.text.textContent = this.words.say(question.ask === "text" ? "askWay" : "askSquare", { side, number, count });
    this.buttons = new Map();
    for (const choice of question.choices) {
      if (!this.buttons.has(choice.group)) {
        const label = this.words.piece(choice.symbol) || choice.code;
        const node = button(label, () => this.entry.pick(choice.group));
        node.dataset.group = choice.group;
        this.buttons.set(choice.group, node);
        this.draw(choice);
      }
    }
    this.list.replaceChildren(...this.buttons.values());
    this.skip.hidden = !question.skip;
    this.leave.hidden = !question.isOptional;
    this.suggest(null, null);
    this.root.hidden = false;
  }

  suggest(square, choice) {
    if (choice) this.draw(choice);
    for (const [group, node] of this.buttons) node.setAttribute("aria-pressed", String(choice?.group === group));
    if (square) this.text.textContent = this.words.say("askFace", { square });
    this.place.disabled = !square || !choice;
  }

  draw(choice) {
    if (!choice.symbol) return;
    const node = this.buttons.get(choice.group);
    node.replaceChildren(symbol(this.game, choice.symbol));
    node.setAttribute("aria-label", this.words.piece(choice.symbol));
    node.dataset.code = choice.code;
  }

  hide() {
    this.root.hidden = true;
  }
}

/** The plies with their comments; a press on one looks at it. */
export class MoveList {
  constructor(list, words, onLook) {
    this.list = list;
    this.words = words;
    this.onLook = onLook;
  }

  show(draft, shown) {
    const items = [this.item(0, this.words.say("startPly"), draft, shown)];
    for (const [index, text] of draft.plies.entries()) {
      const number = index % 2 ? "" : `${index / 2 + 1}. `;
      const offer = draft.offers.has(index + 1) ? " (=)" : "";
      items.push(this.item(index + 1, `${number}${text}${offer}`, draft, shown));
    }
    this.list.replaceChildren(...items);
    const current = this.list.querySelector("[aria-current]");
    if (current) this.list.scrollTop = current.offsetTop - this.list.clientHeight / 2;
  }

  item(number, text, draft, shown) {
    const item = document.createElement("li");
    const node = document.createElement("button");
    node.type = "button";
    node.className = "recorder__ply";
    node.dataset.ply = number;
    node.textContent = text;
    node.addEventListener("click", () => this.onLook(number));
    if (number === shown) node.setAttribute("aria-current", "true");
    item.append(node);
    for (const comment of draft.comments.get(number) ?? []) {
      const said = document.createElement("span");
      said.className = "recorder__comment";
      said.textContent = comment;
      item.append(" ", said);
    }
    return item;
  }
}

/** Branches that two devices have made of one draft. */
export class Branches {
  constructor(root, words, onChoose) {
    this.root = root;
    this.words = words;
    this.onChoose = onChoose;
  }

  show(tree, tip) {
    const leaves = tree.leaves();
    this.root.hidden = leaves.length < 2;
    if (this.root.hidden) return;
    const items = leaves.map((leaf, index) => {
      const { plies } = tree.draft(leaf);
      const facts = { number: index + 1, count: plies.length, last: plies.at(-1) ?? "–" };
      const item = document.createElement("li");
      const node = button(this.words.say(leaf === tip ? "thisBranch" : "branch", facts), () => this.onChoose(leaf));
      node.setAttribute("aria-pressed", String(leaf === tip));
      item.append(node);
      return item;
    });
    this.root.querySelector("[data-branch-words]").textContent = this.words.say("branches");
    this.root.querySelector("[data-branch-list]").replaceChildren(...items);
  }
}
