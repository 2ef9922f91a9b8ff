"""Let others follow a free game, later or no longer."""

from django.db import transaction
from django.utils.translation import gettext as _

from core.errors import Refused
from games.live.policies import may_share_live
from games.models import LiveGame, LiveMode, Recording
from games.models.live import DELAYED, MAX_LIVE_DELAY
from players.models import User


@transaction.atomic
def share_recording(*, actor: User, recording: Recording, mode: LiveMode, delay: int = 0) -> LiveGame:
    """The link stays the same, however often this is changed."""
    if not may_share_live(actor, recording):
        raise Refused(_("Whether this game may be followed is decided by others."))
    if mode not in DELAYED:
        delay = 0
    elif not 1 <= delay <= MAX_LIVE_DELAY:
        raise Refused(_("Please say how much later: from 1 to %(max)d.") % {"max": MAX_LIVE_DELAY})
    live, _created = LiveGame.objects.update_or_create(
        recording=recording, defaults={"mode": mode.value, "delay": delay}
    )
    return live
