"""Who may say that a free game was played like this: plain predicates over a table."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from core.permissions.actors import Actor
from core.permissions.register import PERSON_CONCERNED, Permission
from games.models import Game
from games.policies import shared_roles, side_of
from players.models import Club

CONFIRM_OWN: Final = Permission(
    "game.confirm_own",
    _("confirm or refuse a free game: its players are the persons concerned"),
    PERSON_CONCERNED,
)


def may_answer(actor: Actor, game: Game) -> bool:
    played = side_of(actor, game) is not None
    return CONFIRM_OWN.granted_to(PERSON_CONCERNED if played else frozenset())


def confirming_club(actor: Actor, game: Game) -> Club | None:
    """In whose name an official speaks: the game's club if it can be, else a recognised one. One query.

    None for a site administrator without such a role.
    """
    clubs = sorted(
        shared_roles(actor, game),
        key=lambda club: (club.pk != game.club_id, club.recognised_at is None, club.pk),
    )
    return clubs[0] if clubs else None
