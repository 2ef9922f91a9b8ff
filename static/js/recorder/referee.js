// Asks the site what the referee says of a position: proofs of a draw, duties, and what may be played where only it knows.

const ASK_AGAIN_AFTER = 3000;

export class Referee {
  /** `onAnswer()` when something new is known. */
  constructor({ address, token, isNeeded, onAnswer }) {
    Object.assign(this, { address, token, isNeeded, onAnswer });
    this.answers = new Map();
    this.asked = "";
  }

  /** What is known of the position after these plies; asks for it otherwise. */
  about(plies) {
    if (!this.isNeeded) return null;
    const key = plies.join(" ");
    const found = this.answers.get(key);
    if (!found && this.asked !== key) this.ask(plies, key);
    return found ?? null;
  }

  async ask(plies, key) {
    this.asked = key;
    try {
      const response = await fetch(this.address, {
        method: "POST",
        body: JSON.stringify({ plies }),
        headers: { "Content-Type": "application/json", "X-CSRFToken": this.token },
        redirect: "manual",
      });
      if (response.ok) {
        this.answers.set(key, await response.json());
        if (this.asked === key) this.onAnswer(plies, this.answers.get(key));
        return;
      }
    } catch {
      // No connection: the game goes on without the referee.
    }
    setTimeout(() => {
      if (this.asked === key) this.ask(plies, key);
    }, ASK_AGAIN_AFTER);
  }
}
