"""Who may see and manage rating lists: plain predicates over a table."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from core.permissions.actors import Actor
from core.permissions.register import ADMINISTRATORS, EVERYBODY, ORGANISERS, Permission
from players.models import Club, RatingPool
from players.seats import seats_in_club, seats_on_site

SEE_RATINGS: Final = Permission(
    "rating_pool.see", _("see rating lists, their versions and the ledger, and ask what if"), EVERYBODY
)
MANAGE_CLUB_POOL: Final = Permission(
    "rating_pool.manage_in_club", _("create and change rating pools of a club"), ORGANISERS
)
MANAGE_COMMON_POOL: Final = Permission(
    "rating_pool.manage_for_all", _("create and change rating pools of all clubs"), ADMINISTRATORS
)


GIVE_STARTING_RATING: Final = Permission(
    "rating_pool.give_starting_ratings",
    _("give members of a club starting ratings; for lists across clubs, if the club is recognised"),
    ORGANISERS,
)


def may_give_starting_ratings(actor: Actor, club: Club) -> bool:
    return GIVE_STARTING_RATING.granted_to(seats_in_club(actor, club))


def may_see_ratings(actor: Actor) -> bool:
    """Results are public, and what is computed of them too; people's pages are a matter of their own."""
    return SEE_RATINGS.granted_to(seats_on_site(actor))


def may_open_pool(actor: Actor, club: Club | None) -> bool:
    if club is None:
        return MANAGE_COMMON_POOL.granted_to(seats_on_site(actor))
    return MANAGE_CLUB_POOL.granted_to(seats_in_club(actor, club))


def may_manage_pool(actor: Actor, pool: RatingPool) -> bool:
    return may_open_pool(actor, pool.club)
