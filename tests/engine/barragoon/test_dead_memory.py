"""Watching for dead positions ply by ply: the short ways of doing it say what the exact decision says."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from engine import barragoon
from engine.adjudication.proof import Budget, ProofVerdict
from engine.barragoon import Code, Game
from engine.barragoon.board import EMPTY, FACES, NAMES, SIDE_OF, is_barragoon
from engine.barragoon.dead_decision import decide
from engine.barragoon.dead_lines import lines_of_three
from engine.barragoon.dead_memory import ALIVE_NEXT, ALIVE_NOW, UNKNOWN, Memory, lines_at_the_start
from engine.barragoon.dead_watch import POSITIONS, is_dead_after_glance
from engine.barragoon.position import Express, Position
from engine.barragoon.ways import OCCUPIED
from engine.core import Outcome, RuleViolation, Side, Termination
from tests.engine.adjudication.positions import SEEDS
from tests.engine.barragoon.boards import board
from tests.engine.barragoon.random_positions import random_ply

DEAD = [position for positions in SEEDS.values() for position in positions if position.endswith(" 0-0")]
DRAWN = Outcome(None, Termination.NORMAL, "6b")
LONGEST_LINE = 3  # plies that a glance looks ahead from the position it speaks of


def _near_a_dead_position(rng: random.Random) -> str:
    """A dead position with a piece or two taken off, put on or moved: dead, or dead soon, or full of life."""
    start = Position.parse(rng.choice(DEAD))
    cells = list(start.cells)
    for _ in range(rng.randint(0, 2)):
        occupied = [square for square, content in enumerate(cells) if content]
        empty = [square for square, content in enumerate(cells) if not content]
        taken = rng.choice([square for square in occupied if is_barragoon(cells[square])])
        put = rng.choice(empty)
        change = rng.choice(("off", "on", "move a barragoon", "move a tile"))
        if change == "move a tile":
            taken = rng.choice([square for square in occupied if not is_barragoon(cells[square])])
        if change != "off":
            cells[put] = cells[taken]
        if change != "on":
            cells[taken] = EMPTY
    return Position(tuple(cells), rng.choice(list(Side)), 0, Express()).text


def _about_to_die(rng: random.Random) -> tuple[str, str]:
    """A position with a capture after which it is dead: the barragoon fills a gap, or is out of reach."""
    while True:
        dead = Position.parse(rng.choice(DEAD))
        mover = dead.turn.other
        cells = list(dead.cells)
        target = rng.choice([square for square, content in enumerate(cells) if SIDE_OF[content] == mover])
        placed = rng.choice([square for square, content in enumerate(cells) if is_barragoon(content)])
        face = FACES[cells[placed] - 1].code
        tile, cells[target], cells[placed] = cells[target], cells[placed], EMPTY
        origins = [square for square, content in enumerate(cells) if content == EMPTY and square != placed]
        for origin in origins:
            cells[origin] = tile
            position = Position(tuple(cells), mover, 0, Express()).text
            ply = f"{NAMES[origin]}x{NAMES[target]}/{face}@{NAMES[placed]}"
            if Game(position=position, dead_positions=False).is_legal(ply):
                return position, ply
            cells[origin] = EMPTY


def _sparse_position(rng: random.Random) -> str:
    """One or two tiles a side among many barragoons."""
    squares = [*NAMES]
    rng.shuffle(squares)
    pieces = [rng.choice("ZDV") + squares.pop() for _ in range(rng.randint(1, 2))]
    pieces += [rng.choice("zdv") + squares.pop() for _ in range(rng.randint(1, 2))]
    pieces += [f"({rng.choice(FACES).code}){squares.pop()}" for _ in range(rng.randint(0, 30))]
    return board(*pieces, turn=rng.choice("wb"))


def _is_dead(game: Game) -> bool:
    """By the exact decision alone, for a board on which nobody has lost."""
    verdict = decide(game.cells, game.turn, game.express, Budget(POSITIONS)).verdict
    return verdict is ProofVerdict.DEAD


def _quiet_plies(game: Game) -> list[str]:
    return [
        f"{NAMES[origin]}-{NAMES[target]}" for origin, target, captured in game.tile_moves() if not captured
    ]


def _some_ply(game: Game, rng: random.Random) -> str:
    """Mostly a quiet one: captures tell by themselves that a position is not dead."""
    quiet = _quiet_plies(game)
    return rng.choice(quiet) if quiet and rng.random() < 0.8 else random_ply(game, rng)


def _capture_within(game: Game, plies: int) -> bool:
    """Whether some line of so many plies ends with a capture: everything is tried."""
    moves = list(game.tile_moves())
    if any(captured for _, _, captured in moves):
        return True
    if plies > 1:
        for origin, target, _ in moves:
            game.push(f"{NAMES[origin]}-{NAMES[target]}")
            found = _capture_within(game, plies - 1)
            game.pop()
            if found:
                return True
    return False


def test_every_ply_is_judged_as_the_exact_decision_judges_it() -> None:
    """`watched` is never asked for its outcome while it lives, so that only its own watching tells it."""
    rng = random.Random(61)
    seen: Counter[str] = Counter()
    for number in range(130):
        kind = number % 13
        fatal = ""
        if kind < 7:
            start, fatal = _about_to_die(rng)
        else:
            start = _near_a_dead_position(rng) if kind < 11 else _sparse_position(rng)
        free = Game(position=start, dead_positions=False)
        watched, asked = Game(position=start), Game(position=start)
        for _ in range(8):
            if free.outcome() is not None:
                break
            dead = _is_dead(free)
            assert asked.outcome() == (DRAWN if dead else None), free.position()
            assert bool(list(asked.legal_moves())) is not dead
            for ply in rng.sample(quiet := _quiet_plies(free), min(2, len(quiet))):
                assert watched.is_legal(ply) is not dead, (free.position(), ply)
            if dead:
                _assert_over(watched, random_ply(free, rng))
                seen["dead later" if watched.plies else "dead at once"] += 1
                _assert_the_same_after_taking_back(watched, rng.randint(0, 3))
                break
            seen["alive"] += 1
            ply, fatal = fatal or _some_ply(free, rng), ""
            for game in (free, watched, asked):
                game.push(ply)
            if rng.random() < 0.2:  # taken back, and the same or another ply is played
                for game in (free, watched, asked):
                    game.pop()
    assert min(seen["dead at once"], seen["dead later"]) > 15, seen
    assert seen["alive"] > 250, seen


def _assert_over(game: Game, ply: str) -> None:
    with pytest.raises(RuleViolation) as caught:
        game.push(ply)
    assert (caught.value.code, caught.value.rule) == (Code.GAME_OVER, "6b")
    assert not any(game.is_legal(quiet) for quiet in _quiet_plies(game))
    assert game.outcome() == DRAWN
    assert list(game.legal_moves()) == []


def _assert_the_same_after_taking_back(game: Game, count: int) -> None:
    """A dead game comes to life with plies taken back, and dies again with the same plies."""
    plies = game.plies[-count:] if count else []
    for _ in plies:
        game.pop()
        assert all(game.is_legal(quiet) for quiet in _quiet_plies(game))
    for ply in plies:
        assert game.is_legal(ply)
        game.push(ply)
    assert not any(game.is_legal(quiet) for quiet in _quiet_plies(game))
    assert game.outcome() == DRAWN


def _played_with_glances(game: Game, memory: Memory, plies: int, rng: random.Random) -> Counter[int]:
    """Play on, take a glance at every quiet ply, and find every capture that it promises."""
    seen: Counter[int] = Counter()
    last = -1
    for _ in range(plies):
        if game.outcome() is not None:
            break
        ply = _some_ply(game, rng)
        origin, cells, before, turn = NAMES.index(ply[:2]), list(game.cells), game.board, game.turn
        if cells[NAMES.index(ply[3:5])] == EMPTY:
            alive_within = _capture_within(game, LONGEST_LINE)
            game.push(ply)
            glance = memory.glance(cells, before, game.board, origin, last, turn)
            if glance == ALIVE_NOW:
                assert alive_within, (game.position(), ply)
            elif glance == ALIVE_NEXT:
                assert _capture_within(game, LONGEST_LINE), (game.position(), ply)
            else:
                assert glance == UNKNOWN
                game.pop()
                assert is_dead_after_glance(cells, before, turn, memory) is _is_dead(game), game.position()
                game.push(ply)
            seen[glance] += 1
        else:
            game.push(ply)
        last = NAMES.index(ply[3:5])
        if rng.random() < 0.2:
            game.pop()
            last = -1
    return seen


def test_what_a_glance_promises_can_be_played() -> None:
    rng = random.Random(62)
    seen: Counter[int] = Counter()
    for number in range(100):
        start = _sparse_position(rng) if number % 2 else _near_a_dead_position(rng)
        game = Game(position=start, dead_positions=False)
        seen += _played_with_glances(game, Memory(), 12, rng)
    assert min(seen[ALIVE_NOW], seen[ALIVE_NEXT], seen[UNKNOWN]) > 50, seen


@pytest.mark.parametrize("is_open", [False, True])
def test_what_a_glance_promises_in_an_opening_can_be_played(is_open: bool) -> None:
    rng = random.Random(63)
    seen: Counter[int] = Counter()
    for _ in range(15):
        game = Game(open=is_open, dead_positions=False)
        memory = Memory(lines_at_the_start(game.cells, game.board))
        seen += _played_with_glances(game, memory, 8, rng)
    assert seen[ALIVE_NEXT] > 20, seen


@pytest.mark.parametrize("is_open", [False, True])
def test_lines_at_the_start_share_no_tile(is_open: bool) -> None:
    game = Game(open=is_open)

    for lines in lines_at_the_start(game.cells, game.board):
        squares = [square for line in lines for square in (line.square, line.other_square)]
        assert len(squares) == len(set(squares)) >= 2 * 3


def _glance(memory: Memory, pieces: tuple[str, ...], ply: str, last: str = "") -> int:
    """Brown is about to play a quiet ply; White's tile on `last` moved before it."""
    game = Game(position=board(*pieces, turn="b"), dead_positions=False)
    cells, before = list(game.cells), game.board
    game.push(ply)
    moved = NAMES.index(last) if last else -1
    return memory.glance(cells, before, game.board, NAMES.index(ply[:2]), moved, barragoon.BROWN)


