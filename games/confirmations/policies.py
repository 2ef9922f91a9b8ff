"""Who may say that a free game was played like this: plain predicates over a table."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from core.permissions.actors import Actor
from core.permissions.register import PERSON_CONCERNED, Permission, Seat
from games.models import ConfirmationSide, Game
from players.models import Club, Membership, Role
from players.seats import SEAT_OF_ROLE, is_person_concerned, seats_on_site

CONFIRM_OWN: Final = Permission(
    "game.confirm_own",
    _("confirm or refuse a free game: its players are the persons concerned"),
    PERSON_CONCERNED,
)
CONFIRM_FOR_BOTH: Final = Permission(
    "game.confirm_for_both",
    _(
        "confirm a free game of two members of one’s club, and decide about a disputed one, unless one played it"
    ),
    frozenset({Seat.SITE_ADMINISTRATOR, Seat.OWNER, Seat.ORGANISER, Seat.ARBITER}),
)

OFFICIAL_ROLES: Final = (Role.OWNER, Role.ORGANISER, Role.ARBITER)


def side_of(actor: Actor, game: Game) -> ConfirmationSide | None:
    """For which player the actor speaks: one's own person. The game has its people loaded."""
    players = ((ConfirmationSide.FIRST, game.first_person), (ConfirmationSide.SECOND, game.second_person))
    for side, person in players:
        if person is not None and is_person_concerned(actor, person):
            return side
    return None


def may_answer(actor: Actor, game: Game) -> bool:
    played = side_of(actor, game) is not None
    return CONFIRM_OWN.granted_to(PERSON_CONCERNED if played else frozenset())


def may_decide(actor: Actor, game: Game) -> bool:
    """Nobody decides about a game of their own. One query."""
    if game.first_person_id is None or game.second_person_id is None or side_of(actor, game) is not None:
        return False
    seats = seats_on_site(actor) | {SEAT_OF_ROLE[Role(role)] for role in _shared_roles(actor, game).values()}
    return CONFIRM_FOR_BOTH.granted_to(seats)


def confirming_club(actor: Actor, game: Game) -> Club | None:
    """In whose name an official speaks: the game's club if it can be, else a recognised one. One query.

    None for a site administrator without such a role.
    """
    clubs = sorted(
        _shared_roles(actor, game),
        key=lambda club: (club.pk != game.club_id, club.recognised_at is None, club.pk),
    )
    return clubs[0] if clubs else None


def _shared_roles(actor: Actor, game: Game) -> dict[Club, str]:
    """The actor's roles as an official in clubs to which both players belong."""
    if not (actor.is_authenticated and actor.is_active):
        return {}
    roles = (
        Membership.objects.filter(person__account_id=actor.pk, role__in=OFFICIAL_ROLES)
        .filter(club__memberships__person=game.first_person_id)
        .filter(club__memberships__person=game.second_person_id)
    )
    return {membership.club: membership.role for membership in roles.select_related("club")}
