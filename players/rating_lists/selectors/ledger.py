"""Reading the ledger: a player's history, one line with all its games, a period, who moved, and how ratings spread."""

from collections.abc import Iterable, Sequence
from datetime import date
from math import floor
from typing import Any, Final, NamedTuple

from django.db.models import Count, F, QuerySet, Sum
from django.db.models.functions import Floor
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from players.models import (
    LedgerLine,
    ListedRating,
    ListVersion,
    Person,
    RatedPeriod,
    RatedResult,
    RatingPool,
    ResultSource,
)
from players.rating_lists.selectors.lists import RatingList
from players.rating_lists.services.ledger import LedgerGame, parse_games, split_game_id
from players.ratings import Reason, restore_current_system

MAX_MOVERS = 20
POINTS_PER_BAR = 100

REASON_LABELS: Final[dict[Reason, str | Promise]] = {
    Reason.FORFEIT: _("forfeit"),
    Reason.DOUBLE_LOSS: _("both players lost by decision"),
    Reason.UNRATED: _("not rated"),
    Reason.HANDICAP: _("handicap game"),
    Reason.LEVEL_WITHOUT_WORTH: _("no worth is set for the express level"),
    Reason.OPPONENT_UNRATED: _("the opponent has no rating"),
    Reason.ZERO_START: _("no points in the first event"),
}

STEP_LABELS: Final[dict[str, str | Promise]] = {
    "variance": _("v: how little the games alone tell about the rating"),
    "improvement": _("Δ: how far the games alone would move it"),
    "elapsed": _("time that the period added to the uncertainty"),
    "k": _("K"),
    "unrounded_change": _("change before rounding"),
    "change": _("change"),
    "games": _("games that wait for the first rating"),
    "half_points": _("half points in them"),
    "average": _("average of the opponents, including virtual ones"),
    "percent": _("score in per cent, including virtual draws"),
    "difference": _("rating difference for it in the table"),
    "rating": _("first rating"),
}


class ExplainedGame(NamedTuple):
    """A game of a ledger line with what is known of it now."""

    counted: LedgerGame
    opponent: Person | None
    result: RatedResult | None
    """None if the results have been corrected since and the game is gone."""
    source: ResultSource | None
    played_first: bool | None
    opponent_line: int | None
    """The opponent's line in the same period: their rating leads on to where it came from."""


class UncountedGame(NamedTuple):
    result: RatedResult
    reason: Reason

    @property
    def reason_text(self) -> str | Promise:
        return REASON_LABELS[self.reason]


class ExplainedLine(NamedTuple):
    line: LedgerLine
    version: ListVersion
    games: list[ExplainedGame]
    uncounted: list[UncountedGame]
    before: LedgerLine | None
    after: LedgerLine | None
    before_named: dict[str, Any]
    after_named: dict[str, Any]
    steps: list[tuple[str | Promise, float]]


class HistogramBar(NamedTuple):
    start: int
    players: int

    @property
    def end(self) -> int:
        return self.start + POINTS_PER_BAR - 1


class Mover(NamedTuple):
    player: Person
    change: float
    periods: int
    shown: int | None


def ledger_lines_of(pool: RatingPool, player: int) -> QuerySet[LedgerLine]:
    """A player's lines in the present version, oldest first."""
    return (
        LedgerLine.objects.filter(player_id=player, period__pool=pool, period__until_version=None)
        .select_related("period")
        .order_by("period__number")
    )


def get_latest_rating_or_404(pool: RatingPool, player: int) -> ListedRating:
    """The player's newest rating, whether the player is still on the list or not."""
    known = ListedRating.objects.filter(pool=pool, player=player).select_related("player")
    rating = known.order_by("-from_version").first()
    if rating is None:
        raise Http404
    return rating


def get_line_or_404(pk: int | str, *, pool: RatingPool | None = None) -> LedgerLine:
    """A line of any version, in this pool or in any."""
    lines = LedgerLine.objects.select_related("period", "player")
    return get_object_or_404(lines if pool is None else lines.filter(period__pool=pool), pk=pk)


def get_current_line_or_404(pool: RatingPool, player: int, number: int) -> LedgerLine:
    lines = ledger_lines_of(pool, player).select_related("period", "player")
    return get_object_or_404(lines, period__number=number)


def version_of_line(line: LedgerLine) -> ListVersion:
    """The version that the line was computed for."""
    versions = ListVersion.objects.select_related("pool")
    return versions.get(pool=line.period.pool_id, number=line.period.from_version)


def lines_of_period(period: RatedPeriod) -> QuerySet[LedgerLine]:
    """The best rating first."""
    return period.lines.select_related("player").order_by("-rating_after", "player")


