"""The job that adjudicates: each game of an order once, by this version of the engine."""

import logging
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.db import InterfaceError, OperationalError, transaction
from django.utils import timezone

from audit import services as audit
from core.texts import stored_form
from engine import __version__ as engine_version
from engine.adjudication.proof import Budget, ProofVerdict
from engine.adjudication.protocol import Finding, FindingKind
from engine.adjudication.repetition import OfferVerdict
from engine.adjudication.report import AdjudicationReport, adjudicate
from engine.record import read_stored
from engine.texts import Sentence
from games.adjudication.services import GAMES_PER_ORDER, update_verdict
from games.audit_actions import ADJUDICATED
from games.models import Adjudication, AdjudicationOrder, Game, Verdict
from jobs import services, urgent
from jobs.kinds import Batch, BatchResult, JobKind

MAX_POSITIONS: Final = 200_000
# Behind everything that people wait for.
PRIORITY: Final = 6
GAMES_PER_QUERY: Final = 20

logger = logging.getLogger(__name__)


class NotAdjudicated(Exception):
    """Something went wrong with some games of an order."""


class RefereeVerdict(NamedTuple):
    """What becomes an adjudication of a game."""

    verdict: Verdict
    rule: str
    ply: int
    message: str
    proof: dict[str, Any]


def adjudicate_games(order: AdjudicationOrder) -> None:
    """Look at the games that this version has not seen. Each is written by itself, so nothing is lost with a worker.

    A game that cannot be looked at does not keep the others waiting. The order has failed then, for people to see.
    """
    written, not_done = 0, []
    for game in _due_games(order.games):
        urgent.give_way()
        if order.attempts > 1:
            # Perhaps the worker was lost with this game the last time: then the others are looked at before it.
            _set_turn(order, game, first=False)
        try:
            with services.watch_time(
                on_slow=partial(_on_slow_game, order, game),
                on_shared=partial(_on_shared_time, order, game, made_progress=bool(written)),
            ):
                verdict = _verdict_of_report(_report_on(game))
            _save(game, verdict)
            written += 1
        except (SoftTimeLimitExceeded, OperationalError, InterfaceError):
            raise
        except Exception:
            logger.exception("The game %s cannot be adjudicated", game.pk)
            not_done.append(game.pk)
    if not_done:
        raise NotAdjudicated(f"These games could not be adjudicated, the log says why: {not_done}")


def adjudicate_orders(orders: Sequence[AdjudicationOrder], go_on: Callable[[], bool]) -> BatchResult:
    """The same for orders that nobody has begun with. What is wrong with one is found out when it is tried alone."""
    wanted = {game for order in orders for game in order.games}
    left = set(
        Game.objects.filter(pk__any_of=wanted)
        .exclude(adjudicated_with=engine_version)
        .values_list("pk", flat=True)
    )
    failed: set[int] = set()
    for game in _due_games([pk for order in orders for pk in order.games if pk in left]):
        try:
            with services.watch_time(on_slow=partial(_on_slow_game_of_many, game), on_shared=_do_nothing):
                verdict = _verdict_of_report(_report_on(game))
            _save(game, verdict)
        except (SoftTimeLimitExceeded, OperationalError, InterfaceError):
            raise
        except Exception:
            logger.exception("The game %s cannot be adjudicated", game.pk)
            failed.add(game.pk)
        left.discard(game.pk)
        if not go_on():
            break
    to_repeat = {order.pk for order in orders if failed.intersection(order.games)}
    done = {order.pk for order in orders if not left.intersection(order.games)} - to_repeat
    return BatchResult(done, to_repeat)


def _on_slow_game_of_many(game: Game, seconds: float) -> None:
    _save(game, _timed_out(seconds))


def _do_nothing() -> None:
    """Each order is tried alone then, from the beginning."""


def _note_done(orders: Sequence[AdjudicationOrder], result: BatchResult) -> BatchResult:
    """Their games were written one by one."""
    return result


