"""Pictures: what is drawn where, that a hidden view draws nothing more, and the heat map."""

import random
import re
from xml.parsers import expat

import pytest

from engine import stratego
from engine.core import PositionError
from engine.drawing import Picture, Theme, symbol_sheet
from engine.stratego.art import ART
from engine.stratego.heatmap import count, heat_map
from tests.engine.stratego.positions import board, game, random_setup

SETUP = "FBMGOJPLTN/BBCCCCCCCC/OJJPPPLLLT/TTNNNNSBBB"


def drawn(svg: str) -> list[tuple[str, str]]:
    """(square, symbol) of every symbol of an unflipped picture, marks of the last move left out."""
    found = []
    for symbol, x, y in re.findall(r'<use href="#stratego-([a-z-]+)" x="(\d+)" y="(\d+)"', svg):
        if not symbol.startswith("mark-"):
            found.append((f"{'abcdefghij'[int(x) // 100]}{10 - int(y) // 100}", symbol))
    return sorted(found)


def is_well_formed(svg: str) -> bool:
    return expat.ParserCreate().Parse(svg.encode(), True) == 1  # noqa: FBT003 - expat takes no keywords


def picture_of(played: stratego.Game, view: str | None = None) -> str:
    options = Picture(last=played.last_squares(), marks=played.marks(view))
    return stratego.RULES.draw(played.position(view), options)


def test_each_piece_is_drawn_on_its_square() -> None:
    svg = stratego.RULES.draw(
        board({"a1": "F", "j10": "f", "e5": "M", "e6": "b", "a4": "?", "a7": "!"}), Picture()
    )

    assert drawn(svg) == [
        ("a1", "red-flag"),
        ("a4", "red-hidden"),
        ("a7", "blue-hidden"),
        ("e5", "red-marshal"),
        ("e6", "blue-bomb"),
        ("j10", "blue-flag"),
    ]


def test_both_lakes_are_part_of_the_empty_board_whichever_side_is_at_the_bottom() -> None:
    for flip in (False, True):
        svg = stratego.RULES.draw(board({"a1": "F"}), Picture(flip=flip))
        grid = svg.partition('<g id="stratego-grid">')[2].partition("<g id=")[0]

        assert re.findall(r'translate\((\d+) (\d+)\)"><rect x="6" y="6" width="(\d+)"', grid) == [
            ("200", "400", "188"),
            ("600", "400", "188"),
        ]


@pytest.mark.parametrize("theme", list(Theme))
def test_every_theme_is_well_formed_xml(theme: Theme) -> None:
    svg = stratego.RULES.draw(stratego.Game(SETUP, SETUP).position(), Picture(theme=theme))

    assert is_well_formed(svg)


def test_the_symbol_sheet_holds_every_piece_once() -> None:
    sheet = symbol_sheet(ART)

    ids = re.findall(r'<g id="([^"]+)"', sheet)
    assert len(ids) == len(set(ids)) == 2 * 13 + 2 * 12 + 3 + 7 + 1  # backs, fallen ones, signs, marks, grid
    assert is_well_formed(sheet)


def test_the_picture_tells_screen_readers_what_stands_where() -> None:
    svg = stratego.RULES.draw(board({"a1": "F", "b1": "S", "c1": "N", "d1": "N", "j10": "!"}, "b"), Picture())

    assert "<title" in svg
    assert ">Stratego board, Blue to move</title>" in svg
    assert ">Red: 2 miners c1, d1; 1 spy b1; 1 flag a1. Blue: face down j10.</desc>" in svg


def test_an_empty_side_is_told_too() -> None:
    assert "Blue: no pieces.</desc>" in stratego.RULES.draw(board({"a1": "F"}), Picture())


def test_a_position_that_cannot_be_read_is_not_drawn() -> None:
    with pytest.raises(PositionError):
        stratego.RULES.draw("nonsense", Picture())


def test_a_beaten_attacker_is_struck_out_where_it_came_from() -> None:
    played = game({"e5": "J", "e6": "b"})
    played.push("e5xe6")

    assert [mark for mark in drawn(picture_of(played, "spectator")) if mark[0] in ("e5", "e6")] == [
        ("e5", "fell"),
        ("e5", "red-major"),
        ("e6", "blue-bomb"),
    ]


