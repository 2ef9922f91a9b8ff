"""Every visible word of every page is a message that can be translated, or was typed by somebody."""

import pytest
from django.test import Client
from django.utils import translation

from players.models import User
from tests.templates.inventory import PAGES, Page, furnish, site_of
from tests.templates.pseudo_language import ENGLISH, LANGUAGE, Data, pseudo_language, unmarked_texts, wrap

# All pages are rendered once.
pytestmark = pytest.mark.timeout(400)

# Made of docs/, which is translated file by file, and what is written for programs.
NOT_MESSAGES = {"help", "guide", "rules of all games", "rules of a game", "API"}
NOT_WORDS = {
    # Tags and words of records, as their format spells them.
    "Game", "Round", "Event", "Site", "Date", "Result", "Termination", "agreement",
    # What the furnished pages have in comments of a record, in a field, in letters of a photo, in the club's words.
    "An old friend.", "solid", "quiet", "DE02 1203 0000 0000 2020 51", "ÉV", "player",
    # What changed in a text of a club, word by word.
    "We play in the", "old", "new", "mill. Everybody is", "welcome.", "welcome, dogs too.",
    # Somebody who is kept apart from somebody.
    ": Player 02",
}  # fmt: skip


def test_every_word_but_data_is_a_message_in_the_readers_language(db: None) -> None:
    user = furnish()
    data = Data()
    found = {}
    with pseudo_language():
        for page in PAGES:
            if page.debug:
                continue
            shown = _shown(page, user)
            if f"⟦{ENGLISH}" in shown:
                found[page.name] = [shown[shown.index(f"⟦{ENGLISH}") :][:200]]
            elif page.name not in NOT_MESSAGES:
                texts = [text for text in unmarked_texts(shown, data) if text not in NOT_WORDS]
                if texts:
                    found[page.name] = texts

    assert found == {}


def _shown(page: Page, user: User) -> str:
    client = Client(raise_request_exception=not page.broken)
    if page.signed_in:
        User.objects.filter(pk=user.pk).update(is_staff=page.administrator)
        client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    with site_of(page):
        # First an English reader: whatever is kept of that answer is not for the German one.
        client.get(page.path, headers={"Accept-Language": "en"})
        return client.get(page.path, headers={"Accept-Language": LANGUAGE}).content.decode()


@pytest.mark.parametrize(
    ("page", "found"),
    [
        ("<p>⟦Good day⟧ Agnes</p>", []),
        ("<p>⟦Good day, <a>⟦first⟧ player</a>⟧</p>", []),
        ("<p>Good day ⟦Agnes⟧</p>", ["Good day"]),
        ("<button title='Noon'>⟦Go⟧</button><p data-wordlost='Lost'></p>", ["Noon", "Lost"]),
        ("<code>b1-b3 board</code><p>1. · Kiebitz</p>", []),
    ],
)
def test_words_outside_of_messages_are_found(page: str, found: list[str], db: None) -> None:
    User.objects.create(email="agnes@example.org", display_name="Agnes")

    assert unmarked_texts(page, Data()) == found


def test_only_messages_of_a_catalogue_are_put_into_brackets() -> None:
    with translation.override(LANGUAGE):
        assert wrap("Save") == "⟦Save⟧"
        assert wrap("White", "side") == "⟦White⟧"
    assert wrap("This is no message") == "This is no message"
