"""The club in which every seat is taken: what the visits are about, and who makes them."""

from enum import StrEnum
from typing import Final

from django.conf import settings
from django.test import Client

from players.clubs.services import add_member
from players.models import Club, Membership, Person, Role, Scope, User
from players.people.services import create_person
from players.permissions import Standing
from players.tokens.services import create_token


class Seat(StrEnum):
    ADMINISTRATOR = "site administrator"
    OWNER = "owner"
    ORGANISER = "organiser"
    ARBITER = "arbiter"
    EVENT_ARBITER = "event arbiter"
    MEMBER = "member"
    CONCERNED = "person concerned"
    STRANGER = "stranger who owns another club"
    VISITOR = "visitor"


# What somebody in the seat is towards the club, and all that belongs to it.
STANDINGS: Final = {
    Seat.ADMINISTRATOR: {Standing.SITE_ADMINISTRATOR},
    Seat.OWNER: {Standing.OWNER},
    Seat.ORGANISER: {Standing.ORGANISER},
    Seat.ARBITER: {Standing.ARBITER},
    Seat.EVENT_ARBITER: {Standing.EVENT_ARBITER},
    Seat.MEMBER: {Standing.MEMBER},
    Seat.CONCERNED: {Standing.MEMBER},
    Seat.STRANGER: set[Standing](),
    Seat.VISITOR: set[Standing](),
}
ROLES: Final = {
    Seat.OWNER: Role.OWNER,
    Seat.ORGANISER: Role.ORGANISER,
    Seat.ARBITER: Role.ARBITER,
    Seat.MEMBER: Role.MEMBER,
    Seat.CONCERNED: Role.MEMBER,
}


class World:
    """The club Lapwing with one of each role, and Paul without an account; the stranger owns the club Rook.

    Only what all visits need is here: a visit to something else makes it in its `arguments`, from what is here.
    """

    def __init__(self) -> None:
        self.club = Club.objects.create(name="Lapwing", slug="lapwing", place="Golden Anchor")
        self.other_club = Club.objects.create(name="Rook", slug="rook")
        self.accounts: dict[Seat, User] = {}
        self.people: dict[Seat, Person] = {}
        for number, seat in enumerate(seat for seat in Seat if seat is not Seat.VISITOR):
            account = User.objects.create_user(
                f"seat-{number}@example.org", None, display_name=seat, is_staff=seat is Seat.ADMINISTRATOR
            )
            self.accounts[seat] = account
            self.people[seat] = create_person(actor=None, name=str(seat), account=account)
        self.memberships: dict[Seat, Membership] = {
            seat: add_member(actor=None, club=self.club, person=self.people[seat], role=role)
            for seat, role in ROLES.items()
        }
        add_member(actor=None, club=self.other_club, person=self.people[Seat.STRANGER], role=Role.OWNER)
        self.unclaimed = create_person(actor=None, name="Paul", club=self.club)
        self.unclaimed_membership = add_member(actor=None, club=self.club, person=self.unclaimed)
        self._sessions = {seat: _session_of(account) for seat, account in self.accounts.items()}
        self._secrets = {
            seat: create_token(account=account, name="Program", scopes=list(Scope)).secret
            for seat, account in self.accounts.items()
        }

    @property
    def paula(self) -> Person:
        """The person concerned, whom visits about a person are about."""
        return self.people[Seat.CONCERNED]

    def program_of(self, seat: Seat) -> Client:
        """Comes with a token for everything."""
        if seat is Seat.VISITOR:
            return Client()
        return Client(headers={"Authorization": f"Bearer {self._secrets[seat]}"})

    def browser_of(self, seat: Seat) -> Client:
        """Signed in, as if it had not been anywhere yet."""
        client = Client()
        if seat is not Seat.VISITOR:
            client.cookies[settings.SESSION_COOKIE_NAME] = self._sessions[seat]
        return client


def _session_of(account: User) -> str:
    client = Client()
    client.force_login(account, backend="django.contrib.auth.backends.ModelBackend")
    return client.cookies[settings.SESSION_COOKIE_NAME].value
