// The recorder's board with arrows of an analysis over it.

import { middle } from "../board/surface.js";
import { Board } from "../recorder/board.js";

export class BoardWithArrows extends Board {
  arrows = [];

  draw(arrows) {
    this.arrows = arrows;
    this.marks();
  }

  marks() {
    super.marks();
    const { surface } = this;
    for (const arrow of this.arrows ?? []) {
      const [from, to] = squaresOf(arrow).map((name) => middle(surface.corner(this.names.indexOf(name))));
      surface.layers.arrows.append(surface.path([from, to]), surface.head(from, to));
    }
  }
}

const squaresOf = (arrow) => /^([a-z]\d{1,2})([a-z]\d{1,2})$/.exec(arrow).slice(1);
