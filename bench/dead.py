"""Measures the dead-position prover on its corpus, and what the check costs ordinary validation.

    python bench/dead.py

Times are processor time. They are set against a machine on which python-chess counts perft(4) from the start in half a
second: perft(4) is measured in the same run, between the rounds, and all limits are scaled by it. Each result is one
JSON line with its goal:

- `dead-p99`: the time that 99 % of the positions stay within, against 20 ms;
- `dead-worst`: the slowest position, against a hundred times that;
- `dead-undecided`: how many positions were left undecided;
- `validate-with-dead-check`: the speed of validation with the check, against that without.
"""

from __future__ import annotations

import json
import math
import random
import statistics
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path

import chess

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench import validate  # noqa: E402
from bench.harness import report  # noqa: E402
from engine import barragoon, record  # noqa: E402
from engine.adjudication.proof import ProofVerdict  # noqa: E402
from engine.barragoon.dead import prove  # noqa: E402

CORPUS = ROOT / "tests" / "engine" / "adjudication" / "corpus.json"
ROUNDS = 3
VALIDATION_ROUNDS = 9
PERFT_SECONDS = 0.5  # on the machine the limits are meant for
P99_SECONDS = 0.02
WORST_SECONDS = 100 * P99_SECONDS


def main() -> None:
    entries = json.loads(CORPUS.read_text(encoding="utf-8"))
    rounds: list[list[float]] = []
    perfts: list[float] = []
    undecided = 0
    for _ in range(ROUNDS):
        perfts.append(_seconds(lambda: _perft(chess.Board(), 4)))
        times = []
        for entry in entries:
            start = time.process_time()
            proof = prove(entry["position"])
            times.append(time.process_time() - start)
            assert proof.verdict in (entry["verdict"], ProofVerdict.UNDECIDED), entry
            undecided += proof.verdict is ProofVerdict.UNDECIDED
        rounds.append(times)
    scale = statistics.median(perfts) / PERFT_SECONDS
    usual = sorted(map(statistics.median, zip(*rounds, strict=True)))
    p99, worst = usual[math.ceil(len(usual) * 0.99) - 1], usual[-1]
    print(
        f"# {len(entries)} positions; perft(4) {scale * PERFT_SECONDS:.2f} s, so a limit of 20 ms is "
        f"{scale * P99_SECONDS * 1000:.1f} ms here; median {statistics.median(usual) * 1000:.2f} ms, "
        f"99 % within {p99 * 1000:.2f} ms, worst {worst * 1000:.1f} ms",
        file=sys.stderr,
    )
    report("dead-p99", p99 / (scale * P99_SECONDS), 1.0, "lower")
    report("dead-worst", worst / (scale * WORST_SECONDS), 1.0, "lower")
    report("dead-undecided", undecided, 0, "lower")
    report("validate-with-dead-check", _speed_with_check(), 0.85, "higher")


def _speed_with_check() -> float:
    """How fast the random games of bench/validate.py are validated, as a part of the speed without the check."""
    rng = random.Random(2026)
    games = [validate.barragoon_game(rng) for _ in range(validate.GAMES)]
    # Games that end dead cannot be read without the check: their result would contradict the board.
    texts = [record.write(game) for game in games if not _ends_dead(game)]
    text = "\n".join(texts)
    rules = type(barragoon.RULES)
    start = rules.start

    def start_without_check(self: barragoon.rules.BarragoonRules, tags: Mapping[str, str]) -> barragoon.Game:
        game = start(self, tags)
        game._dead_positions = False
        game._alive = game._always_alive = True
        return game

    times: dict[bool, list[float]] = {True: [], False: []}
    try:
        for _ in range(VALIDATION_ROUNDS):
            for checks in (True, False):
                rules.start = start if checks else start_without_check  # type: ignore[method-assign]
                times[checks].append(_seconds(lambda: _read_all(text, len(texts))))
    finally:
        rules.start = start  # type: ignore[method-assign]
    with_check, without = (statistics.median(times[checks][1:]) for checks in (True, False))
    print(
        f"# {len(texts)} games validated in {with_check:.3f} s with the check, {without:.3f} s without",
        file=sys.stderr,
    )
    return without / with_check


def _ends_dead(game: record.Record) -> bool:
    outcome = game.final.outcome() if game.final is not None else None
    return outcome is not None and outcome.rule == "6b"


def _read_all(text: str, count: int) -> None:
    records = record.read_text(text)
    assert len(records) == count
    assert all(read.ok for read in records)


def _perft(board: chess.Board, depth: int) -> int:
    if depth == 1:
        return board.legal_moves.count()
    nodes = 0
    for move in board.legal_moves:
        board.push(move)
        nodes += _perft(board, depth - 1)
        board.pop()
    return nodes


def _seconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


if __name__ == "__main__":
    main()
