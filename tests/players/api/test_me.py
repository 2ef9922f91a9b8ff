"""Who the API takes one for."""

from django.test import Client
from pytest_django import DjangoAssertNumQueries

from players.models import Person, Scope
from tests.players.api.conftest import Program, account, program_of


def test_a_program_learns_who_it_acts_for_and_what_it_may(olga: Person) -> None:
    program = program_of(olga, Scope.READ, Scope.SUBMIT)

    assert program.get("me/").json() == {
        "name": "Olga",
        "email": "olga@example.org",
        "person": olga.pk,
        "memberships": [{"id": olga.memberships.get().pk, "club": "lapwing", "role": "owner"}],
        "token": {"name": "Program", "scopes": ["read", "submit"], "expires_at": None},
    }


def test_an_account_without_a_person_is_nobody_in_particular(db: None) -> None:
    answer = program_of(account("Agnes")).get("me/").json()

    assert (answer["person"], answer["memberships"]) == (None, [])


def test_a_session_has_no_token(olga: Person) -> None:
    browser = Client()
    assert olga.account is not None
    browser.force_login(olga.account, backend="django.contrib.auth.backends.ModelBackend")

    assert browser.get("/api/v1/me/").json()["token"] is None


def test_it_takes_three_queries(owner: Program, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    owner.get("me/")

    with django_assert_num_queries(3):
        owner.get("me/")


def test_visitors_are_nobody(visitor: Program) -> None:
    assert visitor.get("me/").status_code == 401
