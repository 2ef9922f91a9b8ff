"""Where an account is signed in: the list is true, and what is ended is out at once."""

from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth import get_user
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from core.tasks import delete_old_rows
from players.accounts import selectors
from players.models import AccountSession, User
from tests.players.accounts.passwords import PASSWORD

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
IPHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    "Version/18.5 Mobile/15E148 Safari/604.1"
)


@pytest.mark.django_db
def test_sessions_that_have_ended_are_cleared_away_at_night() -> None:
    now = timezone.now()
    for key, ends in (("old", now - timedelta(minutes=1)), ("new", now + timedelta(minutes=1))):
        AccountSession.objects.create(
            session_key=key, session_data="", expire_date=ends, first_seen=now, last_seen=now
        )
    scheduled = [job["task"] for job in settings.CELERY_BEAT_SCHEDULE.values()]

    delete_old_rows()

    assert list(AccountSession.objects.values_list("session_key", flat=True)) == ["new"]
    assert delete_old_rows.name in scheduled


def signs_in(user_agent: str, email: str = "agnes@example.org") -> Client:
    client = Client(headers={"user-agent": user_agent})
    response = client.post(reverse("sign-in"), {"username": email, "password": PASSWORD})
    assert response.status_code == 302
    return client


def is_in(client: Client) -> bool:
    return bool(client.get(reverse("account")).status_code == 200)


def listed(client: Client) -> list[tuple[str, bool]]:
    found = client.get(reverse("sessions")).context["sessions"]
    return [(str(session.device), session.is_this_one) for session in found]


def handle_of_the_other(client: Client) -> str:
    (other,) = (
        session for session in client.get(reverse("sessions")).context["sessions"] if not session.is_this_one
    )
    return str(other.handle)


def test_each_session_is_listed_with_its_device_and_this_one_first(agnes: User) -> None:
    desk, phone = signs_in(FIREFOX), signs_in(IPHONE)

    assert listed(desk) == [("Firefox on Linux", True), ("Safari on iPhone", False)]
    assert listed(phone) == [("Safari on iPhone", True), ("Firefox on Linux", False)]


