"""What was said about a game's end: the newest adjudication, the earlier ones, and the boards that show why."""

from typing import Any

from django.db.models import Case, F, OuterRef, Q, QuerySet, Subquery, Value, When
from django.db.models.functions import Coalesce

from core.permissions.actors import Actor
from games.models import Adjudication, AdjudicationState, Game, Verdict
from games.visibility.selectors import fully_visible_q


def adjudications_of(game: Game) -> list[Adjudication]:
    """The newest first. One query."""
    return list(game.adjudications.select_related("decided_by").order_by("-created_at", "-pk"))


def visible_adjudications(actor: Actor, **wanted: Any) -> QuerySet[Adjudication]:
    """Those of games of which the actor may see everything, with the game and its club; `wanted` by field."""
    games = Game.objects.filter(fully_visible_q(actor))
    return Adjudication.objects.filter(game__in=games, **wanted).select_related("game__club")


def current_decision(game: Game) -> Adjudication | None:
    """The verdict on which an arbiter spoke last. One query.

    His word holds until he says another one: that a newer engine has looked since is no reason to forget it. But a
    limit without captures which is not the game's any more was decided about another regulation.
    """
    said = _current_first(game.adjudications.all(), game.no_capture_limit or 0)
    return said.filter(Q(held_since__isnull=False)).select_related("decided_by").first()


def current_verdict(game: Game) -> Adjudication | None:
    """The same, or what the referee said last if no arbiter has spoken. One query."""
    return _current_first(game.adjudications.all(), game.no_capture_limit or 0).first()


def annotate_verdict_state(games: QuerySet[Game]) -> QuerySet[Game]:
    """The games, each with the state of the verdict that holds in `verdict_state`; empty if there is none yet."""
    # By the joined row and not by OuterRef: SQLite does not find the outer row's columns in an ORDER BY.
    limit = Coalesce(F("game__no_capture_limit"), 0)
    said = _current_first(Adjudication.objects.filter(game=OuterRef("pk")), limit)
    return games.annotate(verdict_state=Coalesce(Subquery(said.values("state")[:1]), Value("")))


def _current_first(
    said: QuerySet[Adjudication], limit: int | Coalesce
) -> QuerySet[Adjudication, Adjudication]:
    """What an arbiter spoke about under this limit, the newest word first; then the rest, the newest verdict first."""
    of_another_limit = Q(verdict=Verdict.LIMIT) & ~Q(no_capture_limit=limit)
    decided = ~Q(state=AdjudicationState.PROPOSED) & ~of_another_limit
    return said.annotate(held_since=Case(When(decided, then="decided_at"))).order_by(
        F("held_since").desc(nulls_last=True), "-created_at", "-pk"
    )


def decisive_finding(adjudication: Adjudication) -> int:
    """Which of its findings the verdict rests on, counted from 0; the first if there was nothing to say."""
    verdict = (adjudication.rule, adjudication.ply, adjudication.message)
    for number, finding in enumerate(adjudication.proof["findings"]):
        if (finding["rule"], finding["ply"], finding["message"]) == verdict:
            return number
    return 0
