// One's own set-ups, kept on the site: loaded into the editor, saved from it, deleted.

export class SavedSetups {
  /** `onLoad(text)`; `current()` is the set-up to save; `post(address, body)` asks the site. */
  constructor(root, { setups, address, game, words, announce, current, onLoad, post }) {
    Object.assign(this, { root, address, game, words, announce, current, post });
    this.list = root.querySelector("[data-saved-list]");
    this.name = root.querySelector("[data-saved-name]");
    this.show(setups);
    const click = (name, action) => root.querySelector(`[data-saved-${name}]`).addEventListener("click", action);
    click("load", () => this.chosen && onLoad(this.chosen.text));
    click("delete", () => this.chosen && this.send({ forget: this.chosen.id, kind: this.game }));
    root.querySelector("[data-saved-form]").addEventListener("submit", (event) => {
      event.preventDefault();
      this.send({ name: this.name.value, text: this.current(), kind: this.game });
    });
  }

  get chosen() {
    return this.setups.find(({ id }) => String(id) === this.list.value);
  }

  show(setups) {
    this.setups = setups;
    this.list.replaceChildren(...setups.map(({ id, name }) => new Option(name, id)));
    this.root.querySelector("[data-saved-choice]").hidden = !setups.length;
  }

  async send(body) {
    const { setups, problem, key } = await this.post(this.address, body);
    if (!setups) {
      this.announce(problem ?? this.words.say(key));
      return;
    }
    this.show(setups);
    this.announce(this.words.say(body.forget ? "setupDeleted" : "setupSaved"));
    if (!body.forget) this.list.value = setups.find(({ name }) => name === body.name.trim())?.id ?? this.list.value;
  }
}
