"""Who gets in: tokens within their scopes, sessions with their form token, and nobody whose account is closed."""

from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.conf import LazySettings
from django.test import Client
from django.utils import timezone

from core.web import rate_limits
from players.accounts.services.tokens import revoke_token
from players.models import ApiToken, Club, Person, Scope, User
from tests.core.api.client import ApiClient, client_for, make_account


def test_a_token_says_who_one_is(owner: ApiClient) -> None:
    assert owner.get("me/").json()["name"] == "Olga"


@pytest.mark.parametrize(
    "header", ["Bearer", "Bearer ", "Bearer nonsense", "bearer kiebitz_x", "Bearer kiebitz_ü"]
)
def test_a_wrong_token_is_refused_even_where_visitors_may(db: None, header: str) -> None:
    response = Client().get("/api/v1/clubs/", headers={"Authorization": header})

    assert response.status_code == 401
    assert response.json()["detail"] == "This token is not valid: it is unknown, expired or revoked."
    assert response["WWW-Authenticate"] == "Bearer"


def test_other_schemes_are_no_tokens(db: None) -> None:
    assert Client().get("/api/v1/clubs/", headers={"Authorization": "Basic eDp5"}).status_code == 200


def test_tokens_that_are_no_longer_good_do_not_get_in(olga: Person) -> None:
    expired, revoked, good = client_for(olga), client_for(olga), client_for(olga)
    first, second, _third = ApiToken.objects.order_by("pk")
    ApiToken.objects.filter(pk=first.pk).update(expires_at=timezone.now() - timedelta(seconds=1))
    revoke_token(actor=second.account, token=second)

    assert [program.get("me/").status_code for program in (expired, revoked, good)] == [401, 401, 200]


def test_a_closed_account_does_not_get_in_by_token_or_session(olga: Person, owner: ApiClient) -> None:
    browser = Client()
    assert olga.account is not None
    browser.force_login(olga.account, backend="django.contrib.auth.backends.ModelBackend")
    assert browser.get("/api/v1/me/").status_code == 200

    User.objects.update(is_active=False)

    assert owner.get("me/").status_code == 401
    assert browser.get("/api/v1/me/").status_code == 401


def test_a_session_needs_the_form_token_to_change_something(olga: Person) -> None:
    browser = Client(enforce_csrf_checks=True)
    assert olga.account is not None
    browser.force_login(olga.account, backend="django.contrib.auth.backends.ModelBackend")
    browser.get("/account/email/")
    token = browser.cookies["csrftoken"].value
    change = {"path": "/api/v1/clubs/lapwing/", "data": {"place": "Bonn"}, "content_type": "application/json"}

    refused = browser.patch(**change)
    done = browser.patch(**change, headers={"X-CSRFToken": token})

    assert (refused.status_code, refused["Content-Type"]) == (403, "application/problem+json")
    assert refused.json()["detail"].startswith("CSRF Failed")
    assert (done.status_code, done.json()["place"]) == (200, "Bonn")


def test_a_token_reads_only_with_the_scope_for_it(olga: Person) -> None:
    program = client_for(olga, Scope.ORGANISE)

    response = program.get("clubs/")

    assert response.status_code == 403
    assert response.json()["detail"] == "This token lacks the scope “read”."
    assert program.patch("clubs/lapwing/", {"place": "Bonn"}).status_code == 200


@pytest.mark.parametrize("scopes", [[Scope.READ], [Scope.SUBMIT], [Scope.READ, Scope.SUBMIT]])
def test_a_token_changes_only_with_the_scope_for_it(olga: Person, scopes: list[Scope]) -> None:
    response = client_for(olga, *scopes).patch("clubs/lapwing/", {"place": "Bonn"})

    assert response.status_code == 403
    assert response.json()["detail"] == "This token lacks the scope “organise”."
    assert Club.objects.get().place == "Ulm"


def test_the_last_use_of_a_token_is_noted(owner: ApiClient) -> None:
    owner.get("clubs/")

    assert ApiToken.objects.get().last_used_at is not None


def test_answers_are_not_kept_by_shared_caches(owner: ApiClient) -> None:
    response = owner.get("me/")

    assert response["Cache-Control"] == "private, no-cache"
    assert {"Authorization", "Cookie"} <= set(response["Vary"].split(", "))


# --- How often ------------------------------------------------------------------------------------


@pytest.fixture
def _within_one_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    """The limits are counted by the minute of the clock: a test shall not begin in one and end in the next."""
    monkeypatch.setattr(rate_limits, "time", SimpleNamespace(time=lambda: 1_800_000_030.0))


@pytest.fixture
def twice_a_minute(settings: LazySettings, _within_one_minute: None) -> None:
    settings.API_RATES = {"api-token": 2, "api-account": 4, "api-address": 2}


@pytest.mark.usefixtures("twice_a_minute")
def test_an_address_is_asked_to_wait(visitor: ApiClient) -> None:
    answers = [visitor.get("clubs/") for _ in range(3)]

    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert answers[2]["Retry-After"] == "31"
    assert answers[2]["Content-Type"] == "application/problem+json"
    assert answers[2].json()["detail"] == "Please wait 31 seconds."


@pytest.mark.usefixtures("twice_a_minute")
def test_tokens_are_counted_each_and_together(olga: Person) -> None:
    one, two, three = client_for(olga), client_for(olga), client_for(olga)

    statuses = [program.get("me/").status_code for program in (one, one, one, two, three)]

    # The third request counts for the account as well, though it was refused.
    assert statuses == [200, 200, 429, 200, 429]


@pytest.mark.usefixtures("twice_a_minute")
def test_one_account_does_not_use_up_anothers_share(olga: Person) -> None:
    busy, other = client_for(olga), client_for(make_account("Jorge"))
    for _ in range(5):
        busy.get("me/")

    assert other.get("me/").status_code == 200


@pytest.mark.usefixtures("_within_one_minute")
def test_guessing_tokens_is_limited_by_address(db: None) -> None:
    guesser = ApiClient("kiebitz_guess")

    statuses = [guesser.get("clubs/").status_code for _ in range(61)]

    assert statuses == [401] * 60 + [429]
