"""Have games adjudicated, and let arbiters confirm or overrule what the referee says."""

from collections.abc import Sequence
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from audit import services as audit
from audit.changes import Value
from core.errors import Refused
from engine import __version__ as engine_version
from games.adjudication.selectors import current_verdict, ending_by
from games.audit_actions import CONFIRMED, OVERRULED
from games.models import Adjudication, AdjudicationOrder, AdjudicationState, Game, GameResult
from games.signals import games_changed, verdict_decided
from jobs import services
from players.models import User

GAMES_PER_ORDER: Final = 200
MAX_DUE_GAMES: Final = 20_000
MAX_DECISION_LENGTH = 2000


@transaction.atomic(savepoint=False)
def order_adjudication(*, games: Sequence[int]) -> None:
    """Have the games with these ids looked at, two hundred by one job."""
    orders = AdjudicationOrder.objects.bulk_create(
        AdjudicationOrder(games=list(games[start : start + GAMES_PER_ORDER]), engine_version=engine_version)
        for start in range(0, len(games), GAMES_PER_ORDER)
    )
    services.enqueue_all(items=orders)


def order_due_adjudications() -> int:
    """Order all games that this version of the engine has not seen; returns how many.

    Games that wait in an order are ordered again: a game is adjudicated once by a version, however often it is ordered.
    """
    due = Game.objects.exclude(adjudicated_with=engine_version).order_by("pk")
    games = list(due.values_list("pk", flat=True)[:MAX_DUE_GAMES])
    order_adjudication(games=games)
    return len(games)


def update_verdict(game: Game) -> bool:
    """Copy the current verdict, and the result that counts by it, to the game's row; whether the result changed."""
    current = current_verdict(game)
    ending = ending_by(game, current)
    changes = (game.result, game.termination) != ending
    game.verdict, (game.result, game.termination) = current.verdict if current else "", ending
    Game.objects.filter(pk=game.pk).update(
        verdict=game.verdict, result=game.result, termination=game.termination
    )
    if changes:
        games_changed.send(sender=Game, games=[game.pk])
    return changes


def confirm(*, actor: User, adjudication: Adjudication, reason: str = "") -> Adjudication:
    """The verdict holds. If it is a draw, the game is one. The referee has given the reason; more may be said."""
    reason = _clean(reason) or _("As the referee says.")
    return _decide(actor, adjudication, AdjudicationState.CONFIRMED, reason, "")


def overrule(*, actor: User, adjudication: Adjudication, result: str, reason: str) -> Adjudication:
    """The verdict does not hold: the result does that the arbiter gives, and the verdict stays to be read."""
    if result not in GameResult.values:
        raise Refused(_("Please choose the result that counts instead of the verdict."))
    return _decide(actor, adjudication, AdjudicationState.OVERRULED, reason, result)


@transaction.atomic
def _decide(
    actor: User, adjudication: Adjudication, state: AdjudicationState, reason: str, result: str
) -> Adjudication:
    """A decision may be changed by another one; what was decided before stays in the history."""
    reason = _clean(reason)
    if not reason:
        raise Refused(_("Please give a reason: players will ask for it."))
    if len(reason) > MAX_DECISION_LENGTH:
        raise Refused(_("The reason is too long. At most %(max)d characters.") % {"max": MAX_DECISION_LENGTH})
    # The game first, as the referee's job does: neither waits for what the other holds.
    game = Game.objects.select_for_update(no_key=True).get(pk=adjudication.game_id)
    current = Adjudication.objects.select_for_update().get(pk=adjudication.pk)
    current.game = game
    if (current.state, current.reason, current.result) == (state, reason, result):
        return current
    before: dict[str, Value] = {"state": str(current.state), "result": game.result}
    current.state, current.reason, current.result = state, reason, result
    current.decided_by, current.decided_at = actor, timezone.now()
    current.save(update_fields=["state", "reason", "result", "decided_by", "decided_at"])
    update_verdict(game)
    audit.record(
        actor=actor,
        action=CONFIRMED if state == AdjudicationState.CONFIRMED else OVERRULED,
        target=game,
        before=before,
        after={"state": str(state), "result": game.result, "engine": current.engine_version},
        reason=reason,
        club=game.club_id,
    )
    verdict_decided.send(sender=Adjudication, adjudication=current)
    return current


def _clean(reason: str) -> str:
    return reason.replace("\0", "").strip()
