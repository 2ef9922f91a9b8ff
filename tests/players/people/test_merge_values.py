"""After a merge, nobody sees a year of birth or a photo who could not see it before."""

import pytest

from players.clubs.services.clubs import create_club
from players.clubs.services.members import add_member
from players.models import Club, Person
from players.people.services.merge_values import merged_values
from players.people.services.merges import merge_people, undo_merge
from players.people.services.people import create_person
from tests.core.api.client import make_account
from tests.players.circle import Circle


@pytest.fixture
def elsewhere(circle: Circle) -> Club:
    return create_club(actor=make_account("Olaf"), name="Plover")


def member(club: Club, name: str, **details: object) -> Person:
    person = create_person(actor=None, name=name, **details)  # type: ignore[arg-type]
    add_member(actor=None, club=club, person=person)
    return person


def year_after(kept: Person, merged: Person) -> tuple[int | None, bool]:
    merge_people(actor=None, kept=kept, merged=merged, agreed_by=kept.account)
    kept.refresh_from_db()
    return kept.year_of_birth, kept.shows_year_of_birth


def test_a_hidden_year_does_not_reach_the_account_that_gets_the_profile(circle: Circle) -> None:
    merged = member(circle.club, "M. Maus", year_of_birth=1990)

    assert year_after(circle.person_of_member, merged) == (None, False)


def test_a_hidden_year_does_not_reach_organisers_of_another_club(circle: Circle, elsewhere: Club) -> None:
    kept, merged = member(elsewhere, "Ida Igel"), member(circle.club, "I. Igel", year_of_birth=1990)

    assert year_after(kept, merged) == (None, False)


def test_the_kept_profiles_own_hidden_year_does_not_either(circle: Circle, elsewhere: Club) -> None:
    kept, merged = member(elsewhere, "Ida Igel", year_of_birth=1990), member(circle.club, "I. Igel")

    assert year_after(kept, merged) == (None, False)


def test_a_year_that_members_of_one_club_saw_is_not_shown_to_those_of_another(
    circle: Circle, elsewhere: Club
) -> None:
    kept = member(
        elsewhere, "Ida Igel", account=make_account("Ida"), year_of_birth=1990, shows_year_of_birth=True
    )
    merged = member(circle.club, "I. Igel")

    assert year_after(kept, merged) == (1990, False)


def test_within_one_club_a_year_stays_as_hidden_as_it_was(circle: Circle) -> None:
    kept = member(circle.club, "Ida Igel", shows_year_of_birth=True, listed=True)
    merged = member(circle.club, "I. Igel", year_of_birth=1990)

    assert year_after(kept, merged) == (1990, False)


def test_a_year_that_everybody_saw_is_taken_over_by_anybody(circle: Circle) -> None:
    merged = member(circle.club, "M. Maus", year_of_birth=1990, shows_year_of_birth=True, listed=True)

    assert year_after(circle.person_of_member, merged) == (1990, True)


def test_an_unlisted_profile_that_shows_its_year_shows_it_to_its_clubs_only(circle: Circle) -> None:
    merged = member(circle.club, "M. Maus", year_of_birth=1990, shows_year_of_birth=True)

    assert year_after(circle.person_of_member, merged) == (None, False)


def test_a_photo_is_no_less_private(circle: Circle) -> None:
    merged = member(circle.club, "M. Maus")
    Person.objects.filter(pk=merged.pk).update(photo="a" * 64)

    merge = merge_people(actor=None, kept=circle.person_of_member, merged=merged)

    assert circle.person_of_member.photo == ""
    undo_merge(actor=None, merge=merge)
    merged.refresh_from_db()
    assert merged.photo == "a" * 64


@pytest.mark.parametrize(("kept", "merged"), [(True, False), (False, True)])
def test_without_an_account_the_stricter_choice_about_being_listed_holds(
    circle: Circle, kept: bool, merged: bool
) -> None:
    one, other = member(circle.club, "Ida Igel", listed=kept), member(circle.club, "I. Igel", listed=merged)

    merge_people(actor=None, kept=one, merged=other)

    one.refresh_from_db()
    assert not one.listed


def test_with_an_account_its_owner_has_said_whether_they_are_listed(circle: Circle) -> None:
    kept = member(circle.club, "Ida Igel", account=make_account("Ida"), listed=True)

    merge_people(actor=None, kept=kept, merged=member(circle.club, "I. Igel"))

    kept.refresh_from_db()
    assert kept.listed


def test_the_preview_says_what_is_left_empty(circle: Circle) -> None:
    merged = member(circle.club, "M. Maus", year_of_birth=1990)

    origins = merged_values(circle.person_of_member, merged).origins

    assert [(str(origin.label), origin.of_kept) for origin in origins] == [
        ("Name", True),
        ("Country", True),
        ("Year of birth", None),
        ("Whether everybody may see the profile", True),
    ]
