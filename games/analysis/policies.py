"""Who may read, change and begin an analysis: plain predicates over a table."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from core.permissions.actors import Actor
from core.permissions.register import EVERYBODY, PERSON_CONCERNED, Permission
from games.models import Analysis, Visibility
from games.policies import current_visibility

KEEP_ANALYSIS: Final = Permission(
    "game.keep_analysis", _("read and change an analysis: whose notebook it is in"), PERSON_CONCERNED
)
READ_SHARED_ANALYSIS: Final = Permission(
    "game.read_shared_analysis", _("read an analysis that was shared, by its link"), EVERYBODY
)


def may_keep(actor: Actor, analysis: Analysis) -> bool:
    is_owner = actor.is_authenticated and actor.is_active and analysis.account_id == actor.pk
    return is_owner and KEEP_ANALYSIS.granted_to(PERSON_CONCERNED)


def may_be_shared(analysis: Analysis) -> bool:
    """What not everybody may see is not passed on by the plies of an analysis."""
    return analysis.game is None or current_visibility(analysis.game) == Visibility.PUBLIC
