"""The arguments the prover rests on, each by itself: reach, groups, clocks, express levels, the free search."""

from __future__ import annotations

import random

import pytest

from engine.adjudication.proof import Budget, ProofVerdict
from engine.barragoon import dead_decision
from engine.barragoon.board import NAMES, SQUARE_OF_NAME
from engine.barragoon.dead_decision import decide
from engine.barragoon.dead_reach import Group, Tile, groups_of, reach_of, tiles_of
from engine.barragoon.dead_search import Meter, Search, Steps, clock_of, man_of
from engine.barragoon.dead_tempo import Hop, Walk, longest_walk, walk_instead
from engine.barragoon.dead_terrain import BIT, Terrain
from engine.barragoon.position import Position
from tests.engine.adjudication.make_corpus import changed, random_board, sketch, spell
from tests.engine.adjudication.positions import SEEDS
from tests.engine.adjudication.slow_search import TooLarge, slow_verdict

POCKETS = "4(X)v(X)/4(X)1(X)/4(X)2/5(X)(X)/7/(X)(X)5/2(X)4/(X)1(X)4/(X)V(X)4 w 0 0-0"
ONE_WAY = "4(X)v(X)/4(X)1(X)/4(X)2/2(X)2(X)(X)/1(X)1(X)3/2(N)4/1(X)1(X)3/2(N)4/1(X)Z(X)3 w 0 0-0"


def _names(squares: int) -> set[str]:
    return {name for square, name in enumerate(NAMES) if squares & BIT[square]}


def _groups(text: str) -> tuple[tuple[Group, ...], Terrain]:
    cells = Position.parse(text).cells
    terrain = Terrain(cells)
    return groups_of(tiles_of(cells), terrain), terrain


def test_reach_is_every_square_a_tile_could_get_to_alone() -> None:
    cells = Position.parse(POCKETS).cells
    tile = Tile(0, 4, SQUARE_OF_NAME["b1"])

    reach = reach_of(tile, Terrain(cells))

    assert _names(reach.squares) == {"b1", "a3"}
    assert _names(reach.touched) == {"b1", "b2", "b3", "a3"}
    assert not reach.captures_barragoon


def test_tiles_that_can_never_meet_are_groups_of_their_own() -> None:
    groups, _ = _groups(POCKETS)

    assert [(len(group.tiles), group.may_capture) for group in groups] == [(1, False), (1, False)]


def test_tiles_that_can_meet_are_one_group() -> None:
    groups, _ = _groups("7/7/7/7/2(A)4/7/7/z6/6Z w 0 0-0")

    assert [(len(group.tiles), group.may_capture) for group in groups] == [(2, True)]


def test_pocket_with_two_squares_gives_moves_without_end() -> None:
    _, terrain = _groups(POCKETS)

    walk = longest_walk([Tile(0, 4, SQUARE_OF_NAME["b1"])], terrain)

    there, back = (
        Hop(SQUARE_OF_NAME["b1"], SQUARE_OF_NAME["a3"]),
        Hop(SQUARE_OF_NAME["a3"], SQUARE_OF_NAME["b1"]),
    )
    assert walk == Walk((), (there, back))
    assert walk.moves is None


def test_one_way_street_gives_as_many_moves_as_it_is_long() -> None:
    _, terrain = _groups(ONE_WAY)

    walk = longest_walk([Tile(0, 2, SQUARE_OF_NAME["c1"])], terrain)

    assert walk is not None
    assert [(NAMES[hop.origin], NAMES[hop.target]) for hop in walk.path] == [("c1", "c3"), ("c3", "c5")]
    assert (walk.cycle, walk.moves) == ((), 2)


def test_with_an_express_level_only_a_tile_that_can_always_move_is_replaced_by_a_clock() -> None:
    groups, terrain = _groups(ONE_WAY)
    street = next(group for group in groups if group.tiles[0].value == 2)
    pocket = next(group for group in groups if group.tiles[0].value == 4)

    assert walk_instead(street, 0, terrain) is not None
    assert walk_instead(street, 1, terrain) is None
    assert walk_instead(pocket, 1, terrain) is not None


def test_clock_runs_down_and_then_its_side_has_lost() -> None:
    """White can only pass, twice; Brown would need a third white ply to go on."""
    terrain = Terrain(Position.parse("7/7/7/7/7/7/7/7/7 w 0 0-0").cells)
    meter = Meter(Budget(100))
    search = Search((clock_of(0, 2), clock_of(1, None)), 0, (0, 0), Steps(terrain))

    search.run(meter, 100, guided=False)

    assert search.is_exhausted
    assert meter.visited == 5  # white 2, brown, white 1, brown, white 0


def test_free_search_lets_everybody_move_at_any_time() -> None:
    """Alone, a tile that can go on moving finds its capture even if the other side never moves."""
    cells = Position.parse("7/7/7/7/7/7/7/6z/Z6 w 0 0-0").cells
    terrain = Terrain(cells)
    search = Search(tuple(map(man_of, tiles_of(cells))), None, (0, 0), Steps(terrain))

    search.run(Meter(Budget(10_000)), 10_000, guided=True)

    assert search.line is not None
    assert search.line[-1].captures_on is not None


@pytest.mark.parametrize("at_first", [0, 1, 40])
def test_verdict_does_not_depend_on_when_the_arguments_are_tried(
    at_first: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With next to no joint search before it, the search of the groups by themselves has to carry the proofs."""
    monkeypatch.setattr(dead_decision, "_AT_A_GLANCE", at_first)
    monkeypatch.setattr(dead_decision, "_PLY_BY_PLY", at_first)
    monkeypatch.setattr(dead_decision, "_AT_FIRST", at_first)
    rng = random.Random(at_first)
    seeds = [sketch(seed) for seeds in SEEDS.values() for seed in seeds]
    checked = 0
    while checked < 120:
        start = changed(rng.choice(seeds), rng) if rng.random() < 0.8 else random_board(rng)
        if start is None:
            continue
        text = spell(start)
        position = Position.parse(text)
        try:
            expected = slow_verdict(text, 1500)
        except TooLarge:
            continue
        checked += 1
        decision = decide(position.cells, position.turn, position.express, Budget(1_000_000))
        assert decision.verdict.value == expected, text


def test_witness_uses_moves_elsewhere_where_a_clock_ticked() -> None:
    """Brown's only other tile is in a pocket: it passes the turn while White walks up to the wall."""
    position = Position.parse("4(X)v(X)/4(X)1(X)/4(X)2/5(X)(X)/7/7/7/7/Z6 w 0 0-0")

    decision = decide(position.cells, position.turn, position.express, Budget(100_000))

    assert decision.verdict is ProofVerdict.ALIVE
    assert {hop.origin for hop in decision.line[1::2]} <= {SQUARE_OF_NAME["f9"], SQUARE_OF_NAME["g7"]}
