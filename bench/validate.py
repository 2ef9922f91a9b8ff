"""Measures the referee beside python-chess: validation from text, one ply, memory, import; and one process beside two.

    python bench/validate.py

The compiled referee is built for it, in a temporary folder, and measured in the same run. Each result is one JSON line
with its goal. Rounds of both sides alternate, and the medians of their times are compared, so that noise hits both
alike.
"""

from __future__ import annotations

import importlib
import io
import os
import random
import resource
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import chess
import chess.pgn

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
os.environ["KIEBITZ_PURE_ENGINE"] = "1"  # `engine` stays pure, also where the compiled one is installed

from bench.harness import report, seconds, side_by_side  # noqa: E402
from engine import barragoon, record, stratego  # noqa: E402
from engine.random_games import play_barragoon, play_stratego, random_setup  # noqa: E402
from scripts.wheels import build_compiled_engine  # noqa: E402

GAMES = 500
PLIES = 120
ROUNDS = 5
MANY_RECORDS = 100_000
JOB_RECORDS = 40_000
MEGABYTE = 1 << 20


def main() -> None:
    rng = random.Random(2026)
    chess_games = [_chess_game(rng) for _ in range(GAMES)]
    barragoon_games = [barragoon_game(rng) for _ in range(GAMES)]
    stratego_games = [_stratego_game(rng) for _ in range(GAMES)]

    def read_chess() -> float:
        return _plies_per_second(lambda: _read_pgn(pgn), sum(len(game.move_stack) for game in chess_games))

    pgn = "\n\n".join(str(chess.pgn.Game.from_board(game)) for game in chess_games)
    with tempfile.TemporaryDirectory() as folder:
        read_compiled = _compiled_reader(Path(folder))
    for name, games, goal, compiled_goal in (
        ("barragoon", barragoon_games, 5.4, 12.0),
        ("stratego", stratego_games, 7.2, 16.0),
    ):
        text = "\n".join(record.write(game) for game in games)
        plies = sum(len(game.main.plies) for game in games)
        for suffix, read, wanted in (("", record.read, goal), ("-compiled", read_compiled, compiled_goal)):
            ours = lambda text=text, plies=plies, read=read: (  # noqa: E731
                _plies_per_second(lambda: _read_records(text, read), plies)
            )
            report(f"validate-{name}{suffix}", _ratio(ours, read_chess), wanted, "higher")

    moves = [[move.uci() for move in game.move_stack] for game in chess_games]
    lines = [game.main.plies for game in barragoon_games]
    ratio = _ratio(
        lambda: _plies_per_second(lambda: _push_barragoon(lines), sum(map(len, lines))),
        lambda: _plies_per_second(lambda: _push_uci(moves), sum(map(len, moves))),
    )
    report("push-barragoon", ratio, 3.3, "higher")
    report("validate-jobs-2", _gain_of_two_processes(barragoon_games), 1.8, "higher")
    report("memory-100000-records", _peak_megabytes(barragoon_games) / 100, 1.0, "lower")
    report(
        "import",
        1 / _ratio(lambda: 1 / _import_seconds(OURS), lambda: 1 / _import_seconds(PEER)),
        1.0,
        "lower",
    )


