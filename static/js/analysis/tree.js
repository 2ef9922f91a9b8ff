// Lines of play as a tree. The first child of a node goes on with its line, the others are variations.

export class Tree {
  /** `flat`: nodes with the place of their parent in the list, as the page has them and the site takes them. */
  constructor(flat) {
    const nodes = flat.map(({ ply, comments, glyphs, arrows }) => ({ ply, comments, glyphs, arrows, parent: null, children: [] }));
    flat.forEach(({ parent }, index) => {
      if (parent === null) return;
      nodes[index].parent = nodes[parent];
      nodes[parent].children.push(nodes[index]);
    });
    [this.root] = nodes;
  }

  /** From the start to a node, without the start. */
  way(node) {
    const way = [];
    for (let here = node; here.parent; here = here.parent) way.push(here);
    return way.toReversed();
  }

  /** The node after a ply: one that is there already, or a new one. */
  play(node, ply) {
    const known = node.children.find((child) => child.ply === ply);
    if (known) return known;
    const made = { ply, comments: [], glyphs: [], arrows: [], parent: node, children: [] };
    node.children.push(made);
    return made;
  }

  remove(node) {
    const { children } = node.parent;
    children.splice(children.indexOf(node), 1);
    return node.parent;
  }

  /** Make the line of a node the one that goes on, all the way from the start. */
  promote(node) {
    for (let here = node; here.parent; here = here.parent) {
      const { children } = here.parent;
      children.splice(children.indexOf(here), 1);
      children.unshift(here);
    }
  }

  /** The node after so many plies of the main line. */
  at(ply) {
    let here = this.root;
    for (let count = 0; count < ply && here.children.length; count += 1) [here] = here.children;
    return here;
  }

  flat() {
    const flat = [];
    const waiting = [[this.root, null]];
    while (waiting.length) {
      const [node, parent] = waiting.pop();
      const { ply, comments, glyphs, arrows } = node;
      const place = flat.push({ parent, ply, comments, glyphs, arrows }) - 1;
      waiting.push(...node.children.map((child) => [child, place]).toReversed());
    }
    return flat;
  }
}
