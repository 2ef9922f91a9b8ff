"""What was said about a game's end: the newest adjudication, the earlier ones, and the boards that show why."""

from typing import Any, NamedTuple

from django.db.models import Case, F, OuterRef, Q, QuerySet, Subquery, Value, When
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from engine.adjudication.witness import board_alone
from engine.record import read_text
from games.models import Adjudication, AdjudicationState, Game, Verdict
from games.pictures import board_address


class Stage(NamedTuple):
    """The board of a finding: at its ply, or some plies into its witness line."""

    address: str
    description: str
    witness: list[str]
    step: int


def adjudications_of(game: Game) -> list[Adjudication]:
    """The newest first. One query."""
    return list(game.adjudications.select_related("decided_by").order_by("-created_at", "-pk"))


def decision_that_holds(game: Game) -> Adjudication | None:
    """The verdict on which an arbiter spoke last. One query.

    His word holds until he says another one: that a newer engine has looked since is no reason to forget it. But a
    limit without captures which is not the game's any more was decided about another regulation.
    """
    said = _as_they_hold(game.adjudications.all(), game.no_capture_limit or 0)
    return said.filter(Q(held_since__isnull=False)).select_related("decided_by").first()


def verdict_that_holds(game: Game) -> Adjudication | None:
    """The same, or what the referee said last if no arbiter has spoken. One query."""
    return _as_they_hold(game.adjudications.all(), game.no_capture_limit or 0).first()


def with_state_of_verdict(games: QuerySet[Game]) -> QuerySet[Game]:
    """The games, each with the state of the verdict that holds in `verdict_state`; empty if there is none yet."""
    # By the joined row and not by OuterRef: SQLite does not find the outer row's columns in an ORDER BY.
    limit = Coalesce(F("game__no_capture_limit"), 0)
    said = _as_they_hold(Adjudication.objects.filter(game=OuterRef("pk")), limit)
    return games.annotate(verdict_state=Coalesce(Subquery(said.values("state")[:1]), Value("")))


def _as_they_hold(
    said: QuerySet[Adjudication], limit: int | Coalesce
) -> QuerySet[Adjudication, Adjudication]:
    """What an arbiter spoke about under this limit, the newest word first; then the rest, the newest verdict first."""
    of_another_limit = Q(verdict=Verdict.LIMIT) & ~Q(no_capture_limit=limit)
    decided = ~Q(state=AdjudicationState.PROPOSED) & ~of_another_limit
    return said.annotate(held_since=Case(When(decided, then="decided_at"))).order_by(
        F("held_since").desc(nulls_last=True), "-created_at", "-pk"
    )


def finding_of_verdict(adjudication: Adjudication) -> int:
    """Which of its findings the verdict rests on, counted from 0; the first if there was nothing to say."""
    verdict = (adjudication.rule, adjudication.ply, adjudication.message)
    for number, finding in enumerate(adjudication.proof["findings"]):
        if (finding["rule"], finding["ply"], finding["message"]) == verdict:
            return number
    return 0


def stage_of(game: Game, finding: dict[str, Any], step: int) -> Stage:
    """The position the finding is about, after `step` plies of its witness line if it has one."""
    (record,) = read_text(game.text.canonical)
    if record.rules is None:
        raise ValueError("a stored game has rules")
    witness = [str(ply) for ply in finding["proof"].get("witness", [])]
    step = min(max(step, 0), len(witness))
    board = record.start()
    board.hurry()  # a stored game is valid
    for text in list(record.main.texts())[: finding["ply"]]:
        board.push(text)
    if step:
        board = board_alone(record.rules, board)
    for ply in witness[:step]:
        board.push(ply)
    where = (
        _("%(step)d plies into the witness line") % {"step": step}
        if step
        else _("after ply %(ply)d") % {"ply": finding["ply"]}
    )
    description = _("The board %(where)s: %(position)s") % {"where": where, "position": board.position()}
    return Stage(board_address(record.rules, board), description, witness, step)
