"""Help and rules as pages, and found by the search."""

from pathlib import Path

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from pytest_django import Settings

from core.guides.documents import read_document
from core.guides.selectors import find_guides, suggest_guides

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("address", ["/help/nothing/", "/rules/checkers/", "/help/architecture/"])
def test_other_documents_are_not_shown(client: Client, address: str) -> None:
    assert client.get(address).status_code == 404


def test_a_translation_is_shown_with_the_addresses_of_the_english_page(
    client: Client, settings: Settings, tmp_path: Path
) -> None:
    (tmp_path / "de").mkdir()
    (tmp_path / "events.md").write_text("# Events\n\n## The start\n\nBegin.\n")
    (tmp_path / "de" / "events.md").write_text("# Turniere\n\n## Der Anfang\n\nLos.\n")
    settings.GUIDES_DIR = tmp_path
    read_document.cache_clear()
    try:
        page = client.get("/help/events/", headers={"accept-language": "de"}).content.decode()
        other = client.get("/help/events/", headers={"accept-language": "it"}).content.decode()
    finally:
        read_document.cache_clear()

    assert '<h2 id="the-start">Der Anfang</h2>' in page
    assert '<h2 id="the-start">The start</h2>' in other


def test_the_search_finds_guides_by_title_heading_and_text() -> None:
    found = find_guides(AnonymousUser(), "holding event", 3)
    assert found[0].url == "/help/events/"
    assert find_guides(AnonymousUser(), "short move", 3)[0].url == "/rules/barragoon/#4.2"
    assert [guide.url for guide in suggest_guides(AnonymousUser(), "52 weeks later", 3)] == ["/help/events/"]
    assert find_guides(AnonymousUser(), "zzzz", 3) == []
