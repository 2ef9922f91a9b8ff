"""Sentences of pure code are said in the reader's language, and translators find all of them."""

import ast
import copy
import json
import pickle
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tournaments.pairing.builders import entrants
from tournaments import translation
from tournaments.pairing import Explainer, Tournament, explanation_lines
from tournaments.pairing.evaluation import Criterion
from tournaments.pairing.messages import Message
from tournaments.pairing.tournament import Outcome
from tournaments.tables.selectors.table_data import ExplanationData, Phrasebook, restore_explanations
from tournaments.translation import MESSAGES, translate, translate_error

ROOT = Path(__file__).parents[2] / "tournaments"
PURE = ("pairing", "standings", "tables")
GERMAN = {
    "%(one)s met %(other)s in round %(round)d.": "%(one)s spielte in Runde %(round)d gegen %(other)s.",
    "number %(number)d": "Nummer %(number)d",
}


def templates_in_pure_code() -> Iterator[str]:
    for package in PURE:
        for path in sorted((ROOT / package).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                named = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id
                if named in ("Message", "template"):
                    text = node.args[0]  # type: ignore[attr-defined]
                    if isinstance(text, ast.Constant):
                        yield str(text.value)


def test_translators_find_every_template() -> None:
    made = {
        *templates_in_pure_code(),
        *(each.wish for each in Criterion),
        *(each.value for each in Outcome),
    }

    assert made - set(MESSAGES) == set(), "list these in tournaments/translation.py"
    assert set(MESSAGES) - made == set(), "nobody says these any more"


def test_words_are_english_text_that_knows_what_it_is_made_of() -> None:
    words = Message("%(one)s met %(other)s.", one="Ann", other="Bob")

    assert words == "Ann met Bob."
    assert (words.template, dict(words.values)) == ("%(one)s met %(other)s.", {"one": "Ann", "other": "Bob"})
    for again in (copy.deepcopy(words), pickle.loads(pickle.dumps(words))):  # noqa: S301  made here
        assert (again, again.template, dict(again.values)) == (words, words.template, dict(words.values))


def test_words_and_the_words_in_them_are_said_in_the_readers_language(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(translation, "gettext", lambda text: GERMAN.get(text, text))
    other = Message("number %(number)d", number=7)
    words = Message("%(one)s met %(other)s in round %(round)d.", one="Ann", other=other, round=2)

    assert translate(words) == "Ann spielte in Runde 2 gegen Nummer 7."
    assert translate("Ann") == "Ann"


def test_what_is_wrong_is_said_in_the_readers_language_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(translation, "gettext", lambda text: GERMAN.get(text, text))

    assert translate_error(ValueError(Message("number %(number)d", number=7))) == "Nummer 7"
    assert translate_error(ValueError("as it is")) == "as it is"
    assert translate_error(ValueError()) == ""


def test_an_explanation_of_a_board_is_made_of_words_that_are_listed() -> None:
    tournament = Tournament(players=entrants(4))

    said = explanation_lines(tournament, Explainer(tournament).board(1))

    assert {each.template for each in said} <= set(MESSAGES)


def test_what_is_kept_of_words_says_the_same_later() -> None:
    words = Message("player %(number)d", number=3)
    line = Message("%(name)s has %(score)s", name=words, score="½")
    reason: ExplanationData = {
        "lines": [{"round": 1, "opponent": 3, "value": "0.5", "words": line, "cut": None}],
        "summary": "",
        "value": "0.5",
    }
    phrasebook = Phrasebook()

    kept = json.loads(json.dumps(phrasebook.encode_reasons([reason, reason])))
    (said, _) = restore_explanations(kept, phrasebook.templates)

    assert phrasebook.templates == [
        ["%(name)s has %(score)s", "name", "score"],
        ["player %(number)d", "number"],
    ]
    assert kept[0]["lines"][0]["words"] == [0, [1, 3], "½"]
    assert said == reason
    assert isinstance(said["lines"][0]["words"], Message)


def test_a_table_of_old_is_told_as_it_was_written() -> None:
    old: ExplanationData = {
        "lines": [{"round": 1, "opponent": 3, "value": "1", "words": "player 3 has 1", "cut": None}],
        "summary": "As it was.",
        "value": "1",
    }

    assert restore_explanations([old], []) == [old]
