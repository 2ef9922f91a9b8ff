"""Which language somebody reads: that of the account, else of the cookie, else of the browser, else English."""

from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from players.models import User
from tests.players.accounts.passwords import PASSWORD
from tests.templates.pseudo_language import ENGLISH, pseudo_language


def language_of(client: Client, browser: str) -> str:
    return client.get("/", headers={"Accept-Language": browser}).headers["Content-Language"]


@pytest.mark.parametrize(
    ("browser", "language"),
    [("de", "de"), ("es-AR,es;q=0.9", "es"), ("fr, it;q=0.8, en;q=0.5", "it"), ("fr", "en"), ("", "en")],
)
def test_a_visitor_reads_the_first_language_of_the_browser_that_the_site_has(
    client: Client, db: None, browser: str, language: str
) -> None:
    assert language_of(client, browser) == language


def test_a_language_that_was_chosen_comes_before_that_of_the_browser(client: Client, db: None) -> None:
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "it"

    assert language_of(client, "de") == "it"


def test_that_of_the_account_comes_first(client: Client, db: None) -> None:
    user = User.objects.create_user("agnes@example.org", PASSWORD, display_name="Agnes", language="es")
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "it"
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")

    assert language_of(client, "de") == "es"


@pytest.mark.parametrize("path", ["/api/v1/nowhere/", "/api/v1/games/?page=x", "/api/v1/games/999999999/"])
def test_the_api_says_what_is_wrong_in_the_callers_language_with_codes_of_none(
    client: Client, db: None, path: str
) -> None:
    with pseudo_language():
        english = client.get(path, headers={"Accept-Language": "en"}).json()
        german = client.get(path, headers={"Accept-Language": "de"}).json()

    assert (english["type"], english["status"]) == (german["type"], german["status"])
    assert english["title"].startswith(f"⟦{ENGLISH}")
    assert german["title"].startswith("⟦")
    assert ENGLISH not in str(german)


def test_every_language_of_the_site_has_a_catalogue() -> None:
    catalogues = {
        path.parent.parent.name for path in Path(settings.BASE_DIR).glob("locale/*/LC_MESSAGES/django.po")
    }

    assert {"en", *catalogues} == {code for code, _ in settings.LANGUAGES}
