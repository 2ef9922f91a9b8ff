"""A catalogue is complete, and each of its translations can be shown where the English could."""

import pytest
from babel.messages.catalog import Catalog

from scripts.catalogues.checks import find_flaws

Words = str | tuple[str, ...]


def flaws(source: Words, translation: Words, *, flags: tuple[str, ...] = ()) -> list[str]:
    template, catalogue = Catalog(), Catalog("de")
    template.add(source)
    catalogue.add(source, translation, flags=flags)
    return [flaw.what for flaw in find_flaws(catalogue, template)]


@pytest.mark.parametrize(
    ("source", "translation"),
    [
        ("Save", "Speichern"),
        ("%(name)s has %(count)d games.", "%(count)d Partien hat %(name)s."),
        ("<b>New</b>: %(name)s", "%(name)s: <b>neu</b>"),
        ("50%% of %(all)s", "50 %% von %(all)s"),
        ("one of {max}", "eines von {max}"),
        (("%(number)s game", "%(number)s games"), ("eine Partie", "%(number)s Partien")),
        (("One game", "%(number)s games"), ("%(number)s Partie", "%(number)s Partien")),
        ("Draw", "Draw"),
        ('<a href="%(url)s">%(name)s</a> (%(place)s)', '<a href="%(url)s">%(name)s</a> (%(place)s)'),
    ],
)
def test_a_translation_may_use_its_own_order_and_words(source: Words, translation: Words) -> None:
    assert flaws(source, translation) == []


@pytest.mark.parametrize(
    ("source", "translation", "flaw"),
    [
        ("Save", "", "not translated"),
        (("%(number)s game", "%(number)s games"), ("%(number)s Partie", ""), "lacks a plural form"),
        ("%(name)s won.", "%(nme)s hat gewonnen.", "%(name)s is not there; %(nme)s is too much"),
        ("%(count)d games", "%(count)s Partien", "other placeholders"),
        (("One game", "%(number)s games"), ("Eine Partie", "Einige Partien"), "other placeholders"),
        ("one of {max}", "eines von {most}", "other placeholders"),
        ("%(share)s of all", "%(share)s % aller", "a % that is no placeholder"),
        ("<b>New</b>", "<b>Neu<b>", "other markup"),
        ("a&nbsp;b", "a b", "other markup"),
        (" and", "und", "does not begin with the same spaces"),
        ("Name: ", "Name:", "does not end with the same spaces"),
        ("first\nsecond", "erste zweite", "0 line breaks instead of 1"),
        ("Saved.", "Gespeichert", "ends with"),
        ("Ply", "Hier steht viel zu viel, das niemand gesagt hat", "suspiciously long"),
        ("This sentence says something that takes its time.", "Kurz.", "suspiciously short"),
        ("This is not translated at all.", "This is not translated at all.", "the English text"),
    ],
)
def test_what_could_not_be_shown_is_named(source: Words, translation: Words, flaw: str) -> None:
    (found,) = flaws(source, translation)

    assert flaw in found


def test_a_fuzzy_translation_has_to_be_looked_at() -> None:
    (found,) = flaws("Save", "Speichern", flags=("fuzzy",))

    assert "fuzzy" in found


def test_messages_that_are_missing_or_not_said_any_more_are_named() -> None:
    template, catalogue = Catalog(), Catalog("de")
    template.add("new", context="round")
    catalogue.add("old", "alt")
    catalogue.obsolete["older"] = catalogue.add("older", "älter")
    del catalogue["older"]

    found = {
        (flaw.message, flaw.context, flaw.what.partition(":")[0]) for flaw in find_flaws(catalogue, template)
    }

    assert found == {("new", "round", "is missing"), ("old", "", "is obsolete"), ("older", "", "is obsolete")}


def test_a_message_that_got_a_plural_is_not_taken_for_translated() -> None:
    template, catalogue = Catalog(), Catalog("de")
    template.add(("%(number)s game", "%(number)s games"))
    catalogue.add("%(number)s game", "%(number)s Partie")

    (found,) = find_flaws(catalogue, template)

    assert "plural forms" in found.what
