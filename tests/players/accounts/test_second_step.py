"""Signing in to an account with a second factor: nobody is in before the code."""

import re
import time

import pytest
from axes.models import AccessAttempt
from django.conf import settings
from django.contrib.auth import get_user
from django.core import mail
from django.test import Client
from django.urls import reverse

from players.accounts import policies
from players.models import User
from tests.players.accounts.codes import Phone, switch_on
from tests.players.accounts.passwords import PASSWORD

# Who is in before the code is decided by the session and in Python.
pytestmark = pytest.mark.one_database

LIMIT = settings.AXES_FAILURE_LIMIT
NOT_RIGHT = "This code is wrong or was already used. Please type the one your app shows now."


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Stands still, and can be moved on."""
    now = [time.time()]
    monkeypatch.setattr(time, "time", lambda: now[0])
    return now


@pytest.fixture
def recovery_codes(agnes: User) -> list[str]:
    codes = switch_on(agnes)
    mail.outbox.clear()
    return codes


@pytest.fixture
def phone(agnes: User, recovery_codes: list[str]) -> Phone:
    return Phone(agnes)


def shows_password(client: Client, then: str = "", address: str = "10.0.0.1") -> str:
    form = {"username": "agnes@example.org", "password": PASSWORD, "next": then}
    return str(client.post(reverse("sign-in"), form, REMOTE_ADDR=address)["Location"])


def is_in(client: Client) -> bool:
    return get_user(client).is_authenticated  # type: ignore[arg-type]


def test_the_password_alone_does_not_sign_in(client: Client, phone: Phone) -> None:
    assert shows_password(client) == "/account/sign-in/code/"

    assert not is_in(client)
    assert client.get(reverse("account"))["Location"] == "/account/sign-in/?next=/account/"
    assert client.get(reverse("second-step")).status_code == 200


def test_the_code_signs_in_and_leads_to_the_page_asked_for(client: Client, agnes: User, phone: Phone) -> None:
    shows_password(client, then="/clubs/?q=a")
    before = client.session.session_key

    response = client.post(reverse("second-step"), {"code": phone.code()})

    assert (response.status_code, response["Location"]) == (302, "/clubs/?q=a")
    assert get_user(client) == agnes  # type: ignore[arg-type]
    assert client.session.session_key != before
    assert "account_login" not in client.session


def test_a_recovery_code_signs_in_once(client: Client, recovery_codes: list[str]) -> None:
    shows_password(client)
    assert client.post(reverse("second-step"), {"code": recovery_codes[0]}).status_code == 302
    assert is_in(client)

    another = Client()
    shows_password(another)
    response = another.post(reverse("second-step"), {"code": recovery_codes[0]})
    assert response.context["form"].errors == {"code": [NOT_RIGHT]}
    assert not is_in(another)


def test_a_code_that_was_used_is_refused(client: Client, phone: Phone) -> None:
    shows_password(client)
    client.post(reverse("second-step"), {"code": phone.code()})

    thief = Client()
    shows_password(thief)
    response = thief.post(reverse("second-step"), {"code": phone.code()})

    assert response.context["form"].errors == {"code": [NOT_RIGHT]}
    assert not is_in(thief)


def test_wrong_codes_lock_out_together_with_wrong_passwords(client: Client, phone: Phone) -> None:
    for _ in range(LIMIT - 3):
        client.post(
            reverse("sign-in"), {"username": "agnes@example.org", "password": "x"}, REMOTE_ADDR="10.0.0.1"
        )
    shows_password(client)

    step = reverse("second-step")
    statuses = [client.post(step, {"code": "0"}, REMOTE_ADDR="10.0.0.1").status_code for _ in range(3)]

    assert statuses == [200, 200, 429]
    response = client.post(step, {"code": phone.code()}, REMOTE_ADDR="10.0.0.1")
    assert response.status_code == 429
    assert 3590 <= int(response["Retry-After"]) <= 3600
    assert not is_in(client)
    assert client.post(
        reverse("sign-in"), {"username": "agnes@example.org", "password": PASSWORD}, REMOTE_ADDR="10.0.0.1"
    ).status_code == 429  # fmt: skip


def test_the_password_does_not_forget_the_failures_before_the_code_is_shown(
    client: Client, phone: Phone
) -> None:
    for _ in range(LIMIT - 1):
        shows_password(client)
        client.post(reverse("second-step"), {"code": "0"}, REMOTE_ADDR="10.0.0.1")
    shows_password(client)

    assert client.post(reverse("second-step"), {"code": "0"}, REMOTE_ADDR="10.0.0.1").status_code == 429


def test_codes_from_many_places_are_limited_too(client: Client, phone: Phone) -> None:
    shows_password(client)
    step, limit = reverse("second-step"), policies.CODE_BY_ACCOUNT.times
    statuses = [
        client.post(step, {"code": "0"}, REMOTE_ADDR=f"10.0.1.{number}").status_code
        for number in range(limit + 1)
    ]

    assert statuses == [200] * limit + [429]
    assert client.post(step, {"code": phone.code()}, REMOTE_ADDR="10.0.2.1").status_code == 429
    assert not is_in(client)


def test_what_was_typed_is_not_kept_with_the_failures(client: Client, phone: Phone) -> None:
    shows_password(client)
    client.post(reverse("second-step"), {"code": "abcd-efgh"})

    attempt = AccessAttempt.objects.get()
    assert attempt.username == "agnes@example.org"
    assert "abcd" not in attempt.post_data


def test_the_second_step_has_to_follow_within_ten_minutes(
    client: Client, phone: Phone, clock: list[float]
) -> None:
    shows_password(client)
    clock[0] += settings.ACCOUNT_LOGIN_TIMEOUT + 1

    response = client.post(reverse("second-step"), {"code": Phone(phone.account).code()})

    assert response["Location"] == "/account/sign-in/"
    assert not is_in(client)


def test_a_password_changed_in_between_ends_the_second_step(
    client: Client, agnes: User, phone: Phone
) -> None:
    shows_password(client)
    agnes.set_password("eight lapwings and a fence post")
    agnes.save()

    assert client.post(reverse("second-step"), {"code": phone.code()})["Location"] == "/account/sign-in/"
    assert not is_in(client)


def test_an_account_closed_in_between_is_not_let_in(client: Client, phone: Phone) -> None:
    shows_password(client)
    User.objects.update(is_active=False)

    assert client.post(reverse("second-step"), {"code": phone.code()})["Location"] == "/account/sign-in/"


def test_without_the_first_step_there_is_no_second(client: Client, phone: Phone) -> None:
    for method in (client.get, client.post):
        assert method(reverse("second-step"), {"code": phone.code()})["Location"] == "/account/sign-in/"
    assert not is_in(client)


def test_whoever_is_in_needs_no_second_step(signed_in: Client) -> None:
    """They are led to where signing in leads."""
    assert signed_in.get(reverse("second-step"))["Location"] == reverse("home")


def test_a_new_password_by_mail_does_not_pass_by_the_code(client: Client, agnes: User, phone: Phone) -> None:
    client.post(reverse("reset-password"), {"email": "agnes@example.org"})
    found = re.search(r"http://testserver(\S+)", str(mail.outbox[-1].body))
    assert found
    address = client.get(found[1])["Location"]

    response = client.post(address, {"password": "eight lapwings and a fence post"})

    assert response["Location"] == "/account/sign-in/code/"
    assert not is_in(client)
    client.post(reverse("second-step"), {"code": phone.code()})
    assert get_user(client) == agnes  # type: ignore[arg-type]


def test_a_new_password_by_mail_for_somebody_signed_in_asks_for_the_code_again(
    client: Client, agnes: User, phone: Phone
) -> None:
    client.force_login(agnes)
    client.post(reverse("reset-password"), {"email": "agnes@example.org"})
    found = re.search(r"http://testserver(\S+)", str(mail.outbox[-1].body))
    assert found

    response = client.post(client.get(found[1])["Location"], {"password": "eight lapwings and a fence post"})

    assert response["Location"] == "/account/sign-in/code/"
    assert not is_in(client)


def test_the_administration_has_no_door_of_its_own(client: Client, agnes: User, phone: Phone) -> None:
    User.objects.update(is_staff=True, is_superuser=True)
    form = {"username": "agnes@example.org", "password": PASSWORD, "next": "/admin/"}

    response = client.post(reverse("admin:login"), form)

    assert response["Location"] == "/account/sign-in/?next=/admin/"
    assert not is_in(client)
    assert shows_password(client, then="/admin/") == "/account/sign-in/code/"
    assert client.get("/admin/").status_code == 302
    assert client.post(reverse("second-step"), {"code": phone.code()})["Location"] == "/admin/"
    assert client.get("/admin/").status_code == 200


def test_members_who_look_for_the_administration_are_refused(signed_in: Client) -> None:
    response = signed_in.get("/admin/", follow=True)

    assert response.status_code == 403
    assert "Agnes Brandt" in response.content.decode()


def test_an_administrator_changes_the_password_on_the_sites_own_page(signed_in: Client) -> None:
    User.objects.update(is_staff=True)

    assert signed_in.get(reverse("admin:password_change"))["Location"] == "/account/password/"


@pytest.mark.parametrize("code", ["", "\0", "x" * 10_000])
def test_bad_input_is_answered_by_the_form(client: Client, phone: Phone, code: str) -> None:
    shows_password(client)

    response = client.post(reverse("second-step"), {"code": code})

    assert response.status_code == 200
    assert list(response.context["form"].errors) == ["code"]
