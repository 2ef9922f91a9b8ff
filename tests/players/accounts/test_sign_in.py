"""Signing in and out."""

import pytest
from django.contrib.auth import get_user
from django.test import Client
from django.urls import reverse

from players.models import User
from tests.players.accounts.passwords import PASSWORD

MISMATCH = (
    "This e-mail address and password do not match. Please check both. Capital and small letters matter."
)


def form(**changes: str) -> dict[str, str]:
    return {"username": "agnes@example.org", "password": PASSWORD, **changes}


@pytest.mark.parametrize("email", ["agnes@example.org", "AGNES@Example.ORG", "  agnes@example.org "])
def test_signing_in_takes_the_address_in_any_case(client: Client, agnes: User, email: str) -> None:
    response = client.post(reverse("sign-in"), form(username=email))

    assert (response.status_code, response["Location"]) == (302, "/")
    assert get_user(client) == agnes  # type: ignore[arg-type]


def test_signing_in_gives_a_new_session(client: Client, agnes: User) -> None:
    session = client.session
    session["before"] = True
    session.save()
    before = session.session_key

    client.post(reverse("sign-in"), form())

    assert client.session.session_key != before


@pytest.mark.parametrize(
    "changes",
    [
        {"password": "wrong"},
        {"password": PASSWORD.upper()},
        {"username": "nobody@example.org"},
    ],
)
def test_a_wrong_password_and_an_unknown_address_get_the_same_answer(
    client: Client, agnes: User, changes: dict[str, str]
) -> None:
    response = client.post(reverse("sign-in"), form(**changes))

    assert response.status_code == 200
    assert response.context["form"].errors == {"__all__": [MISMATCH]}
    assert response.context["form"]["login"].value() == form(**changes)["username"]
    assert not get_user(client).is_authenticated  # type: ignore[arg-type]


def test_a_closed_account_cannot_sign_in(client: Client, agnes: User) -> None:
    User.objects.update(is_active=False)

    response = client.post(reverse("sign-in"), form())

    assert response.context["form"].errors == {"__all__": [MISMATCH]}


@pytest.mark.parametrize("target", ["/clubs/", "/clubs/?q=a%20b", "http://testserver/clubs/"])
def test_signing_in_leads_back_to_a_page_of_this_site(client: Client, agnes: User, target: str) -> None:
    assert client.post(reverse("sign-in"), form(next=target))["Location"] == target
    assert client.post(reverse("sign-in"), form(next=target))["Location"] == target


@pytest.mark.parametrize(
    "target",
    [
        "https://evil.example/",
        "//evil.example/",
        "/\\evil.example",
        "javascript:alert(1)",
        "nonsense",
        "\0",
        "http://[",
        "/" + "x" * 10_000,
        "   ",
    ],
)
def test_a_bad_page_to_come_back_to_is_replaced_by_the_front_page(
    client: Client, agnes: User, target: str
) -> None:
    assert client.get(reverse("sign-in"), {"next": target}).context["next"] == ""
    assert client.post(reverse("sign-in"), form(next=target))["Location"] == "/"


def test_a_page_that_needs_an_account_asks_to_sign_in_and_comes_back(client: Client, agnes: User) -> None:
    response = client.get(reverse("change-password"))
    assert response["Location"] == "/account/sign-in/?next=/account/password/"

    page = client.get(response["Location"])
    assert page.context["next"] == "/account/password/"


@pytest.mark.parametrize(
    "changes",
    [{"username": "a\0b@example.org"}, {"username": "a" * 10_000}, {"username": ""}, {"password": "\0"}],
)
def test_bad_input_is_answered_by_the_form(client: Client, agnes: User, changes: dict[str, str]) -> None:
    response = client.post(reverse("sign-in"), form(**changes))

    assert response.status_code == 200
    assert response.context["form"].errors
    assert response.context["form"]["login"].value() == form(**changes)["username"]


def test_signing_out_ends_the_session(signed_in: Client) -> None:
    response = signed_in.post(reverse("sign-out"))

    assert (response.status_code, response["Location"]) == (302, "/")
    assert not get_user(signed_in).is_authenticated  # type: ignore[arg-type]


def test_a_link_cannot_sign_anybody_out(signed_in: Client) -> None:
    assert signed_in.get(reverse("sign-out")).status_code == 405
    assert get_user(signed_in).is_authenticated  # type: ignore[arg-type]
