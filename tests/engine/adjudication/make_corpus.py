"""Makes corpus.json: positions of many kinds, each with the verdict of the slow search.

    python -m tests.engine.adjudication.make_corpus

The positions grow from hand-made ones of each kind and from random boards, by small changes: a face, a tile, the
side to move, an express level. The engine's prover only steers what is kept, so that there are many dead positions and
many that one small change brings to life; the verdicts in the file are the slow search's alone.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from engine.adjudication.proof import Evidence, Proof, ProofVerdict
from engine.barragoon.dead import prove
from tests.engine.adjudication.positions import SEEDS
from tests.engine.adjudication.slow_search import Board, Square, TooLarge, owner, parse, slow_verdict

CORPUS = Path(__file__).with_name("corpus.json")
SEED = 20261116
MOST_POSITIONS = 20_000  # for the slow search of one position
FACES = ("X", "N", "E", "S", "W", "NS", "EW", "NE", "ES", "SW", "WN", "NW", "WS", "SE", "EN", "A")
SQUARES = [(file, rank) for rank in range(1, 10) for file in range(7)]
EXPRESS = ("0-0", "0-0", "0-0", "0-1", "1-0", "1-1", "2-1")

# How many of each are kept, for every kind of seed.
KEPT = {"dead by search": 90, "dead by reach": 40, "nearly dead": 150, "nearly applicable": 40}
CHANGES = 15_000
RANDOM_BOARDS = 800

Sketch = tuple[Board, str, str]


def main() -> None:
    rng = random.Random(SEED)
    entries: dict[str, dict[str, str]] = {}
    for kind, seeds in SEEDS.items():
        grow(kind, seeds, rng, entries)
    for _ in range(RANDOM_BOARDS):
        keep("random", spell(random_board(rng)), entries)
    CORPUS.write_text(
        "[\n" + ",\n".join(json.dumps(entry) for entry in entries.values()) + "\n]\n", encoding="utf-8"
    )
    print(len(entries), Counter(entry["verdict"] for entry in entries.values()))
    print(Counter((entry["kind"], entry["verdict"]) for entry in entries.values()))


def grow(kind: str, seeds: tuple[str, ...], rng: random.Random, entries: dict[str, dict[str, str]]) -> None:
    """Change dead positions a little, again and again, and keep what comes of it.

    Of two parents the one that took the prover longer is changed, so that the positions become harder.
    """
    pool = [(prove(seed).visited, sketch(seed)) for seed in seeds]
    counts: Counter[str] = Counter()
    for seed in seeds:
        keep(kind, seed, entries)
    for _ in range(CHANGES):
        if all(counts[label] >= most for label, most in KEPT.items()):
            break
        _, parent = max(rng.choices(pool, k=2), key=lambda entry: entry[0])
        child = changed(parent, rng)
        if child is None:
            continue
        text = spell(child)
        proof = prove(text)
        label = label_of(proof)
        if proof.verdict is ProofVerdict.DEAD and (proof.how is Evidence.SEARCH or rng.random() < 0.3):
            pool.append((proof.visited, child))
        if counts[label] < KEPT[label] and text not in entries and keep(kind, text, entries):
            counts[label] += 1
    print(kind, dict(counts), len(pool), flush=True)


def label_of(proof: Proof) -> str:
    if proof.verdict is ProofVerdict.DEAD:
        return "dead by search" if proof.how is Evidence.SEARCH else "dead by reach"
    return "nearly applicable" if proof.verdict is ProofVerdict.NOT_APPLICABLE else "nearly dead"


def keep(kind: str, text: str, entries: dict[str, dict[str, str]]) -> bool:
    try:
        verdict = slow_verdict(text, MOST_POSITIONS)
    except TooLarge:
        return False
    entries[text] = {"kind": kind, "position": text, "verdict": verdict}
    return True


def changed(parent: Sketch, rng: random.Random) -> Sketch | None:
    """One small change; None if it makes no position."""
    board, turn, express = dict(parent[0]), parent[1], parent[2]
    tiles = sorted(square for square, content in board.items() if owner(content))
    barragoons = sorted(square for square, content in board.items() if not owner(content))
    empty = sorted(set(SQUARES) - set(board))

    def face() -> None:
        if barragoons:
            board[rng.choice(barragoons)] = rng.choice(FACES)

    def shift_barragoon() -> None:
        if barragoons:
            board[rng.choice(empty)] = board.pop(rng.choice(barragoons))

    def add_barragoon() -> None:
        board[rng.choice(empty)] = rng.choice(FACES)

    def remove_barragoon() -> None:
        if barragoons:
            del board[rng.choice(barragoons)]

    def shift_tile() -> None:
        board[rng.choice(empty)] = board.pop(rng.choice(tiles))

    def revalue() -> None:
        square = rng.choice(tiles)
        board[square] = rng.choice("ZDV" if owner(board[square]) == "w" else "zdv")

    def add_tile() -> None:
        board[rng.choice(empty)] = rng.choice("ZZDVzzdv")

    def remove_tile() -> None:
        if len(tiles) > 2:
            del board[rng.choice(tiles)]

    changes: list[Callable[[], None]] = [
        *(face, face, shift_barragoon, add_barragoon, remove_barragoon),
        *(shift_tile, shift_tile, revalue, add_tile, remove_tile),
    ]
    rng.choice(changes)()
    if rng.random() < 0.3:
        turn = "b" if turn == "w" else "w"
    if rng.random() < 0.2:
        express = rng.choice(EXPRESS)
    child = (board, turn, express)
    return child if is_possible(board) else None


def is_possible(board: Board) -> bool:
    sides = Counter(map(owner, board.values()))
    return sides[""] <= 32 and 1 <= sides["w"] <= 4 and 1 <= sides["b"] <= 4


def random_board(rng: random.Random) -> Sketch:
    """Any faces, any tiles, thin or dense."""
    squares = rng.sample(SQUARES, len(SQUARES))
    barragoons = rng.randint(0, 32)
    only_turns = rng.random() < 0.3
    board: Board = {
        square: "A" if only_turns or rng.random() < 0.2 else rng.choice(FACES)
        for square in squares[:barragoons]
    }
    tiles = squares[barragoons:]
    for square in tiles[: rng.randint(1, 4)]:
        board[square] = "Z" if only_turns else rng.choice("ZDV")
    for square in tiles[4 : 4 + rng.randint(1, 4)]:
        board[square] = "z" if only_turns else rng.choice("zdv")
    return board, rng.choice("wb"), rng.choice(EXPRESS)


def sketch(text: str) -> Sketch:
    board, turn, levels = parse(text)
    return board, turn, f"{levels['w']}-{levels['b']}"


def spell(position: Sketch) -> str:
    board, turn, express = position
    rows = []
    for rank in range(9, 0, -1):
        row = "".join(spell_square(board, (file, rank)) for file in range(7))
        for length in range(7, 1, -1):
            row = row.replace("1" * length, str(length))
        rows.append(row)
    return f"{'/'.join(rows)} {turn} 0 {express}"


def spell_square(board: Board, square: Square) -> str:
    content = board.get(square, "1")
    return content if owner(content) or content == "1" else f"({content})"


if __name__ == "__main__":
    main()
