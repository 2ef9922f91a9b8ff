"""Finding people."""

import pytest
from pytest_django import DjangoAssertNumQueries

from players.models import Person, User
from players.people.selectors.people import (
    people_with_name,
    people_with_similar_name,
    person_of,
    unmerged_people,
)
from players.people.services.people import create_person

NAMES = [
    "Zorn, Ute",
    "Jürgen Müller",
    "Muller, Jurgen",
    "Juergen Mueller",
    "Ölmez Can",
    "Ken Law",
    "Anna Maria Kern",
]


@pytest.fixture
def crowd(db: None) -> dict[str, Person]:
    return {name: create_person(actor=None, name=name) for name in NAMES}


def test_people_are_listed_by_the_alphabet_without_accents(crowd: dict[str, Person]) -> None:
    assert [person.sort_name for person in unmerged_people()] == [
        "Can, Ölmez", "Kern, Anna Maria", "Law, Ken", "Mueller, Juergen", "Müller, Jürgen", "Muller, Jurgen",
        "Zorn, Ute",
    ]  # fmt: skip


def test_merged_profiles_are_left_out(crowd: dict[str, Person]) -> None:
    Person.objects.filter(pk=crowd["Muller, Jurgen"].pk).update(merged_into=crowd["Jürgen Müller"])

    assert people_with_name("Müller, Jürgen").get() == crowd["Jürgen Müller"]
    assert unmerged_people().count() == 6


def test_the_same_name_is_found_in_every_spelling(crowd: dict[str, Person]) -> None:
    assert list(people_with_name("MÜLLER jürgen")) == [crowd["Jürgen Müller"], crowd["Muller, Jurgen"]]


@pytest.mark.parametrize("nothing", ["", "…", "\0"])
def test_nobody_has_no_name(crowd: dict[str, Person], nothing: str) -> None:
    assert list(people_with_name(nothing)) == []
    assert people_with_similar_name(nothing) == []


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Jurgen Muller", ["Jürgen Müller", "Muller, Jurgen", "Juergen Mueller"]),
        ("Men Law", ["Ken Law"]),
        ("Kern, Anna", ["Anna Maria Kern"]),
        ("Uta Zron", []),  # two mistakes in seven letters
        ("Ute Zron", ["Zorn, Ute"]),
        ("Somebody Else", []),
    ],
)
def test_near_names_are_offered_best_first(crowd: dict[str, Person], name: str, expected: list[str]) -> None:
    assert [near.person for near in people_with_similar_name(name)] == [crowd[found] for found in expected]


def test_no_more_are_offered_than_asked_for(crowd: dict[str, Person]) -> None:
    assert [near.similarity for near in people_with_similar_name("Jürgen Müller", at_most=2)] == [1.0, 1.0]


def test_near_names_take_two_queries(
    crowd: dict[str, Person], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(2):
        people_with_similar_name("Jurgen Muller")


def test_the_person_of_an_account(db: None) -> None:
    account = User.objects.create_user("agnes@example.org", None, display_name="Agnes")
    assert person_of(account) is None

    person = create_person(actor=None, name="Agnes Brandt", account=account)

    assert person_of(account) == person