def test_capture_is_remembered_until_what_it_needs_has_changed() -> None:
    memory = Memory()
    assert _glance(memory, ("Ze2", "(X)g2", "zc8"), "c8-c7", last="e2") == ALIVE_NEXT

    assert _glance(memory, ("Ze2", "(X)g2", "zc8"), "c8-c7") == ALIVE_NEXT
    assert _glance(memory, ("Ze2", "(X)g2", "Da9", "zc7"), "c7-c8") == ALIVE_NEXT
    assert _glance(memory, ("Ze2", "zc8"), "c8-c7") == UNKNOWN  # the barragoon has gone
    assert (
        _glance(memory, ("Ze2", "(A)g2", "zc8"), "c8-c7") == UNKNOWN
    )  # it is one that 2-tiles cannot capture
    assert _glance(memory, ("Ze3", "(X)g2", "zc8"), "c8-c7") == UNKNOWN  # the tile has moved
    assert _glance(memory, ("De2", "(X)g2", "zc8"), "c8-c7") == UNKNOWN  # another one stands there
    assert _glance(memory, ("Ze2", "(X)g2", "(A)f2", "zc8"), "c8-c7") == UNKNOWN  # something is in the way
    assert (
        _glance(memory, ("Ze2", "(X)g2", "(X)g1", "de1"), "e1-f2") == UNKNOWN
    )  # something moves into the way


