"""The demo club: what a newcomer finds on the first start."""

import secrets
from dataclasses import dataclass
from typing import NamedTuple

from django.db import transaction
from django.utils.translation import gettext as _

from players.clubs.services import add_member
from players.models import Club, Person, Role, User
from players.people.services import create_person


@dataclass(frozen=True)
class DemoLogin:
    email: str
    password: str


class DemoPerson(NamedTuple):
    name: str
    country: str
    role: Role = Role.MEMBER
    listed: bool = True


# Nobody in particular: the names are common ones, put together at will.
PEOPLE = (
    DemoPerson("Ingrid Halvorsen", "NO", Role.ORGANISER),
    DemoPerson("Tomasz Wróblewski", "PL", Role.ARBITER),
    DemoPerson("Beatriz Quintana Rey", "ES", Role.ARBITER),
    DemoPerson("Giulia Ferrarese", "IT"),
    DemoPerson("Matthias Grünewälder", "DE"),
    DemoPerson("Siobhán O’Mahony", "IE"),
    DemoPerson("Joost van der Velde", "NL"),
    DemoPerson("Zeynep Işıldak", "TR"),
    DemoPerson("Kwabena Asantewa", "GH"),
    DemoPerson("Ráhel Szentpéteri", "HU", listed=False),
    DemoPerson("Étienne Vauquelin", "FR"),
    DemoPerson("Haruka Minamoto", "JP", listed=False),
)


def load_demo_club() -> DemoLogin:
    """Create the club with its members and the account of its owner.

    The password is new each time: this may run on an open network.
    """
    login = DemoLogin(email="organiser@demo.example", password=secrets.token_urlsafe(12))
    with transaction.atomic():
        club = Club.objects.create(
            name=_("Lapwing Games Circle"),
            slug="lapwing",
            place=_("Back room of the Golden Anchor"),
            about=_(
                "We meet every Thursday at half past seven for Barragoon and Stratego. "
                "Beginners are welcome, boards are there, and somebody always explains the rules."
            ),
        )
        account = User.objects.create_user(
            email=login.email, password=login.password, display_name=_("Demo organiser")
        )
        owner = create_person(actor=None, name=account.display_name, account=account, club=club)
        add_member(actor=None, club=club, person=owner, role=Role.OWNER)
        for member in PEOPLE:
            _enter(member, club)
    return login


def _enter(member: DemoPerson, club: Club) -> Person:
    person = create_person(
        actor=None, name=member.name, country=member.country, listed=member.listed, club=club
    )
    add_member(actor=None, club=club, person=person, role=member.role)
    return person
