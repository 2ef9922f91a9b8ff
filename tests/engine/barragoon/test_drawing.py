"""The board as a picture: standalone SVG with everything a reader needs."""

import re
import xml.etree.ElementTree as ET

import pytest

from engine.barragoon import FACES, NAMES, RULES, Game
from engine.barragoon.drawing import ART
from engine.drawing import Arrow, Picture, Theme, draw_symbol, stylesheet, symbol_sheet
from tests.engine.barragoon.boards import board

SVG = "{http://www.w3.org/2000/svg}"
START = Game().position()
ALL_FACES = board(
    "Za1", "zg1", *(f"({face.code}){name}" for face, name in zip(FACES, NAMES[7:], strict=False))
)


def picture(position: str = START, **options: object) -> ET.Element:
    return ET.fromstring(RULES.draw(position, Picture(**options)))  # type: ignore[arg-type]  # noqa: S314


def uses(drawn: ET.Element) -> dict[tuple[str, str], str]:
    """Symbols by the corner they are drawn at."""
    return {
        (use.attrib["x"], use.attrib["y"]): use.attrib["href"]
        for use in drawn.iter(f"{SVG}use")
        if "x" in use.attrib and "#barragoon-mark-" not in use.attrib["href"]
    }


def marks(drawn: ET.Element) -> list[str]:
    """The marks on the board, in the order in which they are drawn."""
    hrefs = [use.attrib["href"] for use in drawn.iter(f"{SVG}use")]
    return [href.removeprefix("#barragoon-") for href in hrefs if "-mark-" in href]


def definitions(drawn: ET.Element) -> list[str]:
    found = drawn.find(f"{SVG}defs")
    assert found is not None
    return [element.attrib["id"] for element in found]


def test_every_piece_lies_where_it_stands() -> None:
    drawn = uses(picture())

    assert len(drawn) == 22
    assert drawn["100", "800"] == "#barragoon-white-4"  # b1
    assert drawn["300", "700"] == "#barragoon-white-3"  # d2
    assert drawn["200", "100"] == "#barragoon-brown-2"  # c8
    assert drawn["0", "400"] == "#barragoon-face-X"  # a5


def test_flipped_browns_side_is_at_the_bottom() -> None:
    drawn = uses(picture(flip=True))

    assert drawn["500", "0"] == "#barragoon-white-4"  # b1
    assert drawn["400", "700"] == "#barragoon-brown-2"  # c8


def test_every_symbol_used_is_defined_once() -> None:
    drawn = picture(ALL_FACES)
    defined = definitions(drawn)

    assert sorted({"#barragoon-grid", *uses(drawn).values()}) == sorted(f"#{name}" for name in defined)
    assert len(defined) == len(set(defined)) == 19


def test_the_sixteen_faces_and_six_tiles_have_different_pictures() -> None:
    assert len(ART.symbols) == 22
    assert len(set(ART.symbols.values())) == 22


@pytest.mark.parametrize(("size", "width", "height"), [(24, "181", "229"), (48, "362", "458")])
def test_the_size_is_that_of_a_square(size: int, width: str, height: str) -> None:
    drawn = picture(size=size)

    assert (drawn.attrib["width"], drawn.attrib["height"]) == (width, height)


def test_a_picture_has_title_and_description_for_screen_readers() -> None:
    drawn = picture(board("Vb1", "zg9", "(NE)d5", turn="b", reserve=3, express="1-2"))
    title, description = drawn.find(f"{SVG}title"), drawn.find(f"{SVG}desc")

    assert drawn.attrib["role"] == "img"
    assert title is not None
    assert description is not None
    assert title.text == "Barragoon board, Brown to move"
    assert description.text == (
        "White: 4-tiles on b1. Brown: 2-tiles on g9. Barragoons: right turn from north on d5. "
        "3 in the reserve. Express levels: White 1, Brown 2."
    )
    assert drawn.attrib["aria-labelledby"] == f"{title.attrib['id']} {description.attrib['id']}"


def test_the_title_can_be_given_and_is_escaped() -> None:
    title = picture(title='Ann <&> "Bob"').find(f"{SVG}title")

    assert title is not None
    assert title.text == 'Ann <&> "Bob"'


def test_coordinates_can_be_left_out() -> None:
    assert [text.text for text in picture().iter(f"{SVG}text")] == [*"abcdefg", *"123456789"]
    assert list(picture(coordinates=False).iter(f"{SVG}text")) == []


def test_the_last_move_highlights_and_arrows_are_marked() -> None:
    drawn = picture(last=("d2", "d4", "a4"), highlights=("g1",), arrows=(Arrow("d2", "d4"),))
    classes = [element.attrib.get("class", "") for element in drawn.iter()]

    assert marks(drawn) == ["mark-last", "mark-last", "mark-highlight", "mark-target", "mark-touched"]
    assert classes.count("barragoon-f-arrow") == classes.count("barragoon-s-arrow") == 1


def test_what_is_drawn_lies_in_layers_a_script_can_find() -> None:
    drawn = picture(last=("d2", "d4"), arrows=(Arrow("d2", "d4"),))
    layers = {
        group.attrib["data-layer"]: len(group) for group in drawn.iter() if "data-layer" in group.attrib
    }

    assert layers == {"ground": 2, "pieces": 22, "marks": 1, "arrows": 1, "labels": 16}


def test_a_decorative_picture_is_hidden_from_screen_readers_and_short() -> None:
    drawn = RULES.draw(START, Picture(shared_symbols=True, decorative=True, coordinates=False))

    assert 'aria-hidden="true"' in drawn
    assert "<title" not in drawn
    assert "<desc" not in drawn
    assert len(drawn) < 1300


def test_a_fixed_theme_has_plain_colours_that_every_renderer_knows() -> None:
    for theme in (Theme.LIGHT, Theme.DARK, Theme.PRINT):
        text = RULES.draw(START, Picture(theme=theme))

        assert "var(" not in text
        assert "@media" not in text


def test_print_uses_black_white_and_greys_only() -> None:
    text = RULES.draw(START, Picture(theme=Theme.PRINT))

    assert all(
        len({colour[1:3], colour[3:5], colour[5:7]}) == 1 for colour in re.findall("#[0-9a-f]{6}", text)
    )


def test_the_automatic_theme_follows_the_reader() -> None:
    text = RULES.draw(START, Picture())

    assert "prefers-color-scheme:dark" in text
    assert "@media print" in text


def test_a_page_can_share_the_symbols() -> None:
    light = RULES.draw(START, Picture(shared_symbols=True))
    sheet = symbol_sheet(ART)

    assert "<defs>" not in light
    assert "<style>" not in light
    assert len(light) < 4000
    assert len(definitions(ET.fromstring(sheet))) == 22 + 7 + 1  # noqa: S314  symbols, marks and the grid
    assert "style" not in sheet


def test_the_stylesheet_of_a_page_is_what_a_standalone_picture_holds() -> None:
    assert f"<style>{stylesheet(ART)}</style>" in RULES.draw(START, Picture())


def test_a_symbol_can_be_drawn_alone() -> None:
    drawn = draw_symbol(ART, "white-4", 50, Theme.LIGHT)

    assert ET.fromstring(drawn).attrib["width"] == "50"  # noqa: S314
    assert ART.symbols["white-4"] in drawn


def test_the_same_position_gives_the_same_bytes() -> None:
    assert RULES.draw(START, Picture()) == RULES.draw(START, Picture())
