"""A record as it can be watched: lines, what each ply does, what changes on the board."""

import random

import pytest

from engine.core import Game, Side
from engine.drawing import Placed
from engine.record import read_text
from games.replay.presenters.display import Clash, Glyph, PlyEffect, Survivor
from games.replay.presenters.displays.barragoon import BarragoonDisplay
from games.replay.presenters.frame import make_frame
from games.replay.presenters.replay import AddedLine, build_replay, build_replay_to
from tests.engine.barragoon.boards import board
from tests.engine.stratego.gravon.files import SETUP
from tests.games.replay.records import annotated, one, random_barragoon, random_stratego, stratego

PROOF = AddedLine("How a capture can happen", 2, ("c2-c4", "c8-c6"))


def test_a_record_becomes_lines_in_the_order_in_which_they_are_written() -> None:
    watched = build_replay(annotated())

    lines = [(line.parent, line.start, [ply.text for ply in line.plies]) for line in watched.lines]

    assert lines == [
        (0, 0, ["d2-d4", "d8-d6", "b1-a3", "b9-a7"]),
        (0, 1, ["c8-c6", "c2-c4", "c6-d6"]),
        (1, 2, ["e2-e4", "c6-d6"]),
    ]


def test_each_ply_carries_its_glyphs_clock_and_offer() -> None:
    plies = build_replay(annotated()).main.plies

    assert plies[0].glyphs == (Glyph("!", "good move"),)
    assert [ply.clock for ply in plies] == ["0:10:00", "0:09:58", "", ""]
    assert [ply.offer for ply in plies] == [False, False, False, True]
    assert [ply.side for ply in plies] == [Side.FIRST, Side.SECOND, Side.FIRST, Side.SECOND]


@pytest.mark.parametrize("seed", range(3))
def test_the_changes_add_up_to_the_referees_board_at_every_ply(seed: int) -> None:
    (record,) = read_text(random_barragoon(random.Random(seed), 50))
    watched = build_replay(record)
    game = record.start()

    for ply in watched.main.plies:
        game.push(ply.text)
        assert watched.contents_at(0, ply.number) == watched.display.contents(game, "open")
        assert ply.reserve == watched.display.reserve(game)


@pytest.mark.parametrize("view", ["open", "red", "blue", "spectator"])
def test_the_changes_add_up_to_what_the_viewer_sees(view: str) -> None:
    (record,) = read_text(random_stratego(random.Random(view), 150))
    watched = build_replay(record, view)
    game = record.start()

    for ply in watched.main.plies:
        game.push(ply.text)
        assert watched.contents_at(0, ply.number) == watched.display.contents(game, view)


def test_the_changes_inside_a_variation_start_from_its_parent() -> None:
    watched = build_replay(annotated())

    after = watched.contents_at(2, 3)

    assert {square: after.get(square, "") for square in ("d4", "c8", "c6", "e2", "e4", "c2")} == {
        "d4": "white-3",
        "c8": "",
        "c6": "brown-2",
        "e2": "",
        "e4": "white-2",
        "c2": "white-2",
    }


def test_the_path_goes_through_the_barragoons_that_were_crossed() -> None:
    position = board("Vc2", "(N)c3", "(NE)c5", "(X)d2", "(X)b2", "zg9", "(X)d9")
    record = one(f'[Game "Barragoon"]\n[Position "{position}"]\n\nc2-d5 *')

    (ply,) = build_replay(record).main.plies

    assert ply.effect.path == ("c2", "c3", "c4", "c5", "d5")


def test_of_two_ways_the_one_with_fewer_barragoons_is_shown() -> None:
    position = board("Da1", "(N)a2", "zg9", "(X)d9")
    record = one(f'[Game "Barragoon"]\n[Position "{position}"]\n\na1-b3 *')

    (ply,) = build_replay(record).main.plies

    assert ply.effect.path == ("a1", "b1", "b2", "b3")


def test_a_captured_tile_and_two_barragoons_follow_in_their_order() -> None:
    position = board("Vb1", "zd3", "zg9", "(X)d5", "Zf2", reserve=24)
    record = one(f'[Game "Barragoon"]\n[Position "{position}"]\n\nb1xd3/X@a4/NS@g6 *')

    (ply,) = build_replay(record).main.plies

    assert ply.effect.taken == "brown-2"
    assert ply.effect.lost == ("brown-2",)
    assert ply.effect.placed == (Placed("a4", "face-X"), Placed("g6", "face-NS"))
    assert ply.reserve == 22
    assert ply.changes == {"a4": "face-X", "b1": "", "d3": "white-4", "g6": "face-NS"}


