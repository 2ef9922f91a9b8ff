"""A club with one member of each role, all with accounts."""

from dataclasses import dataclass

import pytest
from django.conf import LazySettings

from players.clubs.services.members import add_member
from players.models import Club, Membership, Role, User
from players.people.services.people import create_person


@dataclass(frozen=True)
class Staff:
    club: Club
    owner: Membership
    organiser: Membership
    arbiter: Membership
    member: Membership


def account(name: str, **fields: bool) -> User:
    return User.objects.create_user(f"{name.lower()}@example.org", None, display_name=name, **fields)


def join(club: Club, name: str, role: Role, user: User | None = None) -> Membership:
    person = create_person(actor=None, name=name, account=user)
    return add_member(actor=None, club=club, person=person, role=role)


@pytest.fixture(autouse=True)
def _mails_are_rows(settings: LazySettings) -> None:
    """As on the real site: Django's test runner would keep them in the memory."""
    settings.EMAIL_BACKEND = "jobs.mail.OutboxBackend"


@pytest.fixture
def staff(db: None) -> Staff:
    club = Club.objects.create(name="Lapwing", slug="lapwing")
    return Staff(
        club,
        owner=join(club, "Olga Owen", Role.OWNER, account("Olga")),
        organiser=join(club, "Gerd Gans", Role.ORGANISER, account("Gerd")),
        arbiter=join(club, "Ada Abt", Role.ARBITER, account("Ada")),
        member=join(club, "Mia Maus", Role.MEMBER, account("Mia")),
    )
