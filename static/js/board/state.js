// The replay document as places: what lies where after each ply of each line. Knows nothing of the page.

export class Replay {
  constructor(data) {
    this.data = data;
    this.boards = new Map();
    // Of a long record the page knows some plies of one line; all else is another page's.
    this.root = data.root ?? 0;
    this.isPart = data.root !== undefined;
  }

  /** The line and the numbers of its first and last ply. */
  line(number) {
    const line = this.data.lines[number];
    return { ...line, number, end: line.start + line.plies.length };
  }

  /** The number of a line's last ply, known to this page or not. */
  lastPly(number) {
    return this.isPart ? this.data.whole[1] : this.line(number).end;
  }

  has(line, ply) {
    if (!this.data.lines[line]) return false;
    const { start, end } = this.line(line);
    return ply >= start && ply <= end;
  }

  /** The ply that leads to a place, or undefined at the start of the game. */
  plyAt(line, ply) {
    const here = this.data.lines[line];
    if (ply > here.start) return here.plies[ply - here.start - 1];
    return line === this.root ? undefined : this.plyAt(here.parent, ply);
  }

  /** What lies on each square at a place, as numbers into `contents`; not to be changed. */
  board(line, ply) {
    const here = this.data.lines[line];
    if (line !== this.root && ply <= here.start) return this.board(here.parent, ply);
    const key = `${line}.${ply}`;
    let board = this.boards.get(key);
    if (!board) {
      if (ply <= here.start) {
        board = new Uint16Array(this.data.files * this.data.ranks);
        apply(board, this.data.start);
      } else {
        // From the nearest place that is known, so that a jump to the end of a long game is no deep recursion.
        let known = ply - 1;
        while (known > here.start && !this.boards.has(`${line}.${known}`)) known -= 1;
        board = this.board(line, known);
        for (let next = known + 1; next <= ply; next += 1) {
          board = board.slice();
          apply(board, here.plies[next - here.start - 1].set);
          this.boards.set(`${line}.${next}`, board);
        }
      }
      this.boards.set(key, board);
    }
    return board;
  }

  /** What has added up on the way to a place: losses and clocks of both sides, the reserve. */
  sums(line, ply) {
    const { lost = [[], []], clock = ["", ""], reserve } = this.data;
    const sums = { lost: lost.map((side) => side.slice()), clock: [...clock], reserve };
    for (const [index, played] of this.way(line, ply).entries()) {
      for (const content of played.lost ?? []) sums.lost[this.sideOf(content)].push(content);
      if (played.clock) sums.clock[(index + this.data.first) % 2] = played.clock;
      if (played.reserve !== undefined) sums.reserve = played.reserve;
    }
    return sums;
  }

  /** The plies from the start of the game to a place. */
  way(line, ply) {
    const here = this.data.lines[line];
    const before = line === this.root ? [] : this.way(here.parent, Math.min(ply, here.start));
    return before.concat(here.plies.slice(0, Math.max(0, ply - here.start)));
  }

  /** 0 or 1 for a piece, -1 for anything else on the board. */
  sideOf(content) {
    const symbol = this.data.contents[content];
    return this.data.colours.findIndex((colour) => symbol.startsWith(`${colour}-`));
  }
}

function apply(board, pairs) {
  for (let index = 0; index < pairs.length; index += 2) board[pairs[index]] = pairs[index + 1];
}
