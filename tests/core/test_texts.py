"""Texts of the engine are said in the reader's language, also those that were stored before he chose one."""

import json

import pytest
from django.utils import translation

from core import texts
from core.texts import stored_form, translate, translate_message, translate_sentence, translate_stored
from engine.texts import AND, Sentence, Text, counted_sentence, gettext, join_list, ngettext, pgettext

GERMAN = {
    "%(face)s on %(square)s": "%(square)s: %(face)s",
    "one way %(heading)s": "Einbahn nach %(heading)s",
    "north": "Norden",
}


@pytest.fixture
def german(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(texts, "gettext", GERMAN.__getitem__)
    monkeypatch.setattr(texts, "pgettext", lambda _context, text: GERMAN[text])


def test_facts_are_translated_as_well(german: None) -> None:
    words = translate(gettext("one way %(heading)s").filled(heading=pgettext("heading", "north")))

    assert words == "Einbahn nach Norden"


@pytest.mark.parametrize(("number", "words"), [(1, "1 turn"), (5, "5 turns")])
def test_a_text_about_a_number_has_its_plural(number: int, words: str) -> None:
    text = ngettext("%(number)s turn", "%(number)s turns").filled(number=number)

    with translation.override("en"):
        assert translate(text, number) == words


def test_an_empty_text_stays_empty() -> None:
    assert translate(Text("")) == ""


def sentence() -> Sentence:
    face = gettext("one way %(heading)s").filled(heading=pgettext("heading", "north"))
    return Sentence("%(face)s on %(square)s", face=face, square="d4")


def test_a_sentence_is_english_and_can_be_said_in_another_language(german: None) -> None:
    assert sentence() == "one way north on d4"
    assert translate_sentence(sentence()) == "d4: Einbahn nach Norden"
    assert translate_sentence("typed by somebody") == "typed by somebody"


def test_a_stored_sentence_is_said_in_the_language_of_who_reads_it_later(german: None) -> None:
    stored = json.loads(json.dumps(stored_form(sentence())))

    assert translate_stored(stored, "") == "d4: Einbahn nach Norden"
    assert translate_message({"message": "as it was", "words": stored}) == "d4: Einbahn nach Norden"


def test_what_was_stored_in_english_alone_stays_so() -> None:
    assert stored_form("typed by somebody") is None
    assert translate_message({"message": "as it was"}) == "as it was"
    assert translate_message({"message": "as it was", "words": None}) == "as it was"


@pytest.mark.parametrize(
    "damaged",
    [
        {"text": "%(much)99999999d", "facts": {"much": 1}},
        {"text": "%s", "facts": {"square": "d4"}},
        {"text": 7},
        {"text": "%(square)s", "facts": {"square": [1]}},
        {"text": "%(square)s", "facts": [1]},
        "words",
    ],
)
def test_a_damaged_one_is_answered_with_the_english_that_lies_beside_it(damaged: object) -> None:
    assert translate_stored(damaged, "as it was") == "as it was"


def test_numbers_and_lists_are_stored_as_well() -> None:
    words = counted_sentence(
        "%(number)s tile on %(squares)s",
        "%(number)s tiles on %(squares)s",
        3,
        squares=join_list(["a1", "b1", "c1"], AND),
    )

    stored = json.loads(json.dumps(stored_form(words)))

    assert translate_stored(stored, "") == words == "3 tiles on a1, b1 and c1"


def test_facts_are_cleaned_before_they_are_stored() -> None:
    assert stored_form(Sentence("%(word)s?", word="a\0b"), lambda text: text.replace("\0", "␀")) == {
        "text": "%(word)s?",
        "facts": {"word": "a␀b"},
    }
