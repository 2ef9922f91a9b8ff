"""Clubs with people who use the site: an organiser and members, with accounts, passwords and tokens."""

from dataclasses import dataclass
from typing import Final

from django.db import transaction

from players.accounts.services.tokens import create_token
from players.clubs.services.members import add_member
from players.models import Club, Role, Scope, User
from players.people.services.people import create_person
from players.rating_lists.services.pools import open_pool
from players.ratings import Glicko2, store_system

PASSWORD: Final = "two plovers and a lapwing"  # noqa: S105  of a site that is thrown away
NAMES: Final = ("Agnes", "Bruno", "Cem", "Dorte", "Emeka", "Fatou")


@dataclass(frozen=True)
class Member:
    email: str
    name: str
    person: int
    token: str


@dataclass(frozen=True)
class Crew:
    club: str
    organiser: Member
    members: tuple[Member, ...]


@transaction.atomic
def make_crew(number: int) -> Crew:
    club = Club.objects.create(name=f"Club {number}", slug=f"club-{number}")
    open_pool(
        actor=None, name=f"Rating {number}", game="barragoon", club=club, system=store_system(Glicko2())
    )
    organiser = _enter(club, f"Olga Club{number}", Role.OWNER)
    members = tuple(_enter(club, f"{name} Club{number}", Role.MEMBER) for name in NAMES)
    return Crew(club.slug, organiser, members)


def _enter(club: Club, name: str, role: Role) -> Member:
    email = f"{name.replace(' ', '.').lower()}@example.org"
    account = User.objects.create_user(email, PASSWORD, display_name=name)
    person = create_person(actor=None, name=name, account=account, club=club)
    add_member(actor=None, club=club, person=person, role=role)
    token = create_token(account=account, name="faults", scopes=list(Scope))
    return Member(email, name, person.pk, token.secret)
