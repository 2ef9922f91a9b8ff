"""Site administrators need a second factor where the site asks for one; until then they are like anybody else."""

import pytest
from allauth.mfa.models import Authenticator
from django.conf import LazySettings
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from core.permissions.register import Seat
from players.accounts.services.tokens import create_token
from players.models import Scope, User
from players.seats import seats_on_site
from tests.players.accounts.codes import Phone, switch_on
from tests.players.accounts.passwords import PASSWORD


@pytest.fixture(autouse=True)
def _required(settings: LazySettings) -> None:
    settings.ADMINISTRATORS_NEED_SECOND_FACTOR = True


@pytest.fixture
def administrator(db: None) -> User:
    return User.objects.create_user("admin@example.org", PASSWORD, display_name="Admin", is_staff=True)


def is_administrator(account: User) -> bool:
    return Seat.SITE_ADMINISTRATOR in seats_on_site(User.objects.get(pk=account.pk))


def test_without_a_factor_the_administration_leads_to_setting_one_up(
    client: Client, administrator: User
) -> None:
    client.force_login(administrator)

    response = client.get("/admin/", follow=True)

    assert response.redirect_chain[-1][0] == reverse("security")
    assert response.context["is_required"] is True
    assert client.get(reverse("admin:players_user_changelist")).status_code == 302


def test_signing_in_leads_there_as_well(client: Client, administrator: User) -> None:
    form = {"username": "admin@example.org", "password": PASSWORD}

    assert client.post(reverse("sign-in"), form)["Location"] == reverse("security")


def test_without_a_factor_there_is_no_seat(administrator: User) -> None:
    assert not is_administrator(administrator)

    switch_on(administrator)
    assert is_administrator(administrator)


def test_a_passkey_is_a_factor_and_recovery_codes_are_none(administrator: User) -> None:
    Authenticator.objects.create(user=administrator, type="recovery_codes", data={"digests": []})
    assert not is_administrator(administrator)

    Authenticator.objects.create(user=administrator, type="webauthn", data={"name": "Key", "credential": {}})
    assert is_administrator(administrator)


def test_a_token_of_an_administrator_without_a_factor_opens_nothing_more(
    client: Client, administrator: User
) -> None:
    token = create_token(account=administrator, name="screen", scopes=[Scope.READ, Scope.ORGANISE])
    headers = {"Authorization": f"Bearer {token.secret}"}
    pool = {"game": "barragoon", "name": "World"}

    refused = client.post("/api/v1/rating-pools/", pool, headers=headers, content_type="application/json")
    switch_on(administrator)
    allowed = client.post("/api/v1/rating-pools/", pool, headers=headers, content_type="application/json")

    assert refused.status_code == 403
    assert allowed.status_code == 201


def test_with_a_factor_everything_opens(client: Client, administrator: User) -> None:
    switch_on(administrator)
    form = {"username": "admin@example.org", "password": PASSWORD, "next": "/admin/"}
    client.post(reverse("sign-in"), form)

    response = client.post(reverse("second-step"), {"code": Phone(administrator).code()})

    assert response["Location"] == "/admin/"
    assert client.get("/admin/").status_code == 200


def test_a_reset_on_the_command_line_takes_every_factor_and_with_it_the_seat(administrator: User) -> None:
    switch_on(administrator)
    Authenticator.objects.create(user=administrator, type="webauthn", data={"name": "Key", "credential": {}})

    call_command("reset_second_factor", "admin@example.org", verbosity=0)

    assert Authenticator.objects.count() == 0
    assert not is_administrator(administrator)


def test_others_are_asked_for_nothing(client: Client, agnes: User) -> None:
    client.force_login(agnes)

    assert client.get(reverse("security")).context["is_required"] is False


def test_seats_are_asked_many_times_and_the_factor_once(
    administrator: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(1):
        for _ in range(5):
            seats_on_site(administrator)
