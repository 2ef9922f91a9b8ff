// Moves that can be seen: the piece goes along its path, then what it captured leaves, then barragoons are put down.

const STEP = 110; // milliseconds a square
const LONGEST = 520;
const FADE = 180;
const STANDOFF = 550; // both pieces of an attack are looked at

const calm = matchMedia("(prefers-reduced-motion: reduce)");

export class Motion {
  constructor(surface) {
    this.surface = surface;
    this.running = [];
    this.guests = [];
  }

  /** End what is still moving: the board already shows the result. */
  stop() {
    for (const animation of this.running) animation.cancel();
    for (const guest of this.guests) guest.remove();
    this.running = [];
    this.guests = [];
  }

  /** Show how a ply led to the board that is shown now. Milliseconds it takes. */
  play(played, contents) {
    this.stop();
    if (calm.matches) return 0;
    const { surface } = this;
    const { path } = played;
    const target = path.at(-1);
    const travel = Math.min(LONGEST, STEP * (path.length - 1));
    if (played.clash) return this.attack(played, contents, travel);
    const arrived = surface.pieces.get(target);
    if (arrived) {
      for (const node of arrived.nodes) {
        surface.layers.pieces.append(node); // above what it crosses
        this.travel(node, path, travel);
      }
    }
    let time = travel;
    if (played.taken) {
      const ghost = this.guest(contents[played.taken].split(" ")[0], target, "first");
      this.fade(ghost, time, FADE);
      time += FADE;
    }
    for (const square of played.placed ?? []) {
      for (const node of surface.pieces.get(square)?.nodes ?? []) this.appear(node, time, FADE);
      time += FADE;
    }
    return time;
  }

  /** Both pieces are open; after a moment the beaten ones fade. */
  attack(played, contents, travel) {
    const { surface } = this;
    const { path, clash: [attacker, defender, survivor] } = played;
    const target = path.at(-1);
    const end = travel + STANDOFF;
    for (const node of surface.pieces.get(target)?.nodes ?? []) this.appear(node, end, 1);
    for (const node of surface.layers.marks.children) this.appear(node, end, 1);
    const defending = this.guest(contents[defender], target);
    const attacking = this.guest(contents[attacker], target);
    this.travel(attacking, path, travel, 0.32);
    for (const [node, name] of [[defending, "defender"], [attacking, "attacker"]]) {
      if (survivor === name) this.keep(node, end);
      else this.fade(node, end - FADE, FADE);
    }
    return end + FADE;
  }

  guest(symbol, square, where = "last") {
    const node = this.surface.use(symbol, square);
    const layer = this.surface.layers.pieces;
    if (where === "first") layer.prepend(node);
    else layer.append(node);
    this.guests.push(node);
    return node;
  }

  /** Along the path; `short` stops that part of a square before its end, and goes on when it is over. */
  travel(node, path, duration, short = 0) {
    const { surface } = this;
    const [endX, endY] = surface.corner(path.at(-1));
    const points = path.map((square) => surface.corner(square));
    if (short) {
      const [beforeX, beforeY] = points.at(-2);
      points[points.length - 1] = [endX + (beforeX - endX) * short, endY + (beforeY - endY) * short];
    }
    const frames = points.map(([x, y]) => ({ transform: `translate(${x - endX}px, ${y - endY}px)` }));
    this.animate(node, frames, { duration, easing: "ease-in-out", fill: short ? "forwards" : "none" });
  }

  fade(node, delay, duration) {
    this.animate(node, [{ opacity: 1 }, { opacity: 0 }], { delay, duration, fill: "both" });
  }

  keep(node, delay) {
    this.animate(node, [{ opacity: 1 }, { opacity: 1, offset: 0.99 }, { opacity: 0 }], { duration: delay, fill: "forwards" });
  }

  appear(node, delay, duration) {
    this.animate(node, [{ opacity: 0 }, { opacity: 1 }], { delay, duration, fill: "backwards" });
  }

  animate(node, frames, options) {
    const animation = node.animate(frames, options);
    this.running.push(animation);
    return animation;
  }
}
