"""Catalogues are collected from the sources, brought up to date without losing anything, and compiled."""

import gettext
import os
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from scripts.catalogues.extraction import extract_messages
from scripts.catalogues.files import (
    catalogue_file,
    catalogue_text,
    compile_catalogues,
    read_catalogue,
    update_catalogue,
    write_catalogue,
)

CODE = """
from django.utils.translation import gettext as _, ngettext, pgettext
from engine.texts import Sentence, counted_sentence

# Translators: of a round
TITLE = _("Open")
GAMES = ngettext("%(number)s game", "%(number)s games", 2)
COLOUR = pgettext("side", "White")
WORDS = Sentence("%(square)s is "
                 "empty.", square="d4")
COUNTED = counted_sentence("%(number)s ply", "%(number)s plies", 2)
"""
TEMPLATE = """{% load i18n %}<main>
    <h1>{% translate "Rounds" %}</h1> {{ _("Filter") }}
      {% blocktranslate count number=rounds trimmed %}
        It's {{ number }} round.
      {% plural %}
        There are {{ number }} rounds.
      {% endblocktranslate %}
</main>"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for path, text in (
        ("core/words.py", CODE),
        ("engine/cli/words.py", CODE),
        ("templates/page.html", TEMPLATE),
    ):
        (tmp_path / path).parent.mkdir(parents=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
    return tmp_path


def test_every_message_is_found_in_code_and_templates_but_not_in_what_stays_english(project: Path) -> None:
    found = {
        (message.id, message.context, tuple(message.auto_comments)): [place for place, _ in message.locations]
        for message in extract_messages(project)
        if message.id
    }

    assert found == {
        ("Open", None, ("Translators: of a round",)): ["core/words.py"],
        (("%(number)s game", "%(number)s games"), None, ()): ["core/words.py"],
        ("White", "side", ()): ["core/words.py"],
        ("%(square)s is empty.", None, ()): ["core/words.py"],
        (("%(number)s ply", "%(number)s plies"), None, ()): ["core/words.py"],
        ("Rounds", None, ()): ["templates/page.html"],
        ("Filter", None, ()): ["templates/page.html"],
        (("It's %(number)s round.", "There are %(number)s rounds."), None, ()): ["templates/page.html"],
    }


def test_the_same_messages_are_the_same_bytes_without_lines_and_dates(project: Path) -> None:
    text = catalogue_text(extract_messages(project), "de")
    (project / "core/words.py").write_text("\n\n\n" + CODE)

    assert catalogue_text(extract_messages(project), "de") == text
    assert "Date" not in text
    assert text.index('msgid "Filter"') < text.index('msgid "Open"') < text.index('msgid "Rounds"')


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    catalogue = Catalog("de")
    catalogue.add(('One "game"\nhere', "%(number)s games"), ("Eine", "%(number)s"), user_comments=["kurz"])
    catalogue.add("White", "Weiß", context="side", flags=["fuzzy"])

    write_catalogue(catalogue_file("de", tmp_path), catalogue)
    again = read_catalogue(catalogue_file("de", tmp_path))

    assert catalogue_text(again, "de") == catalogue_text(catalogue, "de")
    assert [(message.string, message.fuzzy, message.user_comments) for message in again if message.id] == [
        (("Eine", "%(number)s"), False, ["kurz"]),
        ("Weiß", True, []),
    ]


def test_translations_stay_and_those_of_a_changed_message_have_to_be_looked_at() -> None:
    old, template = Catalog("de"), Catalog()
    old.add("Save", "Speichern", user_comments=["auf Knöpfen"])
    old.add("Publish this round now", "Diese Runde jetzt veröffentlichen")
    old.add("Gone", "Weg")
    for words in ("Save", "Publish the round now", "Something else", ("%(number)s game", "%(number)s games")):
        template.add(words)

    new = update_catalogue(old, template)

    assert {
        message.id: (message.string, message.fuzzy, message.user_comments) for message in new if message.id
    } == {
        "Save": ("Speichern", False, ["auf Knöpfen"]),
        "Publish the round now": ("Diese Runde jetzt veröffentlichen", True, []),
        "Something else": ("", False, []),
        ("%(number)s game", "%(number)s games"): (("", ""), False, []),
    }
    assert not new.obsolete


def test_catalogues_are_compiled_when_they_are_newer_and_have_words(tmp_path: Path) -> None:
    full, empty = Catalog("de"), Catalog("es")
    full.add("Save", "Speichern")
    empty.add("Save", "")
    for catalogue in (full, empty):
        write_catalogue(catalogue_file(str(catalogue.locale), tmp_path), catalogue)

    written = compile_catalogues(tmp_path)

    assert [path.relative_to(tmp_path).as_posix() for path in written] == ["de/LC_MESSAGES/django.mo"]
    with written[0].open("rb") as file:
        assert gettext.GNUTranslations(file).gettext("Save") == "Speichern"
    assert compile_catalogues(tmp_path) == []

    source = catalogue_file("de", tmp_path)
    later = written[0].stat().st_mtime + 5
    os.utime(source, (later, later))
    assert compile_catalogues(tmp_path) == written


def test_the_catalogues_of_the_project_are_as_they_would_be_written() -> None:
    """Whoever merges or translates with another program runs `make messages` after it."""
    for language in ("de", "es", "it"):
        path = catalogue_file(language)
        assert catalogue_text(read_catalogue(path), language) == path.read_text(encoding="utf-8")
