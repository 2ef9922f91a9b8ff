"""An arbiter's word on a verdict of the referee."""

from django.db import connection, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from audit import services as audit
from games.actions import CONFIRMED, OVERRULED
from games.models import Adjudication, AdjudicationState
from games.news import verdict_decided
from players.errors import Refused
from players.models import User

LONGEST_REASON = 2000


def confirm(*, actor: User, adjudication: Adjudication, reason: str) -> Adjudication:
    return _decide(actor, adjudication, AdjudicationState.CONFIRMED, reason)


def overrule(*, actor: User, adjudication: Adjudication, reason: str) -> Adjudication:
    return _decide(actor, adjudication, AdjudicationState.OVERRULED, reason)


@transaction.atomic
def _decide(actor: User, adjudication: Adjudication, state: AdjudicationState, reason: str) -> Adjudication:
    """A decision may be changed by another one; what was decided before stays in the history."""
    reason = reason.replace("\0", "").strip()
    if not reason:
        raise Refused(_("Please give a reason: players will ask for it."))
    if len(reason) > LONGEST_REASON:
        raise Refused(
            _("The reason is too long: %(most)d characters are the most.") % {"most": LONGEST_REASON}
        )
    rows = Adjudication.objects.select_related("game").filter(pk=adjudication.pk)
    if connection.features.has_select_for_update:  # on SQLite the transaction itself holds the write lock
        rows = rows.select_for_update(of=("self",))
    current = rows.get()
    if current.state == state and current.reason == reason:
        return current
    before = {"state": str(current.state), "reason": current.reason}
    current.state, current.reason = state, reason
    current.decided_by, current.decided_at = actor, timezone.now()
    current.save(update_fields=["state", "reason", "decided_by", "decided_at"])
    audit.record(
        actor=actor,
        action=CONFIRMED if state == AdjudicationState.CONFIRMED else OVERRULED,
        target=current.game,
        before=before,
        after={"state": str(state), "reason": reason, "engine": current.engine_version},
        reason=reason,
        club=current.game.club_id,
    )
    verdict_decided(current)
    return current