def _gain_of_two_processes(games: list[record.Record]) -> float:
    """How many times as fast `validate --jobs 2` goes through a large file; needs two processors with nothing to do."""
    text = "\n".join(record.write(game) for game in games)
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write(f"{text}\n" * (JOB_RECORDS // GAMES))
        file.flush()
        one, two = side_by_side(
            lambda: seconds(lambda: _validate(file.name, 1)),
            lambda: seconds(lambda: _validate(file.name, 2)),
            rounds=3,
        )
    print(f"# {JOB_RECORDS} records: one process {one:.2f} s, two {two:.2f} s", file=sys.stderr)
    return one / two


def _validate(name: str, jobs: int) -> None:
    command = [sys.executable, "-m", "engine", "validate", "--quiet", "--jobs", str(jobs), name]
    subprocess.run(command, check=True, cwd=ROOT)


OURS = "from engine import barragoon, record"
PEER = "import chess"


def _ratio(ours: Callable[[], float], peer: Callable[[], float]) -> float:
    """How many times our speed is the peer's, after one round to warm up."""
    ours(), peer()
    mine, theirs = side_by_side(ours, peer, rounds=ROUNDS)
    print(f"# ours {mine:,.0f}, peer {theirs:,.0f} a second", file=sys.stderr)
    return mine / theirs


def _plies_per_second(work: Callable[[], None], plies: int) -> float:
    return plies / seconds(work)


def _read_pgn(text: str) -> None:
    stream = io.StringIO(text)
    count = 0
    while game := chess.pgn.read_game(stream):
        assert not game.errors
        count += 1
    assert count == GAMES


def _compiled_reader(folder: Path) -> Callable[[io.StringIO], Iterator[record.Record]]:
    """`record.read` of the compiled referee, under the name it is installed by."""
    with zipfile.ZipFile(build_compiled_engine(folder)) as archive:
        archive.extractall(folder / "site")
    sys.path.insert(0, str(folder / "site"))
    for game in ("barragoon", "stratego"):
        importlib.import_module(f"kiebitz_engine.{game}")
    read: Callable[[io.StringIO], Iterator[record.Record]] = importlib.import_module(
        "kiebitz_engine.record"
    ).read
    return read


def _read_records(text: str, read: Callable[[io.StringIO], Iterator[record.Record]]) -> None:
    count = 0
    for found in read(io.StringIO(text)):
        assert found.ok
        count += 1
    assert count == GAMES


def _push_uci(games: list[list[str]]) -> None:
    for moves in games:
        board = chess.Board()
        for move in moves:
            board.push_uci(move)


def _push_barragoon(games: list[list[str]]) -> None:
    for plies in games:
        game = barragoon.Game()
        for ply in plies:
            assert game.is_legal(ply)
            game.push(ply)


def _chess_game(rng: random.Random) -> chess.Board:
    board = chess.Board()
    while len(board.move_stack) < PLIES and not board.is_game_over():
        board.push(rng.choice(list(board.legal_moves)))
    return board


def barragoon_game(rng: random.Random) -> record.Record:
    game = barragoon.Game()
    play_barragoon(game, rng, PLIES)
    return _checked(record.from_plies({"Game": "Barragoon"}, game.plies))


def _stratego_game(rng: random.Random) -> record.Record:
    tags = {"Game": "Stratego", "RedSetup": random_setup(rng), "BlueSetup": random_setup(rng)}
    game = stratego.RULES.start(tags)
    play_stratego(game, rng, PLIES)
    return _checked(record.from_plies(tags, game.plies))


def _checked(made: record.Record) -> record.Record:
    assert made.ok, made.errors
    return made


def _peak_megabytes(games: list[record.Record]) -> float:
    """The peak memory of a process that validates a file of very many records, each a game's first plies."""
    short = [record.write(record.from_plies({"Game": "Barragoon"}, game.main.plies[:10])) for game in games]
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        for number in range(MANY_RECORDS):
            file.write(short[number % len(short)] + "\n")
        file.flush()
        done = subprocess.run(
            [sys.executable, __file__, "--read", file.name],
            capture_output=True,
            text=True,
            check=True,
            cwd=ROOT,
        )
    count, peak = done.stdout.split()
    assert int(count) == MANY_RECORDS
    print(f"# {int(peak) / MEGABYTE:.1f} MB at most while reading {count} records", file=sys.stderr)
    return int(peak) / MEGABYTE


def _read_and_tell_peak(name: str) -> None:
    with Path(name).open(encoding="utf-8") as stream:
        count = sum(read.ok for read in record.read(stream))
    print(count, _own_peak_bytes())


def _own_peak_bytes() -> int:
    """The peak since this process started its program: a child's ru_maxrss begins with its parent's."""
    for line in _status_lines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) * 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def _status_lines() -> Iterator[str]:
    status = Path("/proc/self/status")
    if status.exists():
        yield from status.read_text().splitlines()


def _import_seconds(statement: str) -> float:
    """The time an import takes in a fresh interpreter, without the interpreter's own start."""
    program = f"import time; t = time.perf_counter(); {statement}; print(time.perf_counter() - t)"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT
    )
    return float(done.stdout)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--read"]:
        _read_and_tell_peak(sys.argv[2])
    else:
        main()
