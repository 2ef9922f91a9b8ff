"""Who the API takes one for."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from audit.models import AuditEntry
from players.clubs.services.members import add_member
from players.models import Club, Person, Scope
from players.people.policies import rights_towards_people, rights_towards_person
from players.people.services.people import create_person
from tests.core.api.client import ApiClient, client_for, make_account, make_member
from tests.permissions.world import Viewer, World


def test_a_program_learns_who_it_acts_for_and_what_it_may(olga: Person) -> None:
    program = client_for(olga, Scope.READ, Scope.SUBMIT)

    assert program.get("me/").json() == {
        "name": "Olga",
        "email": "olga@example.org",
        "person": olga.pk,
        "memberships": [{"id": olga.memberships.get().pk, "club": "lapwing", "role": "owner"}],
        "token": {"name": "Program", "scopes": ["read", "submit"], "expires_at": None},
    }


def test_an_account_without_a_person_is_nobody_in_particular(db: None) -> None:
    answer = client_for(make_account("Agnes")).get("me/").json()

    assert (answer["person"], answer["memberships"]) == (None, [])


def test_a_session_has_no_token(olga: Person) -> None:
    browser = Client()
    assert olga.account is not None
    browser.force_login(olga.account, backend="django.contrib.auth.backends.ModelBackend")

    assert browser.get("/api/v1/me/").json()["token"] is None


def test_it_takes_three_queries(owner: ApiClient, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    owner.get("me/")

    with django_assert_num_queries(3):
        owner.get("me/")


def test_visitors_are_nobody(visitor: ApiClient) -> None:
    assert visitor.get("me/").status_code == 401


def names(program: ApiClient, **query: object) -> list[str]:
    return [person["name"] for person in program.get("people/", **query).json()["results"]]


def test_a_person_is_told_as_far_as_one_may_see(owner: ApiClient, paula: Person) -> None:
    told = {
        "id": paula.pk,
        "name": "Paula",
        "sort_name": "Paula",
        "country": "",
        "year_of_birth": None,
        "shows_year_of_birth": False,
        "listed": False,
        "url": paula.get_absolute_url(),
    }

    assert owner.get(f"people/{paula.pk}/").json() == told
    assert client_for(paula).get(f"people/{paula.pk}/").json() == {**told, "year_of_birth": 1987}


def test_who_is_not_seen_is_not_found(visitor: ApiClient, paula: Person) -> None:
    assert visitor.get(f"people/{paula.pk}/").status_code == 404
    assert names(visitor) == []


def test_a_shown_year_is_seen_by_those_who_see_the_person(visitor: ApiClient, paula: Person) -> None:
    Person.objects.filter(pk=paula.pk).update(listed=True, shows_year_of_birth=True)

    assert visitor.get(f"people/{paula.pk}/").json()["year_of_birth"] == 1987
    assert visitor.get("people/").json()["results"][0]["year_of_birth"] == 1987


def test_people_are_filtered_as_on_the_page(owner: ApiClient, club: Club) -> None:
    make_member(club, "José Núñez", country="ES")
    create_person(actor=None, name="Anna Berg", country="ES", listed=True)

    assert names(owner) == ["Anna Berg", "José Núñez", "Olga"]
    assert names(owner, name="nunez jose") == ["José Núñez"]
    assert names(owner, country="ES") == ["Anna Berg", "José Núñez"]
    assert names(owner, country="es", club="lap") == ["José Núñez"]
    assert names(owner, name="nobody") == []


def test_a_list_takes_a_fixed_number_of_queries(
    owner: ApiClient, club: Club, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(10):
        add_member(actor=None, club=club, person=create_person(actor=None, name=f"Member {number}"))
    owner.get("people/")

    with django_assert_num_queries(3):  # the token, the list, the rights
        assert len(names(owner)) == 11


def test_a_visitors_list_takes_one_query(
    visitor: ApiClient, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    create_person(actor=None, name="Lisa", listed=True)

    with django_assert_num_queries(1):
        assert names(visitor) == ["Lisa"]


@pytest.mark.parametrize("seat", Viewer)
def test_rights_towards_many_are_the_rights_towards_each(world: World, seat: Viewer) -> None:
    actor = world.browser_of(seat).get("/").context["user"]
    people = [*Person.objects.all()]

    assert rights_towards_people(actor, people) == {
        person.pk: rights_towards_person(actor, person) for person in people
    }


def test_somebody_is_entered_into_a_club(owner: ApiClient, club: Club) -> None:
    response = owner.post("people/", {"club": "lapwing", "name": "Brandt, Agnes", "country": "DE"})

    person = Person.objects.get(name="Agnes Brandt")
    assert (response.status_code, response.json()["id"]) == (201, person.pk)
    assert person.memberships.get().club == club


def test_what_the_service_refuses_leaves_nothing_behind(owner: ApiClient) -> None:
    response = owner.post("people/", {"club": "lapwing", "name": "Ann", "country": "XX"})

    assert response.status_code == 422
    assert "“XX” is not a country code." in response.json()["detail"]
    assert not Person.objects.filter(name="Ann").exists()


def test_people_are_not_entered_into_the_clubs_of_others(club: Club) -> None:
    response = client_for(make_account("Stranger")).post("people/", {"club": "lapwing", "name": "Ann"})

    assert response.status_code == 403


def test_a_change_changes_what_is_sent_and_leaves_a_line(owner: ApiClient, paula: Person) -> None:
    response = owner.patch(f"people/{paula.pk}/", {"country": "AT", "reason": "moved"})

    assert (response.json()["country"], response.json()["name"]) == ("AT", "Paula")
    entry = AuditEntry.objects.latest("pk")
    assert (entry.actor_name, entry.before, entry.after, entry.reason) == (
        "Olga", {"country": ""}, {"country": "AT"}, "moved",
    )  # fmt: skip


@pytest.mark.parametrize("change", [{"listed": True}, {"year_of_birth": 1990}, {"shows_year_of_birth": True}])
def test_an_organiser_does_not_decide_for_somebody_with_an_account(
    owner: ApiClient, paula: Person, change: dict[str, object]
) -> None:
    assert owner.patch(f"people/{paula.pk}/", {"country": "AT", **change}).status_code == 403
    paula.refresh_from_db()
    assert paula.country == ""


def test_a_person_decides_about_themselves(paula: Person) -> None:
    response = client_for(paula).patch(f"people/{paula.pk}/", {"listed": True, "year_of_birth": None})

    assert (response.json()["listed"], response.json()["year_of_birth"]) == (True, None)


def test_a_profile_that_was_merged_is_not_found(owner: ApiClient, paula: Person, olga: Person) -> None:
    Person.objects.filter(pk=paula.pk).update(account=None, merged_into=olga)

    assert owner.get(f"people/{paula.pk}/").status_code == 404
