"""Words of games: translated with their facts, and never an error for a game that is gone."""

import pytest
from django.utils import translation

from core import game_types
from core.game_types import game_choices, game_label, highest_level, is_known_game, translate
from engine import registry
from engine.texts import Text, gettext, ngettext, pgettext


def test_facts_are_translated_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    german = {"one way %(heading)s": "Einbahn nach %(heading)s", "north": "Norden"}
    monkeypatch.setattr(game_types, "gettext", german.__getitem__)
    monkeypatch.setattr(game_types, "pgettext", lambda _context, text: german[text])

    words = translate(gettext("one way %(heading)s").filled(heading=pgettext("heading", "north")))

    assert words == "Einbahn nach Norden"


@pytest.mark.parametrize(("number", "words"), [(1, "1 turn"), (5, "5 turns")])
def test_a_text_about_a_number_has_its_plural(number: int, words: str) -> None:
    text = ngettext("%(number)s turn", "%(number)s turns").filled(number=number)

    with translation.override("en"):
        assert translate(text, number) == words


def test_an_empty_text_stays_empty() -> None:
    assert translate(Text("")) == ""


def test_the_games_are_those_of_the_registry() -> None:
    assert [name for name, _label in game_choices()] == list(registry.names())


def test_a_game_that_the_site_has_no_longer_goes_by_its_name() -> None:
    assert not is_known_game("halma")
    assert (game_label("halma"), highest_level("halma")) == ("halma", 0)
