"""A club with one member of each role, all with accounts."""

from dataclasses import dataclass

from players.clubs.services.members import add_member
from players.models import Club, Membership, Role, User
from players.people.services.people import create_person
from tests.core.api.client import make_account


@dataclass(frozen=True)
class Staff:
    club: Club
    owner: Membership
    organiser: Membership
    arbiter: Membership
    member: Membership


def join(club: Club, name: str, role: Role, user: User | None = None) -> Membership:
    person = create_person(actor=None, name=name, account=user)
    return add_member(actor=None, club=club, person=person, role=role)


def make_staff() -> Staff:
    club = Club.objects.create(name="Lapwing", slug="lapwing")
    return Staff(
        club,
        owner=join(club, "Olga Owen", Role.OWNER, make_account("Olga")),
        organiser=join(club, "Gerd Gans", Role.ORGANISER, make_account("Gerd")),
        arbiter=join(club, "Ada Abt", Role.ARBITER, make_account("Ada")),
        member=join(club, "Mia Maus", Role.MEMBER, make_account("Mia")),
    )
