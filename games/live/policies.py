"""Who decides whether others may follow a game: plain predicates over a table."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from core.permissions.actors import Actor
from core.permissions.register import EVERYBODY, PERSON_CONCERNED, Permission
from games.models import Recording

SHARE_LIVE: Final = Permission(
    "game.share_live",
    _("let others follow a free game while it is being recorded: whoever began its draft"),
    PERSON_CONCERNED,
)
FOLLOW_LIVE: Final = Permission(
    "game.follow_live",
    _("follow a free game by its link, as far as whoever records it allows, without hidden pieces"),
    EVERYBODY,
)


def may_share_live(actor: Actor, recording: Recording) -> bool:
    """Of a board the event decides."""
    is_owner = actor.is_authenticated and actor.is_active and recording.account_id == actor.pk
    return is_owner and not recording.meant_for and SHARE_LIVE.granted_to(PERSON_CONCERNED)