def test_tile_that_moves_away_is_not_seen_as_captured() -> None:
    one_way = ("Ze2", "(E)f2", "zg2")  # White could capture on g2, Brown cannot capture on e2

    assert _glance(Memory(), one_way, "g2-g3", last="e2") == UNKNOWN


def test_tile_that_moves_into_the_way_is_seen() -> None:
    assert _glance(Memory(), ("Ze2", "(X)g2", "(X)g1", "de1"), "e1-f2", last="e2") == UNKNOWN


def test_line_is_remembered_until_what_it_needs_has_changed() -> None:
    """White goes from e2 to f2 or so, Brown's tile on c8 makes a move, and White captures on g3."""
    start = Position.parse(board("Ze2", "(X)g3", "zc8"))
    numbers = Game(position=start).board
    line = next(lines_of_three(bytes(start.cells), numbers, barragoon.WHITE))
    assert (NAMES[line.square], NAMES[line.other_square]) == ("e2", "c8")
    memory = Memory()
    memory.add_line(barragoon.WHITE, line)
    others = ("Ze2", "(X)g3", "zc8", "za9")

    assert _glance(memory, others, "a9-a8") == ALIVE_NEXT
    assert _glance(memory, others, "c8-c7") == UNKNOWN  # the tile that was to answer has moved
    assert _glance(memory, ("Ze2", "(X)g3", "dc8", "za9"), "a9-a8") == UNKNOWN
    assert _glance(memory, ("Ve2", "(X)g3", "zc8", "za9"), "a9-a8") == UNKNOWN
    assert _glance(memory, ("Ze2", "(A)g3", "zc8", "za9"), "a9-a8") == UNKNOWN
    needed = [name for name, bit in zip(NAMES, OCCUPIED, strict=True) if line.guard & bit]
    free = [name for name in needed if name not in ("e2", "g3", "c8")]
    assert len(free) == 2  # where both tiles go
    for name in free:
        assert _glance(memory, (*others, f"(A){name}"), "a9-a8") == UNKNOWN, name
