"""Pictures of draughts: pieces on their squares, numbers in the corners, what the last ply did; boards as text."""

from xml.etree import ElementTree

import pytest

from engine.core import PositionError
from engine.draughts import RULES, Game, Position
from engine.draughts.text_board import text_board
from engine.drawing import Arrow, Picture, Theme

SVG = "{http://www.w3.org/2000/svg}"


def parsed(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)  # noqa: S314  our own picture


def uses(svg: str) -> list[tuple[str, str, str]]:
    return [
        (use.attrib["href"].removeprefix("#draughts-"), use.attrib["x"], use.attrib["y"])
        for use in parsed(svg).iter(f"{SVG}use")
        if "x" in use.attrib
    ]


def labels(svg: str) -> list[tuple[str, str, str]]:
    return [(str(text.text), text.attrib["x"], text.attrib["y"]) for text in parsed(svg).iter(f"{SVG}text")]


def test_pieces_stand_on_the_dark_squares_of_their_numbers() -> None:
    drawn = uses(RULES.draw("W:W46,K5:B1,K50", Picture(coordinates=False)))

    assert drawn == [
        ("white-king", "900", "0"),
        ("white-man", "0", "900"),
        ("black-man", "100", "0"),
        ("black-king", "800", "900"),
    ]


def test_the_board_can_be_turned() -> None:
    assert uses(RULES.draw("W:W46:B", Picture(coordinates=False, flip=True))) == [("white-man", "900", "0")]


def test_coordinates_are_the_numbers_of_the_squares() -> None:
    drawn = labels(RULES.draw("W:W:B", Picture()))

    assert len(drawn) == 50
    assert drawn[0] == ("1", "104", "20")
    assert drawn[5] == ("6", "4", "120")
    assert drawn[-1] == ("50", "804", "920")


def test_turned_numbers_are_the_same_places_in_the_opposite_order() -> None:
    """So the browser can turn a board without drawing it anew."""
    usual, turned = labels(RULES.draw("W:W:B", Picture())), labels(RULES.draw("W:W:B", Picture(flip=True)))

    assert [place for _text, *place in usual] == [place for _text, *place in reversed(turned)]
    assert [text for text, *_place in usual] == [text for text, *_place in turned]


def test_a_page_finds_every_layer_of_a_board() -> None:
    root = parsed(RULES.draw("W:W31-50:B1-20", Picture(shared_symbols=True)))

    layers = {group.attrib.get("data-layer") for group in root.iter(f"{SVG}g")}
    assert layers >= {"ground", "pieces", "marks", "arrows", "labels"}


def test_the_last_ply_is_marked_and_what_it_took_is_faded() -> None:
    game = Game(position="W:W32:B28,1")
    game.push("32x23")
    picture = Picture(
        coordinates=False,
        last=game.last_squares(),
        marks=game.marks(),
        arrows=(Arrow("32", "23"),),
        highlights=("1",),
    )
    svg = RULES.draw(game.position(), picture)

    assert [use for use in uses(svg) if use[0].startswith("mark-last")] == [
        ("mark-last", "300", "600"),
        ("mark-last", "500", "400"),
    ]
    assert ("black-man", "400", "500") in uses(svg)
    assert 'opacity="0.35"' in svg
    assert ("mark-highlight", "100", "0") in uses(svg)
    assert "<polygon" in svg


@pytest.mark.parametrize("theme", list(Theme))
def test_every_theme_draws_a_whole_picture(theme: Theme) -> None:
    root = parsed(RULES.draw("W:W46,K5:B1,K50", Picture(theme=theme)))
    names = {element.attrib["id"] for element in root.iter() if "id" in element.attrib}

    assert {use.attrib["href"][1:] for use in root.iter(f"{SVG}use")} <= names


def test_the_picture_says_what_it_shows() -> None:
    root = parsed(RULES.draw("B:W46,47,K5:B", Picture()))

    assert root.findtext(f"{SVG}title") == "Draughts board, Black to move"
    assert root.findtext(f"{SVG}desc") == "White: men on 46, 47; kings on 5. Black: no pieces."


def test_what_is_no_position_is_not_drawn() -> None:
    with pytest.raises(PositionError):
        RULES.draw("W:W1", Picture())


def test_a_board_as_text() -> None:
    board = text_board(Position.parse("W:W46,K5:B1,K50"), ascii_only=True)

    assert board.split("\n") == [
        "  b   .   .   .   W",
        ".   .   .   .   .",
        "  .   .   .   .   .",
        ".   .   .   .   .",
        "  .   .   .   .   .",
        ".   .   .   .   .",
        "  .   .   .   .   .",
        ".   .   .   .   .",
        "  .   .   .   .   .",
        "w   .   .   .   B",
    ]
    assert str(Game(position="W:W46,K5:B1,K50")).split("\n")[0] == "  ⛂   .   .   .   ⛁"
