"""Rate limits on sign-up and reset, and on guessing one's own password."""

import logging

import pytest
from django.conf import LazySettings
from django.core import mail
from django.test import Client, RequestFactory
from django.urls import reverse

from core.web import rate_limits
from core.web.rate_limits import RateLimit, longest_wait, network_of
from core.web.refusals import waiting_time
from players.accounts import policies
from players.models import User
from tests.players.accounts.passwords import PASSWORD

# Counted in the cache.
pytestmark = pytest.mark.one_database


@pytest.fixture(autouse=True)
def _middle_of_the_hour(monkeypatch: pytest.MonkeyPatch) -> None:
    """Periods begin with the full hour: a test that runs across it would count to two."""
    monkeypatch.setattr(rate_limits.time, "time", lambda: 1_000_000 * 3600 + 1800.0)


def sign_up(client: Client, email: str, address: str = "10.0.0.1") -> int:
    form = {"display_name": "Jorge", "email": email, "password": "short"}
    return client.post(reverse("sign-up"), form, REMOTE_ADDR=address).status_code


def reset(client: Client, email: str, address: str = "10.0.0.1") -> int:
    return client.post(reverse("reset-password"), {"email": email}, REMOTE_ADDR=address).status_code


def test_a_limit_counts_and_says_how_long_to_wait() -> None:
    limit = RateLimit("test", 2)

    assert [limit.seconds_to_wait("a") for _ in range(3)] == [0, 0, 1801]
    assert limit.seconds_to_wait("b") == 0


def test_a_new_period_begins_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    limit = RateLimit("test", 1)
    assert [limit.seconds_to_wait("a") for _ in range(2)] == [0, 1801]

    monkeypatch.setattr(rate_limits.time, "time", lambda: 1_000_001 * 3600.0)
    assert limit.seconds_to_wait("a") == 0


def test_of_several_limits_the_longest_wait_counts() -> None:
    strict, mild = RateLimit("strict", 0), RateLimit("mild", 5)

    assert longest_wait([(mild, "a"), (strict, "a")]) == 1801
    assert longest_wait([(mild, "a")]) == 0


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2::ffff", "2001:db8:1:2::"),
        ("fe80::1%eth0", "fe80::"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("", ""),
        ("no address", "no address"),
    ],
)
def test_a_household_counts_as_one(address: str, network: str) -> None:
    assert network_of(RequestFactory().get("/", REMOTE_ADDR=address)) == network


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(1, "in a minute"), (60, "in a minute"), (61, "in 2 minutes"), (7201, "in 3 hours")],
)
def test_waiting_times_are_rounded_up(seconds: int, words: str) -> None:
    assert waiting_time(seconds) == words


def test_sign_ups_from_one_address_are_limited(client: Client, db: None) -> None:
    limit = policies.SIGN_UP_BY_ADDRESS.times
    statuses = [sign_up(client, f"jorge{number}@example.org") for number in range(limit + 1)]

    assert statuses == [200] * limit + [429]
    assert sign_up(client, "jorge@example.org", address="10.0.0.2") == 200


def test_sign_ups_with_one_email_are_limited_wherever_they_come_from(client: Client, db: None) -> None:
    limit = policies.SIGN_UP_BY_EMAIL.times
    emails = ["jorge@example.org", " JORGE@example.org"]
    statuses = [
        sign_up(client, emails[number % 2], address=f"10.0.1.{number}") for number in range(limit + 1)
    ]

    assert statuses == [200] * limit + [429]


def test_a_refused_sign_up_keeps_what_was_typed_and_tells_nothing(client: Client, agnes: User) -> None:
    for number in range(policies.SIGN_UP_BY_ADDRESS.times):
        sign_up(client, f"jorge{number}@example.org")

    form = {"display_name": "Jorge Núñez", "email": "agnes@example.org", "password": PASSWORD}
    response = client.post(reverse("sign-up"), {**form, "next": "/clubs/"}, REMOTE_ADDR="10.0.0.1")

    text = response.content.decode()
    assert response.status_code == 429
    assert response["Retry-After"] == "1801"
    assert response.context["problem"] == (
        "Too many attempts. Nothing was changed. Please try again in 31 minutes."
    )
    assert 'value="Jorge Núñez"' in text
    assert 'value="agnes@example.org"' in text
    assert '<input type="hidden" name="next" value="/clubs/">' in text
    assert PASSWORD not in text
    assert not response.context["form"].errors


def test_resets_for_one_email_are_limited_whether_it_has_an_account_or_not(
    client: Client, agnes: User
) -> None:
    limit = policies.RESET_BY_EMAIL.times
    for email in ("agnes@example.org", "nobody@example.org"):
        statuses = [reset(client, email, address=f"10.0.1.{number}") for number in range(limit + 1)]
        assert statuses == [302] * limit + [429]

    assert len(mail.outbox) == limit


def test_resets_from_one_address_are_limited(client: Client, db: None) -> None:
    limit = policies.RESET_BY_ADDRESS.times
    statuses = [reset(client, f"jorge{number}@example.org") for number in range(limit + 1)]

    assert statuses == [302] * limit + [429]


def test_a_refused_reset_keeps_the_address(client: Client, db: None) -> None:
    for _ in range(policies.RESET_BY_EMAIL.times):
        reset(client, "agnes@example.org")

    response = client.post(reverse("reset-password"), {"email": "agnes@example.org"}, REMOTE_ADDR="10.0.0.1")

    assert response.status_code == 429
    assert 'value="agnes@example.org"' in response.content.decode()


@pytest.mark.parametrize("page", ["change-password", "delete-account"])
def test_guessing_the_password_of_an_open_session_is_limited(signed_in: Client, page: str) -> None:
    limit = policies.PASSWORD_BY_ACCOUNT.times
    form = {"present_password": "wrong", "password": "another one, long enough", "name": "keep"}
    statuses = [signed_in.post(reverse(page), form).status_code for _ in range(limit)]
    assert statuses == [200] * limit

    response = signed_in.post(reverse(page), {**form, "present_password": PASSWORD})

    assert response.status_code == 429
    assert User.objects.get().check_password(PASSWORD)


def test_without_the_cache_everybody_passes_and_the_log_says_so(
    client: Client, db: None, settings: LazySettings, caplog: pytest.LogCaptureFixture
) -> None:
    settings.CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": "unix:///nowhere/redis.sock?db=1",
        }
    }
    form = {"display_name": "Jorge", "email": "jorge@example.org", "password": PASSWORD}

    with caplog.at_level(logging.WARNING, "core.web.rate_limits"):
        response = client.post(reverse("sign-up"), form)

    assert (response.status_code, response["Location"]) == (302, "/")
    assert [record.getMessage().partition("(")[0] for record in caplog.records] == [
        "The cache cannot be reached "
    ] * 2
