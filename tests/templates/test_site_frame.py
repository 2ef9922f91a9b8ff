"""What every page has around its content: the theme, the language, the account."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from players.models import Club
from tests.templates.inventory import furnish

# Templates alone; test_rendered_pages.py shows every page from both databases.
pytestmark = pytest.mark.one_database


@pytest.mark.parametrize(
    ("cookie", "theme"),
    [("light", "light"), ("dark", "dark"), ("system", "system"), ("<b>", "system"), ("", "system")],
)
def test_the_theme_is_written_into_the_page(client: Client, db: None, cookie: str, theme: str) -> None:
    client.cookies["theme"] = cookie

    assert f'data-theme="{theme}"' in client.get("/").content.decode()


def test_choosing_a_theme_keeps_it_for_a_year_and_comes_back(client: Client, db: None) -> None:
    response = client.post(reverse("choose-theme"), {"theme": "dark", "next": "/clubs/?q=a"})

    assert (response.status_code, response["Location"]) == (302, "/clubs/?q=a")
    cookie = response.cookies["theme"]
    assert (cookie.value, cookie["max-age"], cookie["samesite"], cookie["httponly"]) == (
        "dark",
        31536000,
        "Lax",
        True,
    )


@pytest.mark.parametrize(
    "target", ["https://evil.example/", "nonsense", "\0", "//evil.example", "", "/" + "x" * 9999]
)
def test_a_bad_page_to_come_back_to_leads_to_the_front_page(client: Client, db: None, target: str) -> None:
    response = client.post(reverse("choose-theme"), {"theme": "dark", "next": target})

    assert (response.status_code, response["Location"]) == (302, "/")


def test_an_unknown_theme_changes_nothing(client: Client, db: None) -> None:
    assert "theme" not in client.post(reverse("choose-theme"), {"theme": "pink"}).cookies


@pytest.mark.parametrize("language", ["en", "de", "es", "it"])
def test_the_chosen_language_is_kept_and_shown_in_the_menu(client: Client, db: None, language: str) -> None:
    client.post(reverse("set_language"), {"language": language, "next": "/"})

    pressed = re.findall(r'lang="(\w+)"\s+aria-pressed="true"', client.get("/").content.decode())
    assert pressed == [language]


def test_visitors_are_offered_to_sign_in(client: Client, db: None) -> None:
    text = client.get("/").content.decode()

    assert 'href="/account/sign-in/"' in text
    assert 'action="/account/sign-out/"' not in text


def test_members_see_their_name_and_a_way_out(client: Client, db: None) -> None:
    client.force_login(furnish())

    text = client.get("/").content.decode()

    assert '<span class="menu__name">Agnes Brandt</span>' in text
    assert 'action="/account/sign-out/" method="post"' in text
    assert 'href="/admin/"' not in text


def test_the_front_page_without_clubs_says_so(client: Client, db: None) -> None:
    assert "No clubs yet" in client.get("/").content.decode()


def test_the_front_page_shows_a_dozen_clubs_at_most(client: Client, db: None) -> None:
    Club.objects.bulk_create(Club(name=f"Club {number:02}", slug=f"c{number}") for number in range(20))

    text = client.get("/").content.decode()

    assert [f"Club {number:02}" in text for number in range(20)] == [True] * 12 + [False] * 8


def test_browsers_that_look_for_an_icon_find_it(client: Client) -> None:
    response = client.get("/favicon.ico")

    assert (response.status_code, response["Location"]) == (302, "/static/images/favicon.svg")
