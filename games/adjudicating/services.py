"""An arbiter's word on a verdict of the referee."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from audit import services as audit
from games.actions import CONFIRMED, OVERRULED
from games.adjudicating.selectors import verdict_that_holds
from games.models import Adjudication, AdjudicationState, Game
from games.news import verdict_decided
from players.errors import Refused
from players.models import User

LONGEST_REASON = 2000


def keep_verdict(game: Game) -> None:
    """Copy the verdict that holds to the game's row, for lists and filters."""
    holding = verdict_that_holds(game)
    Game.objects.filter(pk=game.pk).update(verdict=holding.verdict if holding else "")


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
    # The game first, as the referee's job does: neither waits for what the other holds.
    game = Game.objects.select_for_update(no_key=True).get(pk=adjudication.game_id)
    current = Adjudication.objects.select_for_update().get(pk=adjudication.pk)
    current.game = game
    if current.state == state and current.reason == reason:
        return current
    before = {"state": str(current.state)}
    current.state, current.reason = state, reason
    current.decided_by, current.decided_at = actor, timezone.now()
    current.save(update_fields=["state", "reason", "decided_by", "decided_at"])
    keep_verdict(game)
    audit.record(
        actor=actor,
        action=CONFIRMED if state == AdjudicationState.CONFIRMED else OVERRULED,
        target=game,
        before=before,
        after={"state": str(state), "engine": current.engine_version},
        reason=reason,
        club=game.club_id,
    )
    verdict_decided(current)
    return current
