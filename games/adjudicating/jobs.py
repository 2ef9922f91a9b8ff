"""The job that adjudicates: each game of an order once, by this version of the engine."""

import logging
from collections.abc import Callable
from typing import Any, Final

from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.db import InterfaceError, OperationalError, connection, transaction
from django.utils import timezone

from audit import services as audit
from engine import __version__ as engine_version
from engine.adjudication.findings import Finding, Kind
from engine.adjudication.proof import Budget
from engine.adjudication.proof import Verdict as ProofVerdict
from engine.adjudication.repetition import OfferVerdict
from engine.adjudication.report import Report, adjudicate
from engine.record import read_text
from games.actions import ADJUDICATED
from games.models import Adjudication, AdjudicationOrder, Game, Verdict
from jobs.kinds import JobKind, register

POSITIONS_LOOKED_AT: Final = 200_000
# Behind everything that people wait for.
PRIORITY: Final = 6

logger = logging.getLogger(__name__)


class NotAdjudicated(Exception):
    """Something went wrong with some games of an order."""


def adjudicate_games(order: AdjudicationOrder) -> None:
    """Look at the games that this version has not seen. Each is written by itself, so nothing is lost with a worker.

    A game that cannot be looked at does not keep the others waiting. The order has failed then, for people to see.
    """
    due = Game.objects.filter(pk__in=order.games).exclude(adjudicated_with=engine_version)
    not_done: list[int] = []
    for game in due.select_related("text").order_by("pk").iterator(chunk_size=20):
        try:
            _write(game, _report_on(game))
        except (SoftTimeLimitExceeded, OperationalError, InterfaceError):
            raise
        except Exception:
            logger.exception("The game %s cannot be adjudicated", game.pk)
            not_done.append(game.pk)
    if not_done:
        raise NotAdjudicated(f"These games could not be adjudicated, the log says why: {not_done}")


def weightiest(report: Report) -> tuple[Verdict, Finding | None]:
    """What to say of a game in one word, and the finding it stands on."""
    for verdict, finds in _BY_WEIGHT:
        for finding in report.findings:
            if finds(finding):
                return verdict, finding
    return Verdict.NOTHING, None


_BY_WEIGHT: Final[tuple[tuple[Verdict, Callable[[Finding], bool]], ...]] = (
    (
        Verdict.DEAD,
        lambda found: found.kind is Kind.DEAD_POSITION and found.verdict is ProofVerdict.DEAD,
    ),
    (
        Verdict.REPETITION,
        # An offer without a sequence before it is an agreement, on which the rules are silent.
        lambda found: (
            found.kind is Kind.DRAW_OFFER
            and found.proof["period"] is not None
            and found.verdict in (OfferVerdict.ACCEPTED, OfferVerdict.FORCED_DRAW)
        ),
    ),
    (Verdict.LIMIT, lambda found: found.kind is Kind.NO_CAPTURE_LIMIT),
    (Verdict.NO_PROGRESS, lambda found: found.kind is Kind.NO_PROGRESS),
    (Verdict.REPETITION, lambda found: found.kind is Kind.REPETITION),
    (Verdict.TWO_SQUARES, lambda found: found.kind is Kind.TWO_SQUARES),
    (
        Verdict.UNDECIDED,
        lambda found: found.kind is Kind.DEAD_POSITION and found.verdict is ProofVerdict.UNDECIDED,
    ),
)


def _report_on(game: Game) -> Report:
    (record,) = read_text(game.text.canonical)
    # Well within the time of the job: there are other games in the order.
    budget = Budget(POSITIONS_LOOKED_AT, settings.JOB_TIME_LIMIT / 5)
    return adjudicate(record, no_capture_limit=game.no_capture_limit, budget=budget)


@transaction.atomic
def _write(game: Game, report: Report) -> None:
    """Unless another worker was faster: the game's row is locked, and says which version has seen it.

    If the event's limit came to the game while the referee was looking, another order was made with it.
    """
    rows = Game.objects.filter(pk=game.pk).exclude(adjudicated_with=engine_version)
    if connection.features.has_select_for_update:  # on SQLite the transaction itself holds the write lock
        rows = rows.select_for_update(no_key=True)
    now = rows.first()
    if now is None or now.no_capture_limit != game.no_capture_limit:
        return
    verdict, finding = weightiest(report)
    values: dict[str, Any] = {
        "verdict": verdict,
        "rule": finding.rule if finding else "",
        "ply": finding.ply if finding else 0,
        "message": finding.message if finding else "",
        "proof": report.as_json(),
    }
    # A limit that was changed and changed back has its verdict already; it is the newest again.
    Adjudication.objects.update_or_create(
        game=game,
        engine_version=engine_version,
        no_capture_limit=game.no_capture_limit or 0,
        defaults={"created_at": timezone.now()},
        create_defaults=values,
    )
    Game.objects.filter(pk=game.pk).update(verdict=verdict, adjudicated_with=engine_version)
    audit.record(
        actor=None,
        action=ADJUDICATED,
        target=game,
        before={"verdict": game.verdict},
        after={
            "verdict": str(verdict),
            "rule": values["rule"],
            "ply": values["ply"],
            "engine": engine_version,
        },
        club=game.club_id,
    )


ADJUDICATE_GAMES = register(
    JobKind(
        name="adjudicate games",
        model=AdjudicationOrder,
        prepare=adjudicate_games,
        apply=lambda order, nothing: None,
        priority=PRIORITY,
    )
)