def explain_line(line: LedgerLine) -> ExplainedLine:
    """One line with everything that it rests on. Six queries, however many games."""
    period = line.period
    version = version_of_line(line)
    results = _results(period.sources, line.player_id)
    counted = parse_games(line.games)
    people = Person.objects.in_bulk({game.effect.opponent for game in counted})
    opponent_lines = dict(
        LedgerLine.objects.filter(period=period, player__in=people).values_list("player", "pk")
    )
    games = []
    for game in counted:
        result = results.get(game.effect.game)
        games.append(
            ExplainedGame(
                game,
                people.get(game.effect.opponent),
                result,
                result.source if result else None,
                result.first_id == line.player_id if result else None,
                opponent_lines.get(game.effect.opponent),
            )
        )
    uncounted = [
        UncountedGame(results[game], Reason(reason))
        for game, reason, who in period.uncounted
        if who in (None, line.player_id) and game in results
    ]
    same_player = LedgerLine.objects.filter(
        player=line.player_id,
        period__pool=period.pool_id,
        period__from_version__lte=version.number,
    ).exclude(period__until_version__lte=version.number)
    system = restore_current_system(version.system)
    return ExplainedLine(
        line,
        version,
        games,
        uncounted,
        same_player.filter(period__number__lt=period.number).order_by("-period__number").first(),
        same_player.filter(period__number__gt=period.number).order_by("period__number").first(),
        dict(zip(system.state_type._fields, line.before, strict=False)),
        dict(zip(system.state_type._fields, line.after, strict=False)),
        [(STEP_LABELS.get(name, name), value) for name, value in (line.steps or {}).items()],
    )


def period_of(pool: RatingPool, number: int, version: int | None) -> RatedPeriod | None:
    """A period by its number, as it was in a version, or as it is now."""
    periods = RatedPeriod.objects.filter(pool=pool, number=number)
    if version is None:
        return periods.filter(until_version=None).first()
    return periods.filter(from_version__lte=version).exclude(until_version__lte=version).first()


class UncountedInPeriod(NamedTuple):
    game: str
    result: RatedResult | None
    reason: Reason
    player: Person | None
    """None: for both."""

    @property
    def reason_text(self) -> str | Promise:
        return REASON_LABELS[self.reason]


def uncounted_in(period: RatedPeriod) -> list[UncountedInPeriod]:
    """The games of a period that did not count, with the reason. Two queries."""
    results = _results(period.sources, None, {split_game_id(game)[1] for game, _, _ in period.uncounted})
    people = Person.objects.in_bulk({who for _, _, who in period.uncounted if who is not None})
    return [
        UncountedInPeriod(game, results.get(game), Reason(reason), people.get(who))
        for game, reason, who in period.uncounted
    ]


def movers(pool: RatingPool, since: date) -> tuple[list[Mover], list[Mover]]:
    """Who has gained and who has lost most in the periods that ended since. Two queries."""
    changes = (
        LedgerLine.objects.filter(
            period__pool=pool,
            period__until_version=None,
            period__end__gte=since,
            rating_before__isnull=False,
            rating_after__isnull=False,
        )
        .values("player")
        .annotate(change=Sum(F("rating_after") - F("rating_before")), periods=Count("pk"))
        .order_by("-change", "player")
    )
    rows = list(changes)
    gained = [row for row in rows if row["change"] > 0][:MAX_MOVERS]
    lost = [row for row in reversed(rows) if row["change"] < 0][:MAX_MOVERS]
    current = ListedRating.objects.filter(
        pool=pool, until_version=None, player__in={row["player"] for row in (*gained, *lost)}
    ).select_related("player")
    listed = {row.player_id: row for row in current}
    return _as_movers(gained, listed), _as_movers(lost, listed)


def distribution(ratings: RatingList) -> list[HistogramBar]:
    """How many players have which rating, by the hundred, without gaps. One query."""
    bars = ratings.rows().order_by().values_list(Floor((F("rating") + 0.5) / POINTS_PER_BAR))
    counts = {int(bar) * POINTS_PER_BAR: players for bar, players in bars.annotate(players=Count("pk"))}
    if not counts:
        return []
    return [
        HistogramBar(start, counts.get(start, 0))
        for start in range(min(counts), max(counts) + 1, POINTS_PER_BAR)
    ]


def _as_movers(rows: Iterable[Any], listed: dict[int, ListedRating]) -> list[Mover]:
    return [
        Mover(
            listed[row["player"]].player,
            row["change"],
            row["periods"],
            _shown(listed[row["player"]].rating),
        )
        for row in rows
        if row["player"] in listed
    ]


def _shown(rating: float | None) -> int | None:
    return None if rating is None else floor(rating + 0.5)


def _results(
    sources: Sequence[int], player: int | None, keys: set[str] | None = None
) -> dict[str, RatedResult]:
    """Results by the ids that their games have in the ledger. One query."""
    rows = RatedResult.objects.filter(source__in=sources).select_related("source", "first", "second")
    if player is not None:
        rows = rows.filter(first=player) | rows.filter(second=player)
    if keys is not None:
        rows = rows.filter(key__in=keys)
    return {f"{row.source.kind}:{row.source.key}/{row.key}": row for row in rows}
