"""What games tell about themselves agrees with their rules, and translators find every text of it."""

import ast
import dataclasses
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random

import pytest

from engine import registry
from engine.core import Side
from engine.description import Choice, GameDescription, Option, plain_description
from engine.record import read_text
from engine.texts import Text, gettext, ngettext, pgettext

ROOT = Path(__file__).parents[2]
GAMES = registry.names()


def texts_in(value: object) -> Iterator[Text]:
    if isinstance(value, Text):
        yield value
        yield from (text for _name, fact in value.facts for text in texts_in(fact))
    elif dataclasses.is_dataclass(value):
        for field in dataclasses.fields(value):
            yield from texts_in(getattr(value, field.name))
    elif isinstance(value, Mapping):
        yield from (text for member in value.values() for text in texts_in(member))
    elif isinstance(value, tuple | frozenset):
        yield from (text for member in value for text in texts_in(member))


def marked_texts() -> set[str]:
    """The literals in calls that `make messages` looks for, in the engine."""
    return {
        argument.value
        for path in (ROOT / "engine").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        if node.func.id in ("_", "gettext", "pgettext", "ngettext")
        for argument in node.args
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    }


@pytest.fixture(params=GAMES)
def described(request: pytest.FixtureRequest) -> GameDescription:
    return registry.description(request.param)


def test_translators_find_every_text_but_numbers_and_names(described: GameDescription) -> None:
    found = {text.msgid for text in texts_in(described)}
    names = {described.label.msgid, *(text.msgid for text in plain_texts(described))}

    assert {msgid for msgid in found - marked_texts() - names if not msgid.isdigit()} == set()


def plain_texts(described: GameDescription) -> Iterator[Text]:
    """Of a game without a description of its own: the words of its rules."""
    yield from texts_in(plain_description(registry.rules(described.name)))


def test_it_agrees_with_the_rules(described: GameDescription) -> None:
    rules = registry.rules(described.name)

    assert described.name == rules.name
    assert {view.name for view in described.views} <= set(rules.views)
    assert {option.tag for option in described.options if option.tag} <= set(rules.tags)
    assert all(option.allows(option.default) for option in described.options)
    if described.handicap:
        assert {described.option(key) for key in described.handicap.options}.isdisjoint({None})
    if described.browser_module:
        assert (ROOT / "static" / "js" / described.browser_module).is_file()
    if described.legend and described.art:
        symbols = {entry.symbol for entry in described.legend.entries if entry.symbol}
        assert symbols <= set(described.art.all_symbols())


@pytest.mark.parametrize("name", [known.name for known in registry.descriptions() if known.pieces])
def test_a_board_that_a_site_shows_plainly_holds_known_symbols_with_words(name: str) -> None:
    described, rules = registry.description(name), registry.rules(name)
    assert described.art is not None
    assert described.pieces is not None
    game, rng = rules.start({}), Random(8)
    squares = {
        f"{chr(ord('a') + file)}{rank}"
        for file in range(described.art.files)
        for rank in range(1, described.art.ranks + 1)
    }
    while game.outcome() is None and len(game.plies) < 150:
        contents = described.pieces.contents(game, rules.views[0])
        assert set(contents) <= squares
        assert set(contents.values()) <= set(described.pieces.words) <= set(described.art.symbols)
        game.push(game.random_ply(rng))
        drawn = {described.pieces.drawn_at.get(square, square) for square in game.last_squares()}
        assert drawn <= squares


def test_every_game_of_the_registry_has_a_description_of_its_own() -> None:
    for known in registry.descriptions():
        assert known.art is not None
        assert known.legend is not None
        assert known.endings
        assert known.adjudicated
        assert known.typed_move
        assert known != plain_description(registry.rules(known.name))


@pytest.mark.parametrize("name", [known.name for known in registry.descriptions() if known.example_record])
def test_an_example_is_a_valid_record_of_the_game(name: str) -> None:
    (record,) = read_text(registry.description(name).example_record)

    assert record.ok
    assert record.tags["Game"] == registry.rules(name).tag


def test_hidden_pieces_come_with_seats_and_a_face_down_board() -> None:
    hidden = [known for known in registry.descriptions() if known.face_down]

    assert hidden
    for known in hidden:
        assert {view.seat for view in known.views} == {None, Side.FIRST, Side.SECOND}


LIMIT = Option(
    key="limit",
    label=gettext("Limit"),
    default=None,
    highest=9,
    tag="Limit",
    usual=5,
    sentence=ngettext("%(number)s turn.", "%(number)s turns."),
)
SIZE = Option(
    key="size",
    label=gettext("Size"),
    default=8,
    choices=(Choice(8, gettext("eight")), Choice(10, gettext("ten"), gettext("Ten."), written="10")),
    tag="Size",
)


@pytest.mark.parametrize(
    ("option", "value", "allowed", "written"),
    [
        (LIMIT, None, True, ""),
        (LIMIT, 3, True, "3"),
        (LIMIT, 0, False, "0"),
        (LIMIT, 10, False, "10"),
        (LIMIT, True, False, "True"),
        (SIZE, 8, True, ""),
        (SIZE, 10, True, "10"),
        (SIZE, "10", False, ""),
        (SIZE, None, False, ""),
    ],
)
def test_an_option_says_which_values_it_takes_and_what_records_say(
    option: Option, value: object, allowed: bool, written: str
) -> None:
    assert option.allows(value) is allowed
    assert option.written(value) == written  # type: ignore[arg-type]


def test_a_number_that_is_left_out_is_the_usual_one() -> None:
    words = LIMIT.words(None)

    assert words is not None
    assert (str(words[0]), words[1]) == ("5 turns.", 5)
    assert SIZE.words(8) is None


def test_a_text_holds_others() -> None:
    assert str(gettext("to the %(where)s").filled(where=pgettext("heading", "north"))) == "to the north"
