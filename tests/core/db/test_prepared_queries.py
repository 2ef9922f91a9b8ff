"""Queries that are written once: the same objects as Django's own, in one query each time."""

import pytest
from django.core.exceptions import ImproperlyConfigured
from pytest_django import DjangoAssertNumQueries

from core.db.prepared_queries import PreparedQuery
from players.models import Club, Membership, Person, Role

pytestmark = pytest.mark.django_db

MEMBERS = PreparedQuery(
    lambda club, role: (
        Membership.objects.filter(club=club, role=role).select_related("person", "club").order_by("pk")
    ),
    club=int,
    role=str,
)
NAMES = PreparedQuery(lambda pk: Person.objects.filter(pk=pk).only("name"), pk=int)


def member(club: Club, name: str, role: Role = Role.MEMBER) -> Membership:
    person = Person.objects.create(
        name=name, sort_name=name, sort_key=name.lower(), comparison_key=name.lower()
    )
    return Membership.objects.create(club=club, person=person, role=role)


@pytest.fixture
def clubs() -> list[Club]:
    return [Club.objects.create(name=name, slug=name.lower()) for name in ("Lapwing", "Plover")]


def test_objects_are_those_that_django_would_give(
    clubs: list[Club], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    agnes, bo = member(clubs[0], "Agnes"), member(clubs[0], "Bo")
    owner = member(clubs[0], "Cy", Role.OWNER)
    other = member(clubs[1], "Dora")

    with django_assert_num_queries(3):
        asked = [
            MEMBERS.all(club=clubs[0].pk, role="member"),
            MEMBERS.all(club=clubs[0].pk, role="owner"),
            MEMBERS.all(club=clubs[1].pk, role="member"),
        ]
    assert asked == [[agnes, bo], [owner], [other]]
    with django_assert_num_queries(0):
        assert [each.person.name for each in asked[0]] == ["Agnes", "Bo"]
        assert asked[2][0].club == clubs[1]
        assert asked[0][0].__dict__.keys() - {"_state"} == agnes.__dict__.keys() - {"_state"}
        assert {name: getattr(asked[1][0], name) for name in ("role", "joined_at")} == {
            "role": "owner",
            "joined_at": owner.joined_at,
        }


def test_what_is_found_can_be_changed(clubs: list[Club]) -> None:
    member(clubs[0], "Agnes")

    found = MEMBERS.first(club=clubs[0].pk, role="member")
    assert found is not None
    found.role = Role.ARBITER
    found.save()

    assert MEMBERS.first(club=clubs[0].pk, role="member") is None
    assert MEMBERS.first(club=clubs[0].pk, role="arbiter") == found


def test_what_was_left_out_is_read_when_it_is_wanted(
    clubs: list[Club], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    agnes = member(clubs[0], "Agnes").person

    with django_assert_num_queries(1):
        found = NAMES.first(pk=agnes.pk)
        assert found is not None
        assert found.name == "Agnes"
    with django_assert_num_queries(1):
        assert found.sort_key == "agnes"


@pytest.mark.parametrize("number", [0, -1, 31_415, 2**31, 2**63 - 1, 2**63, 10**30])
def test_a_number_that_no_row_has_finds_nothing(number: int) -> None:
    assert NAMES.first(pk=number) is None


def test_words_are_values_and_nothing_else(clubs: list[Club]) -> None:
    member(clubs[0], "Agnes")
    assert MEMBERS.all(club=clubs[0].pk, role="member' OR '1'='1") == []


def test_a_value_that_is_not_asked_for_is_a_mistake() -> None:
    forgetful = PreparedQuery(lambda pk, name: Person.objects.filter(pk=pk), pk=int, name=str)
    with pytest.raises(ImproperlyConfigured, match="does not ask for name"):
        forgetful.all(pk=1, name="x")
