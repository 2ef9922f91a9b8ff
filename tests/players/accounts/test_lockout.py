"""The lock-out after repeated failures."""

from datetime import timedelta

import pytest
from axes.models import AccessAttempt
from django.conf import settings
from django.contrib.auth import get_user
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from players.models import User
from tests.players.accounts.passwords import PASSWORD

LIMIT = settings.AXES_FAILURE_LIMIT


def attempt(
    client: Client, password: str, email: str = "agnes@example.org", address: str = "10.0.0.1"
) -> HttpResponse:
    form = {"username": email, "password": password}
    response: HttpResponse = client.post(reverse("sign-in"), form, REMOTE_ADDR=address)  # type: ignore[assignment]
    return response


@pytest.fixture
def locked_out(client: Client, agnes: User) -> Client:
    for _ in range(LIMIT):
        attempt(client, "wrong")
    return client


def test_the_last_failure_shows_the_page(client: Client, agnes: User) -> None:
    statuses = [attempt(client, "wrong").status_code for _ in range(LIMIT)]

    assert statuses == [200] * (LIMIT - 1) + [429]


def test_the_page_says_when_to_try_again_and_offers_the_reset(locked_out: Client) -> None:
    response = attempt(locked_out, PASSWORD)

    text = response.content.decode()
    assert response.status_code == 429
    assert "You can try again in 60 minutes." in text
    assert f'href="{reverse("reset-password")}"' in text
    assert 3590 <= int(response["Retry-After"]) <= 3600
    assert "no-store" in response["Cache-Control"]


def test_the_right_password_does_not_help_while_locked_out(locked_out: Client) -> None:
    attempt(locked_out, PASSWORD)

    assert not get_user(locked_out).is_authenticated  # type: ignore[arg-type]


def test_trying_on_does_not_make_it_longer(locked_out: Client) -> None:
    AccessAttempt.objects.update(attempt_time=timezone.now() - timedelta(minutes=40))

    attempt(locked_out, "wrong")
    response = attempt(locked_out, "wrong")

    assert "You can try again in 20 minutes." in response.content.decode()


def test_it_ends_by_itself(locked_out: Client) -> None:
    AccessAttempt.objects.update(attempt_time=timezone.now() - timedelta(minutes=61))

    assert attempt(locked_out, PASSWORD).status_code == 302


def test_capital_letters_do_not_give_further_attempts(client: Client, agnes: User) -> None:
    for number in range(LIMIT):
        attempt(client, "wrong", email="agnes@example.org" if number % 2 else "Agnes@Example.org")

    assert attempt(client, "wrong", email="AGNES@EXAMPLE.ORG").status_code == 429


def test_other_addresses_of_the_same_household_do_not_give_further_attempts(
    client: Client, agnes: User
) -> None:
    statuses = [
        attempt(client, "wrong", address=f"2001:db8:1:2::{number:x}").status_code for number in range(LIMIT)
    ]
    AccessAttempt.objects.update(attempt_time=timezone.now() - timedelta(minutes=40))

    at_home = attempt(client, PASSWORD, address="2001:db8:1:2:ffff::1")
    next_door = attempt(Client(), PASSWORD, address="2001:db8:1:3::1")

    assert statuses == [200] * (LIMIT - 1) + [429]
    assert "You can try again in 20 minutes." in at_home.content.decode()
    assert (at_home.status_code, next_door.status_code) == (429, 302)


def test_other_browsers_at_the_same_address_are_locked_out_too(locked_out: Client) -> None:
    form = {"username": "agnes@example.org", "password": PASSWORD}
    response = Client().post(
        reverse("sign-in"), form, REMOTE_ADDR="10.0.0.1", headers={"user-agent": "another browser"}
    )

    assert response.status_code == 429


def test_the_owner_at_another_address_is_not_locked_out(locked_out: Client) -> None:
    assert attempt(Client(), PASSWORD, address="10.0.0.2").status_code == 302


def test_another_account_at_the_same_address_is_not_locked_out(locked_out: Client) -> None:
    User.objects.create_user("jorge@example.org", PASSWORD, display_name="Jorge")

    assert attempt(locked_out, PASSWORD, email="jorge@example.org").status_code == 302


def test_an_unknown_address_is_locked_out_as_well(client: Client, db: None) -> None:
    statuses = [attempt(client, "wrong", email="nobody@example.org").status_code for _ in range(LIMIT)]

    assert statuses == [200] * (LIMIT - 1) + [429]


def test_signing_in_forgets_the_failures_before(client: Client, agnes: User) -> None:
    for _ in range(LIMIT - 1):
        attempt(client, "wrong")
    attempt(client, PASSWORD)

    assert attempt(Client(), "wrong").status_code == 200


def test_a_very_long_name_does_no_harm(client: Client, db: None) -> None:
    form = {"username": "x" * 10_000, "password": "wrong"}

    assert client.post(reverse("sign-in"), form).status_code == 200


def test_null_bytes_around_the_form_do_no_harm(client: Client, agnes: User) -> None:
    form = {"username": "agnes@example.org", "password": "wrong", "next": "/\0", "other\0": "\0"}

    assert client.post(reverse("sign-in") + "?next=%00&x=%00", form).status_code == 200


def test_a_very_long_description_of_the_browser_does_no_harm(client: Client, agnes: User) -> None:
    form = {"username": "agnes@example.org", "password": "wrong"}
    headers = {"user-agent": "x" * 10_000, "accept": "y" * 10_000}

    assert client.post(reverse("sign-in"), form, headers=headers).status_code == 200