def test_a_beaten_defender_is_shown_beside_the_victor() -> None:
    played = game({"e5": "J", "e6": "t"})
    played.push("e5xe6")

    assert [mark for mark in drawn(picture_of(played, "spectator")) if mark[0] in ("e5", "e6")] == [
        ("e6", "fallen-blue-sergeant"),
        ("e6", "red-major"),
    ]


def test_when_both_fall_both_are_struck_out() -> None:
    played = game({"e5": "J", "e6": "j"})
    played.push("e5xe6")

    assert [mark for mark in drawn(picture_of(played)) if mark[0] in ("e5", "e6")] == [
        ("e5", "fell"),
        ("e5", "red-major"),
        ("e6", "blue-major"),
        ("e6", "fell"),
    ]


def test_an_eye_marks_what_the_opponent_knows_and_a_step_what_has_moved() -> None:
    played = game({"e5": "J", "e6": "t", "b5": "C"})
    for ply in ("e5xe6", "j9-j8", "b5-b8", "j8-j7"):
        played.push(ply)

    assert [mark for mark in drawn(picture_of(played, "red")) if mark[1] in ("shown", "moved")] == [
        ("b8", "shown"),
        ("e6", "shown"),
        ("j7", "moved"),
    ]
    assert [mark for mark in drawn(picture_of(played, "blue")) if mark[1] in ("shown", "moved")] == []


def test_a_picture_of_a_hidden_view_never_holds_a_hidden_piece() -> None:
    chance = random.Random("pictures")
    for _ in range(20):
        played = stratego.Game(random_setup(chance), random_setup(chance))
        for _ in range(chance.randint(0, 60)):
            legal = list(played.legal_plies())
            if not legal:
                break
            played.push(chance.choice(legal))
        known = {man.square for man in played.seen("red") if man.kind is not None}
        ends = set(played.last_squares())

        faces = {
            square
            for square, symbol in drawn(picture_of(played, "red"))
            if symbol.startswith("blue-") and symbol != "blue-hidden"
        }

        assert faces <= known | ends
        body = picture_of(played, "spectator")
        defined = set(re.findall(r'<g id="stratego-((?:red|blue)-[a-z]+)"', body))
        assert defined == {symbol for _, symbol in drawn(body) if symbol.startswith(("red-", "blue-"))}


def test_a_heat_map_counts_every_set_up() -> None:
    setups = [stratego.Setup.parse(SETUP)] * 3 + [stratego.Setup.parse(SETUP).mirrored()]

    counts = count(setups, stratego.Kind.FLAG)

    assert (counts[0], counts[9], sum(counts)) == (3, 1, 4)


def test_a_heat_map_shows_percent_where_the_piece_stands() -> None:
    setups = [stratego.Setup.parse(SETUP)] * 3 + [stratego.Setup.parse(SETUP).mirrored()]

    svg = heat_map(setups, stratego.Kind.FLAG)

    assert ">Where the flag stands in 4 set-ups, in percent</title>" in svg
    assert ">a1 75 %, j1 25 %.</desc>" in svg
    assert re.findall(r"<text[^>]*class=\"stratego-heat-f-(?:light|dark)-ink\">([^<]+)</text>", svg) == [
        "25",
        "75",
    ]
    assert re.findall(r'href="#stratego-heat-heat" x="(\d+)" y="(\d+)"( opacity="[^"]+")?', svg) == [
        ("0", "300", ""),
        ("900", "300", ' opacity="0.333"'),
    ]
    assert is_well_formed(svg)


def test_rare_places_are_shown_as_less_than_one_percent() -> None:
    setups = [stratego.Setup.parse(SETUP)] * 300 + [stratego.Setup.parse(SETUP).mirrored()]

    svg = heat_map(setups, stratego.Kind.FLAG)

    assert ">&lt;1</text>" in svg
    assert is_well_formed(svg)


def test_a_heat_map_of_nothing_is_an_empty_board() -> None:
    assert ">It stands nowhere.</desc>" in heat_map([], stratego.Kind.FLAG)
