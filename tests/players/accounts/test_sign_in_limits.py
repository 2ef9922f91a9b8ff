"""The limits on guessing: by account, by place over all accounts, and by networks of IPv6."""

from collections.abc import Iterator

import pytest
from django.contrib.auth import authenticate, get_user
from django.core import mail
from django.http import HttpRequest
from django.test import Client, RequestFactory
from django.urls import reverse

from core.web import rate_limits
from core.web.rate_limits import RateLimit, by_address, longest_wait
from players.accounts import policies
from players.accounts.services import accounts, sign_in_limits
from players.models import User
from tests.players.accounts.passwords import PASSWORD

pytestmark = pytest.mark.django_db

EMAIL = "agnes@example.org"
NOON = 1_000_000 * 86_400 + 43_200.0


@pytest.fixture(autouse=True)
def _noon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Periods begin with the full hour and at midnight: a test that runs across it would count to two."""
    monkeypatch.setattr(rate_limits.time, "time", lambda: NOON)


def sign_in(client: Client, password: str, *, email: str = EMAIL, address: str = "10.0.0.1") -> int:
    form = {"username": email, "password": password}
    return client.post(reverse("sign-in"), form, REMOTE_ADDR=address).status_code


def request_from(address: str) -> HttpRequest:
    return RequestFactory().post("/", REMOTE_ADDR=address)


def ipv4_addresses() -> Iterator[str]:
    return (f"10.1.{number // 250}.{number % 250}" for number in range(10_000))


def fail(times: int, *, email: str = EMAIL) -> None:
    """From another place each time."""
    for address, _ in zip(ipv4_addresses(), range(times), strict=False):
        sign_in_limits.count_failure(request_from(address), email=email)


def test_an_account_is_closed_after_many_failures_from_ever_other_places(agnes: User) -> None:
    fail(policies.FAILURES_BY_ACCOUNT.times - 1)
    assert sign_in(Client(), "wrong") == 200

    assert sign_in(Client(), PASSWORD, address="10.0.0.2") == 429


def test_capital_letters_and_spaces_are_the_same_account(agnes: User) -> None:
    fail(policies.FAILURES_BY_ACCOUNT.times, email=f" {EMAIL.upper()} ")

    assert sign_in_limits.seconds_to_wait(request_from("10.0.0.1"), email=EMAIL) == 43_201


def test_a_closed_account_opens_the_next_day(agnes: User, monkeypatch: pytest.MonkeyPatch) -> None:
    fail(policies.FAILURES_BY_ACCOUNT.times)

    monkeypatch.setattr(rate_limits.time, "time", lambda: NOON + 43_200)

    assert sign_in(Client(), PASSWORD) == 302


def test_a_browser_that_was_here_before_gets_in_all_the_same(agnes: User) -> None:
    at_home = Client()
    sign_in(at_home, PASSWORD)
    at_home.post(reverse("sign-out"))
    fail(policies.FAILURES_BY_ACCOUNT.times)

    assert (sign_in(at_home, PASSWORD), sign_in(Client(), PASSWORD)) == (302, 429)


def test_a_browser_known_to_another_account_does_not(agnes: User) -> None:
    User.objects.create_user("jorge@example.org", PASSWORD, display_name="Jorge")
    strangers = Client()
    sign_in(strangers, PASSWORD, email="jorge@example.org")
    strangers.post(reverse("sign-out"))
    fail(policies.FAILURES_BY_ACCOUNT.times)

    assert sign_in(strangers, PASSWORD) == 429


def test_a_new_password_by_mail_opens_the_account(agnes: User) -> None:
    fail(policies.FAILURES_BY_ACCOUNT.times)

    accounts.reset_password(user=agnes, password="another one, long enough")

    assert sign_in(Client(), "another one, long enough") == 302


def test_the_owner_is_told_once(agnes: User) -> None:
    fail(policies.FAILURES_BY_ACCOUNT.times + 5)

    assert [(message.to, message.subject) for message in mail.outbox] == [
        ([EMAIL], "Somebody is trying to guess your password for Kiebitz")
    ]


def test_one_password_tried_on_everybody_is_stopped(agnes: User) -> None:
    sprayer = Client()
    limit = policies.FAILURES_BY_ADDRESS.times
    for number in range(limit):
        sign_in_limits.count_failure(request_from("10.0.0.1"), email=f"player{number}@example.org")

    assert sign_in(sprayer, PASSWORD) == 429
    assert sign_in(sprayer, PASSWORD, address="10.0.0.2") == 302


def test_wrong_passwords_of_the_page_are_counted(agnes: User) -> None:
    sign_in(Client(), "wrong", address="2001:db8::1")

    request = request_from("2001:db8::1")
    tight = RateLimit(policies.FAILURES_BY_ADDRESS.name, 1)
    assert by_address(tight, request)[0].limit.seconds_left("2001:db8::") == 3601


def test_no_backend_looks_at_a_password_once_the_limit_is_reached(agnes: User) -> None:
    fail(policies.FAILURES_BY_ACCOUNT.times)

    assert authenticate(request_from("10.0.0.1"), username=EMAIL, password=PASSWORD) is None


def test_wrong_passwords_of_an_open_session_count_as_well(signed_in: Client) -> None:
    fail(policies.FAILURES_BY_ACCOUNT.times - 1)

    form = {"present_password": "wrong", "password": "another one, long enough"}
    assert signed_in.post(reverse("change-password"), form).status_code == 200

    assert sign_in(Client(), PASSWORD, address="10.0.0.2") == 429


@pytest.mark.parametrize(
    ("addresses", "allowed"),
    [
        ([f"2001:db8:0:1::{number:x}" for number in range(1, 400)], 10),
        ([f"2001:db8:0:{number:x}::1" for number in range(256)], 20),
        ([f"2001:db8:0:{number * 256:x}::1" for number in range(250)], 80),
        ([f"2001:db8:{number:x}::1" for number in range(1, 200)], 199),
        ([f"192.0.2.{number}" for number in range(1, 200)], 199),
        (["192.0.2.7", "::ffff:192.0.2.7"] * 20, 10),
    ],
    ids=["a /64", "a /56", "a /48", "many /48", "many IPv4", "one IPv4 in two spellings"],
)
def test_an_address_counts_with_the_networks_around_it(addresses: list[str], allowed: int) -> None:
    limit = RateLimit("test", 10)

    passed = [address for address in addresses if not longest_wait(by_address(limit, request_from(address)))]

    assert len(passed) == allowed


def test_a_customer_with_a_wide_network_cannot_guess_for_long(agnes: User) -> None:
    """Far less than the limit by account: its owner is not kept out by one stranger."""
    addresses = (f"2001:db8:0:{number:x}::1" for number in range(256))

    failures = 0
    for address in addresses:
        if sign_in_limits.seconds_to_wait(request_from(address), email=EMAIL):
            break
        sign_in_limits.count_failure(request_from(address), email=EMAIL)
        failures += 1

    assert failures == 2 * policies.FAILURES_BY_NAME_AND_ADDRESS.times < policies.FAILURES_BY_ACCOUNT.times
    assert sign_in_limits.seconds_to_wait(request_from("10.0.0.1"), email=EMAIL) == 0


def test_the_page_of_a_closed_account_offers_the_way_by_mail(agnes: User) -> None:
    fail(policies.FAILURES_BY_ACCOUNT.times)

    client = Client()
    response = client.post(reverse("sign-in"), {"username": EMAIL, "password": PASSWORD})

    assert (response.status_code, response["Retry-After"]) == (429, "43201")
    assert f'href="{reverse("reset-password")}"' in response.content.decode()
    assert not get_user(client).is_authenticated  # type: ignore[arg-type]
