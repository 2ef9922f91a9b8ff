"""What is read about a club's members."""

from pytest_django import DjangoAssertNumQueries

from players.clubs.selectors.clubs import listed_members_of, members_of, owners_of
from players.clubs.services.members import add_member
from players.models import Club, Person, Role
from players.people.selectors.people import memberships_of
from tests.core.api.client import make_account
from tests.players.clubs.staff import Staff, join


def test_members_are_in_the_order_of_the_alphabet(
    staff: Staff, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(1):
        members = [(membership.person.sort_name, membership.role) for membership in members_of(staff.club)]

    assert members == [
        ("Abt, Ada", "arbiter"), ("Gans, Gerd", "organiser"), ("Maus, Mia", "member"), ("Owen, Olga", "owner"),
    ]  # fmt: skip


def test_only_those_who_agreed_are_listed(staff: Staff) -> None:
    Person.objects.filter(pk=staff.arbiter.person_id).update(listed=True)

    assert list(listed_members_of(staff.club)) == [staff.arbiter]


def test_the_clubs_of_somebody_are_by_name(
    staff: Staff, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for name in ("Rook", "Heron"):
        club = Club.objects.create(name=name, slug=name.lower())
        add_member(actor=None, club=club, person=staff.member.person)

    with django_assert_num_queries(1):
        clubs = [membership.club.name for membership in memberships_of(staff.member.person)]

    assert clubs == ["Heron", "Lapwing", "Rook"]


def test_the_owners_of_a_club(staff: Staff) -> None:
    second = join(staff.club, "Otto Owen", Role.OWNER, make_account("Otto"))

    assert list(owners_of(staff.club)) == [staff.owner, second]