def test_the_list_is_one_query(agnes: User, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    for _ in range(3):
        signs_in(FIREFOX)

    with django_assert_num_queries(1):
        assert len(selectors.open_sessions(agnes, this=None)) == 3


def test_the_page_takes_three_queries(agnes: User, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    desk = signs_in(FIREFOX)
    desk.get(reverse("sessions"))

    with django_assert_num_queries(3):  # the session, the account, the sessions
        desk.get(reverse("sessions"))


def test_the_keys_of_sessions_stand_on_no_page(agnes: User) -> None:
    desk = signs_in(FIREFOX)
    signs_in(IPHONE)

    text = desk.get(reverse("sessions")).content.decode()

    assert AccountSession.objects.count() == 2
    assert [key for key in AccountSession.objects.values_list("pk", flat=True) if key in text] == []


def test_an_ended_session_is_out_with_its_next_request(agnes: User) -> None:
    desk, phone = signs_in(FIREFOX), signs_in(IPHONE)

    response = desk.post(reverse("end-session"), {"session": handle_of_the_other(desk)}, follow=True)

    assert "The session is ended. That device is signed out." in response.content.decode()
    assert (is_in(desk), is_in(phone)) == (True, False)
    assert listed(desk) == [("Firefox on Linux", True)]


def test_all_others_are_ended_at_once(agnes: User) -> None:
    desk, others = signs_in(FIREFOX), [signs_in(IPHONE), signs_in(FIREFOX)]

    response = desk.post(reverse("end-session"), follow=True)

    assert "2 other sessions are ended." in response.content.decode()
    assert [is_in(client) for client in (desk, *others)] == [True, False, False]


def test_nobody_ends_the_sessions_of_others(agnes: User) -> None:
    User.objects.create_user("jorge@example.org", PASSWORD, display_name="Jorge")
    jorge, desk, phone = signs_in(FIREFOX, "jorge@example.org"), signs_in(FIREFOX), signs_in(IPHONE)

    response = jorge.post(reverse("end-session"), {"session": handle_of_the_other(desk)}, follow=True)
    jorge.post(reverse("end-session"))

    assert "That session had already ended." in response.content.decode()
    assert (is_in(desk), is_in(phone), listed(jorge)) == (True, True, [("Firefox on Linux", True)])


@pytest.mark.parametrize("handle", ["x", "\0", "é" * 5000])
def test_a_session_that_never_was_had_ended_already(signed_in: Client, handle: str) -> None:
    response = signed_in.post(reverse("end-session"), {"session": handle}, follow=True)

    assert "That session had already ended." in response.content.decode()


def test_signing_out_takes_the_session_from_the_list(agnes: User) -> None:
    desk, phone = signs_in(FIREFOX), signs_in(IPHONE)

    phone.post(reverse("sign-out"))

    assert listed(desk) == [("Firefox on Linux", True)]


def test_what_would_not_be_let_in_is_not_listed(agnes: User) -> None:
    old, expired = signs_in(IPHONE), signs_in(FIREFOX)
    AccountSession.objects.filter(pk=expired.session.session_key).update(expire_date=timezone.now())
    # As the administration changes it: past the service that ends sessions.
    agnes.set_password("eight lapwings and a fence post")
    agnes.save()

    assert selectors.open_sessions(agnes, this=None) == []
    assert (is_in(old), is_in(expired)) == (False, False)


def test_a_session_is_noted_as_seen_every_few_minutes(
    agnes: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    desk = signs_in(FIREFOX)
    row = AccountSession.objects.get()
    long_ago, just_now = timezone.now() - timedelta(hours=3), timezone.now() - timedelta(minutes=4)

    AccountSession.objects.update(last_seen=just_now)
    desk.get(reverse("account"))
    assert AccountSession.objects.get().last_seen == just_now

    AccountSession.objects.update(last_seen=long_ago)
    desk.get(reverse("account"))
    seen = AccountSession.objects.get()
    assert timezone.now() - seen.last_seen < timedelta(minutes=1)
    assert (seen.first_seen, seen.session_data) == (row.first_seen, row.session_data)


def test_the_row_of_a_session_keeps_no_address_and_no_more_of_the_browser_than_two_words(agnes: User) -> None:
    signs_in(FIREFOX)

    row = AccountSession.objects.get()

    kept: dict[str, Any] = row.get_decoded()
    assert (row.account_id, row.browser, row.system) == (agnes.pk, "Firefox", "Linux")
    assert sorted(kept) == [
        "_auth_user_backend",
        "_auth_user_hash",
        "_auth_user_id",
        "_session_expiry",
        "account_authentication_methods",
        "account_authentication_methods_user",
        "device",
        "signed_in_at",
    ]


def test_visitors_have_no_row(client: Client, db: None) -> None:
    client.get(reverse("home"))

    assert AccountSession.objects.count() == 0


def test_a_new_password_keeps_when_this_session_began(agnes: User) -> None:
    desk = signs_in(FIREFOX)
    began = AccountSession.objects.get().first_seen

    form = {"present_password": PASSWORD, "password": "eight lapwings and a fence post"}
    desk.post(reverse("change-password"), form)

    row = AccountSession.objects.get()
    assert (row.first_seen, row.browser, row.session_key) == (began, "Firefox", desk.session.session_key)
    assert get_user(desk) == agnes  # type: ignore[arg-type]


def test_a_changed_password_removes_the_rows_of_all_other_sessions(agnes: User) -> None:
    desk, phone = signs_in(FIREFOX), signs_in(IPHONE)

    form = {"present_password": PASSWORD, "password": "eight lapwings and a fence post"}
    desk.post(reverse("change-password"), form)

    assert (AccountSession.objects.count(), is_in(desk), is_in(phone)) == (1, True, False)
