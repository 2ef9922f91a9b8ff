"""Pages for what goes wrong."""

import logging
import re
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.test import Client

from tests.templates.inventory import furnish
from tests.templates.outline import Outline

pytestmark = pytest.mark.urls("tests.templates.broken_site")


@pytest.fixture
def visitor() -> Client:
    return Client(raise_request_exception=False)


@pytest.mark.parametrize(
    ("path", "status", "heading"),
    [
        ("/broken/damaged/", 400, "This request is not valid"),
        ("/broken/forbidden/", 403, "You cannot see this page"),
        ("/broken/nowhere/", 404, "Page not found"),
    ],
)
def test_each_error_has_its_page(visitor: Client, db: None, path: str, status: int, heading: str) -> None:
    response = visitor.get(path)

    text = response.content.decode()
    assert response.status_code == status
    assert f"<h1>{heading}</h1>" in text
    assert 'href="/"' in text
    assert "Content-Security-Policy" in response.headers


def test_a_form_that_went_stale_has_its_page(db: None) -> None:
    response = Client(enforce_csrf_checks=True).post("/account/sign-in/")

    outline = Outline(response.content.decode())
    assert response.status_code == 403
    assert "<h1>This form has expired</h1>" in response.content.decode()
    assert (outline.misplaced, outline.open, list(outline.all("style"))) == ([], [], [])


def test_a_page_for_others_offers_to_sign_in(visitor: Client, db: None) -> None:
    assert 'href="/account/sign-in/"' in visitor.get("/broken/forbidden/").content.decode()


def test_a_page_for_others_names_the_account_in_use(visitor: Client, db: None) -> None:
    visitor.force_login(furnish())

    assert "You are signed in as Agnes Brandt" in visitor.get("/broken/forbidden/").content.decode()


def test_a_broken_site_still_has_a_page_without_a_database(visitor: Client) -> None:
    # No fixture gives this test a database: a query would fail it.
    visitor.cookies["theme"] = "dark"

    response = visitor.get("/broken/without-database/")

    text = response.content.decode()
    assert response.status_code == 500
    assert "<h1>Something went wrong on our side</h1>" in text
    assert '<html lang="en" dir="ltr" data-theme="dark">' in text
    assert '<link rel="stylesheet" href="/static/css/kiebitz.css">' in text
    assert f"<code>{response['X-Request-ID']}</code>" in text
    assert "the database is gone" not in text
    assert re.search(r"<script|style=|hx-", text) is None
    assert "Content-Security-Policy" in response.headers


def test_a_database_that_is_busy_is_worth_another_try(visitor: Client) -> None:
    # Again without a database.
    response = visitor.get("/broken/busy-database/")

    assert (response.status_code, response["Retry-After"]) == (503, "10")
    assert "<h1>Kiebitz is away for a moment</h1>" in response.content.decode()


def test_a_site_without_templates_answers_in_plain_words(
    visitor: Client, settings: LazySettings, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    settings.TEMPLATES = [{"BACKEND": "django.template.backends.django.DjangoTemplates", "DIRS": [tmp_path]}]

    with caplog.at_level(logging.ERROR, "config.views"):
        response = visitor.get("/broken/without-database/")

    assert response.status_code == 500
    assert response["Content-Type"] == "text/plain; charset=utf-8"
    assert response.content.decode().startswith("Something went wrong on our side.")
    assert "The page for errors cannot be rendered either." in caplog.messages
