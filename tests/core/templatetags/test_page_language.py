"""Pages say in which language they are written: the reader's where there is a catalogue, else English."""

import re
import struct
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.test import Client

from tests.games.replay.stored_games import annotated_game

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.templates.broken_site")]
PAGES = ("/", "/broken/damaged/", "/broken/forbidden/", "/broken/nowhere/", "/broken/without-database/")


@pytest.fixture
def reader() -> Client:
    """Somebody whose browser asks for German."""
    return Client(raise_request_exception=False, headers={"accept-language": "de"})


def _languages(reader: Client) -> dict[str, list[tuple[str, str]]]:
    """What pages of every kind say of themselves: language and direction."""
    paths = (*PAGES, f"/games/{annotated_game().pk}/embed/")
    return {
        path: re.findall(r'<html lang="(.*?)" dir="(.*?)"', reader.get(path).content.decode())
        for path in paths
    }


def test_pages_without_a_catalogue_say_that_they_are_in_english(
    reader: Client, settings: LazySettings, tmp_path: Path
) -> None:
    settings.LOCALE_PATHS = [tmp_path]

    said = _languages(reader)

    assert {path: languages for path, languages in said.items() if languages != [("en", "ltr")]} == {}


def test_pages_with_a_catalogue_say_that_they_are_in_the_readers_language(
    reader: Client, settings: LazySettings, tmp_path: Path
) -> None:
    _write_catalogue(tmp_path / "de", {"Skip to content": "Zum Inhalt"})
    settings.LOCALE_PATHS = [tmp_path]

    said = _languages(reader)

    assert {path: languages for path, languages in said.items() if languages != [("de", "ltr")]} == {}
    assert '<a class="skip-link" href="#main">Zum Inhalt</a>' in reader.get("/").content.decode()


def _write_catalogue(folder: Path, words: dict[str, str]) -> None:
    """As msgfmt does: a head, where each word and its translation stand, and then these."""
    words = {"": "Content-Type: text/plain; charset=UTF-8\n", **words}
    texts = [text.encode() for text in (*sorted(words), *(words[word] for word in sorted(words)))]
    start = 28 + 8 * len(texts)
    head = struct.pack("<7I", 0x950412DE, 0, len(words), 28, 28 + 4 * len(texts), 0, start)
    table = b""
    for number, text in enumerate(texts):
        table += struct.pack("<2I", len(text), start + sum(len(before) + 1 for before in texts[:number]))
    (folder / "LC_MESSAGES").mkdir(parents=True)
    (folder / "LC_MESSAGES" / "django.mo").write_bytes(head + table + b"\0".join(texts) + b"\0")
