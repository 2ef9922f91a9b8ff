"""The club in which every seat is taken: what the visits are about, and who makes them."""

from contextlib import ExitStack
from enum import StrEnum
from typing import Final

from django.conf import settings
from django.db.models import Q
from django.test import Client

from core.permissions.register import Seat
from games.event_hooks import EVENT_HOOKS, NO_GAMES, EventHooks
from players.accounts.services.tokens import create_token
from players.clubs.services.members import add_member
from players.models import Club, Membership, Person, Role, Scope, User
from players.people.services.people import create_person
from players.seats import EVENT_ARBITERS


class Viewer(StrEnum):
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
SEATS: Final = {
    Viewer.ADMINISTRATOR: {Seat.SITE_ADMINISTRATOR},
    Viewer.OWNER: {Seat.OWNER},
    Viewer.ORGANISER: {Seat.ORGANISER},
    Viewer.ARBITER: {Seat.ARBITER},
    Viewer.EVENT_ARBITER: {Seat.EVENT_ARBITER},
    Viewer.MEMBER: {Seat.MEMBER},
    Viewer.CONCERNED: {Seat.MEMBER},
    Viewer.STRANGER: set[Seat](),
    Viewer.VISITOR: set[Seat](),
}
ROLES: Final = {
    Viewer.OWNER: Role.OWNER,
    Viewer.ORGANISER: Role.ORGANISER,
    Viewer.ARBITER: Role.ARBITER,
    Viewer.MEMBER: Role.MEMBER,
    Viewer.CONCERNED: Role.MEMBER,
}


class World:
    """The club Lapwing with one of each role, and Paul without an account; the stranger owns the club Rook.

    Only what all visits need is here: a visit to something else makes it in its `arguments`, from what is here.
    """

    def __init__(self) -> None:
        self.club = Club.objects.create(name="Lapwing", slug="lapwing", place="Golden Anchor")
        self.other_club = Club.objects.create(name="Rook", slug="rook")
        self.accounts: dict[Viewer, User] = {}
        self.people: dict[Viewer, Person] = {}
        for number, seat in enumerate(seat for seat in Viewer if seat is not Viewer.VISITOR):
            account = User.objects.create_user(
                f"seat-{number}@example.org", None, display_name=seat, is_staff=seat is Viewer.ADMINISTRATOR
            )
            self.accounts[seat] = account
            self.people[seat] = create_person(actor=None, name=str(seat), account=account)
        self.memberships: dict[Viewer, Membership] = {
            seat: add_member(actor=None, club=self.club, person=self.people[seat], role=role)
            for seat, role in ROLES.items()
        }
        add_member(actor=None, club=self.other_club, person=self.people[Viewer.STRANGER], role=Role.OWNER)
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
        return self.people[Viewer.CONCERNED]

    def program_of(self, seat: Viewer) -> Client:
        """Comes with a token for everything."""
        if seat is Viewer.VISITOR:
            return Client()
        return Client(headers={"Authorization": f"Bearer {self._secrets[seat]}"})

    def browser_of(self, seat: Viewer) -> Client:
        """Signed in, as if it had not been anywhere yet."""
        client = Client()
        if seat is not Viewer.VISITOR:
            client.cookies[settings.SESSION_COOKIE_NAME] = self._sessions[seat]
        return client


def _session_of(account: User) -> str:
    client = Client()
    client.force_login(account, backend="django.contrib.auth.backends.ModelBackend")
    return client.cookies[settings.SESSION_COOKIE_NAME].value


def seat_the_event_arbiter(world: World, until_test_ends: ExitStack) -> None:
    """Whoever sits in the event arbiter's seat is arbiter of the event that the visited object belongs to."""
    arbiter = world.accounts[Viewer.EVENT_ARBITER]
    until_test_ends.enter_context(EVENT_ARBITERS.extended("test", lambda account, _: account == arbiter))
    hooks = EventHooks(
        judged_by=lambda account: Q(pk__gt=0) if account == arbiter else None,
        with_named_arbiters=lambda: NO_GAMES,
        of_event=lambda account, event: None,
        named=lambda account, event: None,
        visibility_now=lambda game: None,
        claimed=lambda games: (),
        purpose_of=lambda upload: None,
        boards_of=lambda upload, heads: {},
        board_to_record=lambda account, mark: None,
        boards_to_record=lambda account: [],
    )
    until_test_ends.enter_context(EVENT_HOOKS.extended("test", hooks, order=1))