def _orders_at_once(order: AdjudicationOrder) -> int:
    return max(1, GAMES_PER_ORDER // max(1, len(order.games)))


def _due_games(games: Sequence[int]) -> Iterator[Game]:
    """In this order, a few at a time: texts are long."""
    due = Game.objects.exclude(adjudicated_with=engine_version).select_related("text")
    ids = list(dict.fromkeys(games))
    for start in range(0, len(ids), GAMES_PER_QUERY):
        some = due.in_bulk(ids[start : start + GAMES_PER_QUERY])
        yield from (some[pk] for pk in ids[start : start + GAMES_PER_QUERY] if pk in some)


def _set_turn(order: AdjudicationOrder, game: Game, *, first: bool) -> None:
    """When the game's turn is in the next attempt, if there is one."""
    others = [pk for pk in order.games if pk != game.pk]
    order.games = [game.pk, *others] if first else [*others, game.pk]
    AdjudicationOrder.objects.filter(pk=order.pk).update(games=order.games)


def _on_slow_game(order: AdjudicationOrder, game: Game, seconds: float) -> None:
    """A game that used up the time alone is undecided, for this version of the engine."""
    _save(game, _timed_out(seconds))
    services.restore_attempts(item=order)


def _on_shared_time(order: AdjudicationOrder, game: Game, *, made_progress: bool) -> None:
    """It is the first in the next attempt. An order that made progress has all of its attempts again."""
    _set_turn(order, game, first=True)
    if made_progress:
        services.restore_attempts(item=order)


def _verdict_of_report(report: AdjudicationReport) -> RefereeVerdict:
    verdict, finding = weightiest_finding(report)
    if finding is None:
        return RefereeVerdict(verdict, "", 0, "", _proof_of(report))
    return RefereeVerdict(verdict, finding.rule, finding.ply, finding.message, _proof_of(report))


def _proof_of(report: AdjudicationReport) -> dict[str, Any]:
    """The report as it is stored: with each sentence in English, and as words that belong to no language."""
    proof = report.as_json()
    for shown, finding in zip(proof["findings"], report.findings, strict=True):
        shown["words"] = stored_form(finding.message)
    return proof


def _timed_out(seconds: float) -> RefereeVerdict:
    message = Sentence(
        "The referee was not done with this game after %(seconds)s seconds.", seconds=round(seconds)
    )
    return RefereeVerdict(
        Verdict.UNDECIDED,
        "",
        0,
        message,
        AdjudicationReport((), None).as_json() | {"words": stored_form(message)},
    )


def weightiest_finding(report: AdjudicationReport) -> tuple[Verdict, Finding | None]:
    """What to say of a game in one word, and the finding it stands on."""
    for verdict, finds in _BY_WEIGHT:
        for finding in report.findings:
            if finds(finding):
                return verdict, finding
    return Verdict.NOTHING, None


_BY_WEIGHT: Final[tuple[tuple[Verdict, Callable[[Finding], bool]], ...]] = (
    (
        Verdict.DEAD,
        lambda found: found.kind is FindingKind.DEAD_POSITION and found.verdict is ProofVerdict.DEAD,
    ),
    (
        Verdict.REPETITION,
        # An offer without a sequence before it is an agreement, on which the rules are silent.
        lambda found: (
            found.kind is FindingKind.DRAW_OFFER
            and found.proof["period"] is not None
            and found.verdict in (OfferVerdict.ACCEPTED, OfferVerdict.FORCED_DRAW)
        ),
    ),
    (Verdict.LIMIT, lambda found: found.kind is FindingKind.NO_CAPTURE_LIMIT),
    (Verdict.NO_PROGRESS, lambda found: found.kind is FindingKind.NO_PROGRESS),
    (
        Verdict.REPETITION,
        lambda found: found.kind in (FindingKind.REPETITION, FindingKind.POSITION_REPETITION),
    ),
    (Verdict.TWO_SQUARES, lambda found: found.kind is FindingKind.TWO_SQUARES),
    (
        Verdict.UNDECIDED,
        lambda found: found.kind is FindingKind.DEAD_POSITION and found.verdict is ProofVerdict.UNDECIDED,
    ),
)


def _report_on(game: Game) -> AdjudicationReport:
    record = read_stored(game.text.canonical)
    # Well within the time of the job: there are other games in the order.
    budget = Budget(MAX_POSITIONS, settings.JOB_TIME_LIMIT / 5, urgent.give_way)
    return adjudicate(record, no_capture_limit=game.no_capture_limit, budget=budget)


@transaction.atomic
def _save(game: Game, verdict: RefereeVerdict) -> None:
    """Unless another worker was faster: the game's row is locked, and says which version has seen it.

    If the event's limit came to the game while the referee was looking, another order was made with it.
    """
    now = (
        Game.objects.select_for_update(no_key=True)
        .filter(pk=game.pk)
        .exclude(adjudicated_with=engine_version)
        .first()
    )
    if now is None or now.no_capture_limit != game.no_capture_limit:
        return
    # A limit that was changed and changed back has its verdict already; it is the newest again.
    Adjudication.objects.update_or_create(
        game=game,
        engine_version=engine_version,
        no_capture_limit=game.no_capture_limit or 0,
        defaults={"created_at": timezone.now()},
        create_defaults=verdict._asdict(),
    )
    Game.objects.filter(pk=game.pk).update(adjudicated_with=engine_version)
    update_verdict(now)
    audit.record(
        actor=None,
        action=ADJUDICATED,
        target=game,
        before={"verdict": game.verdict},
        after={
            "verdict": str(verdict.verdict),
            "rule": verdict.rule,
            "ply": verdict.ply,
            "engine": engine_version,
        },
        club=game.club_id,
    )


ADJUDICATE_GAMES: Final = JobKind(
    name="adjudicate games",
    model=AdjudicationOrder,
    prepare=adjudicate_games,
    priority=PRIORITY,
    batch=Batch(size=_orders_at_once, prepare=adjudicate_orders, apply=_note_done),
)