def test_an_attack_shows_both_pieces_and_who_won() -> None:
    plies = build_replay(stratego(), "spectator").main.plies

    assert [ply.effect.clash for ply in plies if ply.effect.clash] == [
        Clash("blue-captain", "red-scout", Survivor.ATTACKER),
        Clash("red-scout", "blue-sergeant", Survivor.DEFENDER),
        Clash("red-sergeant", "blue-bomb", Survivor.DEFENDER),
    ]
    assert plies[2].effect.lost == ("red-scout",)
    assert plies[2].effect.path == ("f4", "f5", "f6", "f7")


def test_in_a_hidden_view_there_are_no_variations_and_no_glyphs() -> None:
    record = one('[Game "Stratego"]' + stratego_with_glyph())

    assert len(build_replay(record).lines) == 2
    assert len(build_replay(record, "red").lines) == 1
    assert build_replay(record).main.plies[0].glyphs == (Glyph("??", "blunder"),)
    assert build_replay(record, "red").main.plies[0].glyphs == ()


def stratego_with_glyph() -> str:
    from tests.games.replay.records import stratego_text

    return stratego_text().partition('[Game "Stratego"]')[2].replace("b4-b6 {", "b4-b6 $4 {")


def test_a_witness_is_a_line_of_its_own() -> None:
    watched = build_replay(annotated(), added=[AddedLine("How a capture can happen", 2, ("c2-c4", "c8-c6"))])

    line = watched.lines[3]

    assert (line.title, line.parent, line.start, line.end) == ("How a capture can happen", 0, 2, 4)
    assert watched.contents_at(3, 4)["d4"] == "white-3"


def test_a_line_that_shows_what_the_board_allows_knows_nothing_of_two_squares_played_before() -> None:
    """Red has gone to and fro as often as he may. A line beside the game goes on with it; the game itself cannot."""
    to_and_fro = "1. a4-a5 j7-j6 2. a5-a4 i7-i6 3. a4-a5 j6-j5 4. a5-a4 i6-i5 5. a4-a5 e7-e6"
    (record,) = read_text(
        f'[Game "Stratego"]\n[RedSetup "{SETUP}"]\n[BlueSetup "{SETUP}"]\n\n{to_and_fro} *\n'
    )
    watched = build_replay(record, added=[AddedLine("What the board allows", 10, ("a5-a4", "e6-e5"))])

    here = make_frame(watched, record.start(), 1, 12)

    assert record.final is not None
    assert not record.final.is_legal("a5-a4")
    assert [ply.text for ply in watched.lines[1].plies] == ["a5-a4", "e6-e5"]
    assert here.contents() == watched.contents_at(1, 12)
    assert here.contents()["a4"] == watched.contents_at(0, 8)["a4"] == "red-sergeant"


def test_the_valid_plies_of_a_broken_record_can_be_watched() -> None:
    (record,) = read_text('[Game "Barragoon"]\n\n1. d2-d4 d8-d6 (1... d8-d5 2. c2-c9) 2. c2-c5 *')

    watched = build_replay(record)

    assert not record.ok
    assert [ply.text for ply in watched.main.plies] == ["d2-d4", "d8-d6"]


def test_a_record_that_could_not_start_cannot_be_watched() -> None:
    (record,) = read_text('[Game "Chess"]\n\n1. e4 *')

    with pytest.raises(ValueError, match="cannot start"):
        build_replay(record)


def test_the_way_to_a_place_tells_the_same_as_the_whole_replay() -> None:
    whole = build_replay(annotated(), added=[PROOF])

    for line in whole.lines:
        for ply in range(line.start, line.end + 1):
            way = build_replay_to(annotated(), line.number, ply, added=[PROOF])
            assert way is not None
            assert list(way.plies_until(line.number, ply)) == list(whole.plies_until(line.number, ply))
            assert (way.start, way.first, way.reserve) == (whole.start, whole.first, whole.reserve)
            assert [(other.parent, other.start, other.title) for other in way.lines] == [
                (other.parent, other.start, other.title) for other in whole.lines
            ]


@pytest.mark.parametrize(
    ("line", "ply"), [(0, 5), (0, -1), (1, 0), (1, 5), (2, 5), (3, 1), (3, 5), (4, 1), (-1, 0)]
)
def test_there_is_no_way_to_a_place_that_does_not_exist(line: int, ply: int) -> None:
    assert build_replay_to(annotated(), line, ply, added=[PROOF]) is None


def test_there_is_no_way_into_a_variation_for_who_does_not_see_everything() -> None:
    assert build_replay_to(stratego(), 1, 3) is not None
    assert build_replay_to(stratego(), 1, 3, "red") is None


def test_only_what_leads_to_a_place_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[str] = []
    play = BarragoonDisplay.play

    def noted(self: BarragoonDisplay, game: Game, ply: str, view: str) -> PlyEffect:
        played.append(ply)
        return play(self, game, ply, view)

    monkeypatch.setattr(BarragoonDisplay, "play", noted)

    build_replay_to(annotated(), 2, 3)

    assert played == ["d2-d4", "c8-c6", "e2-e4"]
