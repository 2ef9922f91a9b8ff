"""What was said about a game's end: the newest adjudication, the earlier ones, and the boards that show why."""

import datetime
from typing import Any, Final, NamedTuple

from django.db.models import Case, Exists, F, OuterRef, Q, QuerySet, Subquery, Value, When
from django.db.models.functions import Coalesce
from django.shortcuts import get_object_or_404
from django.utils import timezone

from core.permissions.actors import Actor
from engine.adjudication.protocol import FindingKind
from engine.adjudication.repetition import OfferVerdict
from games.event_hooks import games_judged_by
from games.models import Adjudication, AdjudicationState, Game, GameResult, GameTermination, Verdict
from games.policies import OFFICIAL_ROLES, may_adjudicate
from games.visibility.selectors import fully_visible_q
from players.models import Membership, User

# With these the referee has found nothing to propose.
NO_PROPOSALS: Final = (Verdict.NOTHING, Verdict.UNDECIDED)

RECENT_VERDICTS: Final = datetime.timedelta(days=90)
MAX_TO_DECIDE: Final = 10


class Ending(NamedTuple):
    result: str
    termination: str


def adjudications_of(game: Game) -> list[Adjudication]:
    """The newest first. One query."""
    return list(game.adjudications.select_related("decided_by").order_by("-created_at", "-pk"))


def visible_adjudications(actor: Actor, **wanted: Any) -> QuerySet[Adjudication]:
    """Those of games of which the actor may see everything, with the game and its club; `wanted` by field."""
    games = Game.objects.filter(fully_visible_q(actor))
    return Adjudication.objects.filter(game__in=games, **wanted).select_related("game__club")


def adjudication_or_404(actor: Actor, pk: int | str) -> Adjudication:
    return get_object_or_404(visible_adjudications(actor), pk=pk)


def current_decision(game: Game) -> Adjudication | None:
    """The verdict that an arbiter decided last. One query.

    A decision stands until the next one: that a newer engine has looked since does not end it. But a decision about a
    limit without captures that is no longer the game's was about another regulation.
    """
    said = _current_first(game.adjudications.all(), game.no_capture_limit or 0)
    return said.filter(Q(decided_last__isnull=False)).select_related("decided_by").first()


def current_verdict(game: Game) -> Adjudication | None:
    """The same, or what the referee said last if no arbiter has decided. One query."""
    return _current_first(game.adjudications.all(), game.no_capture_limit or 0).first()


def annotate_verdict_state(games: QuerySet[Game]) -> QuerySet[Game]:
    """The games, each with the state of its current verdict in `verdict_state`; empty if nothing is proposed yet."""
    # By the joined row and not by OuterRef: SQLite does not find the outer row's columns in an ORDER BY.
    limit = Coalesce(F("game__no_capture_limit"), 0)
    said = _current_first(Adjudication.objects.filter(game=OuterRef("pk")), limit)
    nothing_proposed = Q(state=AdjudicationState.PROPOSED, verdict__in=NO_PROPOSALS)
    said = said.annotate(shown_state=Case(When(nothing_proposed, then=Value("")), default=F("state")))
    return games.annotate(verdict_state=Coalesce(Subquery(said.values("shown_state")[:1]), Value("")))


def _current_first(
    said: QuerySet[Adjudication], limit: int | Coalesce
) -> QuerySet[Adjudication, Adjudication]:
    """What an arbiter decided under this limit, the newest decision first; then the rest, the newest verdict first."""
    of_another_limit = Q(verdict=Verdict.LIMIT) & ~Q(no_capture_limit=limit)
    decided = ~Q(state=AdjudicationState.PROPOSED) & ~of_another_limit
    return said.annotate(decided_last=Case(When(decided, then="decided_at"))).order_by(
        F("decided_last").desc(nulls_last=True), "-created_at", "-pk"
    )


def decisive_finding(adjudication: Adjudication) -> int:
    """Which of its findings the verdict rests on, counted from 0; the first if there was nothing to say."""
    verdict = (adjudication.rule, adjudication.ply, adjudication.message)
    for number, finding in enumerate(adjudication.proof["findings"]):
        if (finding["rule"], finding["ply"], finding["message"]) == verdict:
            return number
    return 0


def is_proposal(adjudication: Adjudication) -> bool:
    """Whether the referee proposes something, or an arbiter has decided; else there is nothing to say of its state."""
    return adjudication.state != AdjudicationState.PROPOSED or adjudication.verdict not in NO_PROPOSALS


def ending_by(game: Game, adjudication: Adjudication | None) -> Ending:
    """How the game ended, by its record and the adjudication that counts."""
    recorded = Ending(game.recorded_result, game.recorded_termination)
    if adjudication is None or adjudication.state == AdjudicationState.PROPOSED:
        return recorded
    if adjudication.state == AdjudicationState.OVERRULED:
        result = adjudication.result
    else:
        result = GameResult.DRAW.value if is_draw(adjudication) else recorded.result
    if result == recorded.result:
        return recorded
    is_open = result == GameResult.OPEN
    return Ending(result, (GameTermination.UNTERMINATED if is_open else GameTermination.ADJUDICATION).value)


def is_draw(adjudication: Adjudication) -> bool:
    """By the rules or the event's limit; a mere repetition may be a reason to offer a draw, and is none by itself."""
    if adjudication.verdict in (Verdict.DEAD, Verdict.LIMIT):
        return True
    return any(
        finding.get("kind") == FindingKind.DRAW_OFFER
        and finding.get("verdict") in (OfferVerdict.ACCEPTED, OfferVerdict.FORCED_DRAW)
        and finding.get("proof", {}).get("period") is not None
        for finding in adjudication.proof.get("findings", [])
        if adjudication.verdict == Verdict.REPETITION
    )


def verdicts_to_decide(account: User) -> list[Adjudication]:
    """Proposed lately for games that the account judges, the newest first, and not all of them. Few queries."""
    clubs = Membership.objects.filter(person__account_id=account.pk, role__in=OFFICIAL_ROLES).values("club")
    judged = games_judged_by(account)
    concerned = Q(club__in=clubs) if judged is None else Q(club__in=clubs) | judged
    games = Game.objects.filter(concerned).filter(fully_visible_q(account))
    proposed = Adjudication.objects.filter(
        state=AdjudicationState.PROPOSED,
        created_at__gte=timezone.now() - RECENT_VERDICTS,
        game__in=games,
        game__verdict=F("verdict"),
    ).exclude(verdict__in=NO_PROPOSALS)
    decided = Adjudication.objects.filter(game=OuterRef("game"), decided_at__isnull=False)
    newest = proposed.filter(~Exists(decided)).select_related("game__club").order_by("-created_at", "-pk")
    once = {adjudication.game_id: adjudication for adjudication in reversed(newest[:MAX_TO_DECIDE])}
    return [found for found in reversed(once.values()) if may_adjudicate(account, found.game)]
