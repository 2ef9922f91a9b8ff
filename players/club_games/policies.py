"""Who may name games without a referee, and how often."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from core.permissions.actors import Actor
from core.permissions.register import EVERYBODY, ORGANISERS, Permission
from core.web.rate_limits import DAY, RateLimit
from players.models import Club
from players.seats import seats_in_club, seats_on_site

GAMES_BY_ACCOUNT: Final = RateLimit("club-games-account", 10, DAY)

SEE: Final = Permission("club_game.see", _("see which games without a referee a club plays"), EVERYBODY)
MANAGE: Final = Permission(
    "club_game.manage", _("add and remove games of a club that have no referee"), ORGANISERS
)


def may_see_games(actor: Actor) -> bool:
    return SEE.granted_to(seats_on_site(actor))


def may_manage_games(actor: Actor, club: Club) -> bool:
    return club.closed_at is None and MANAGE.granted_to(seats_in_club(actor, club))
