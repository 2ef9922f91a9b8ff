"""A pool's history: rates periods in order and gives the lines of the ledger.

States change only by entries; the effect of time on a deviation is computed when it is needed. So a recomputation may
start after any period from the entries before it, and gives the same numbers as one from the beginning.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from types import MappingProxyType
from typing import Generic, NamedTuple

from players.ratings.counting import Uncounted, counted_games
from players.ratings.errors import HistoryError
from players.ratings.periods import GameId, Moment, Period, PlayerId
from players.ratings.system import LedgerEntry, RatingSystem, S


class PeriodRatings(NamedTuple, Generic[S]):
    key: str
    opens: Moment
    closes: Moment
    """`closes.periods` is the period's number in the pool, from 1."""
    entries: tuple[LedgerEntry[S], ...]
    """One for each player whose state has changed, in the order of the players' ids."""
    uncounted: tuple[Uncounted, ...]


class Checkpoint(NamedTuple, Generic[S]):
    """The states after a period: all that the next period needs."""

    closed: Moment | None
    states: Mapping[PlayerId, S]


def recompute(
    system: RatingSystem[S],
    periods: Iterable[Period],
    *,
    after: Checkpoint[S] | None = None,
    birth_years: Mapping[PlayerId, int] = MappingProxyType({}),
) -> Iterator[PeriodRatings[S]]:
    """Rate the periods in order, from the beginning or from a checkpoint.

    The periods have to come in the order in which they end. A lazy iterator, so that a job can report its progress
    and store each period before the next is computed.
    """
    states: dict[PlayerId, S] = dict(after.states) if after else {}
    closed = after.closed if after else None
    seen: dict[GameId, str] = {}
    for period in periods:
        _check_order(period, closed)
        _check_new(period, seen)
        number = closed.periods + 1 if closed else 1
        opens, closes = Moment(period.start, number - 1), Moment(period.end, number)
        rated = _rated(system, period, states, opens, closes, birth_years)
        states.update((entry.player, entry.after) for entry in rated.entries)
        closed = closes
        yield rated


def make_checkpoint(
    rated: Iterable[PeriodRatings[S]], *, after: Checkpoint[S] | None = None
) -> Checkpoint[S]:
    """The checkpoint after these periods, which may follow another checkpoint."""
    states: dict[PlayerId, S] = dict(after.states) if after else {}
    closed = after.closed if after else None
    for period in rated:
        states.update((entry.player, entry.after) for entry in period.entries)
        closed = period.closes
    return Checkpoint(closed, states)


def first_affected_period(old: Sequence[Period], new: Sequence[Period]) -> int | None:
    """The index of the first period that has to be recomputed; None if nothing has changed."""
    for index, (one, other) in enumerate(zip(old, new, strict=False)):
        if one != other:
            return index
    return min(len(old), len(new)) if len(old) != len(new) else None


def _rated(
    system: RatingSystem[S],
    period: Period,
    states: Mapping[PlayerId, S],
    opens: Moment,
    closes: Moment,
    birth_years: Mapping[PlayerId, int],
) -> PeriodRatings[S]:
    rules = system.parameters.counting
    games, uncounted = counted_games(period, rules)
    started = {start.player: system.started(start.rating, closes) for start in period.starts}
    rated = system.rate(games, states, opens, closes, birth_years)
    entries = rated.entries
    if started:
        entries = sorted([*entries, *_starts(system, started, states, entries, opens)], key=_by_player)
    if rules.byes_keep_active and period.byes:
        entries = sorted([*entries, *_byes(system, period, states, entries, opens)], key=_by_player)
    return PeriodRatings(period.key, opens, closes, tuple(entries), (*uncounted, *rated.uncounted))


def _by_player(entry: LedgerEntry[S]) -> PlayerId:
    return entry.player


def _starts(
    system: RatingSystem[S],
    started: Mapping[PlayerId, S],
    states: Mapping[PlayerId, S],
    entries: Sequence[LedgerEntry[S]],
    opens: Moment,
) -> Iterator[LedgerEntry[S]]:
    """First ratings of those whom the pool does not know yet: what was played here counts for more."""
    played = {entry.player for entry in entries}
    for player, state in started.items():
        known = states.get(player)
        if (known is None or known.rating is None) and player not in played:
            yield LedgerEntry(player, known or system.newcomer(opens), state, (), None)


def _byes(
    system: RatingSystem[S],
    period: Period,
    states: Mapping[PlayerId, S],
    entries: Sequence[LedgerEntry[S]],
    opens: Moment,
) -> Iterator[LedgerEntry[S]]:
    """Players kept on the list by a bye: known to the pool, and without a game that counted."""
    played = {entry.player for entry in entries}
    for player in period.byes:
        if player in states and player not in played:
            known = system.aged(states[player], opens)
            yield LedgerEntry(player, known, system.marked_active(known, period.end), (), None)


def _check_order(period: Period, closed: Moment | None) -> None:
    if closed is not None and period.end < closed.day:
        raise HistoryError(
            f"Period {period.key} ends on {period.end}, before the one in front of it ({closed.day}). "
            "Sort the periods by their ends."
        )


def _check_new(period: Period, seen: dict[GameId, str]) -> None:
    for game in period.games:
        if game.id in seen:
            raise HistoryError(
                f"Game {game.id} stands in the periods {seen[game.id]} and {period.key}; it may count only once."
            )
        seen[game.id] = period.key


class ListRow(NamedTuple):
    rank: int
    """Players whose ratings are shown alike share a rank."""
    player: PlayerId
    rating: float
    shown: int
    """The rating in whole points, one half upwards."""
    deviation: float | None
    games: int
    provisional: bool


def rating_list(system: RatingSystem[S], states: Mapping[PlayerId, S], moment: Moment) -> tuple[ListRow, ...]:
    """The active players with a rating, the best first."""
    aged = {player: system.aged(state, moment) for player, state in states.items()}
    rows: list[ListRow] = []
    rated = [
        (state.rating, player)
        for player, state in aged.items()
        if state.rating is not None and is_active(system, state, moment.day)
    ]
    for place, (rating, player) in enumerate(sorted(rated, key=lambda pair: (-pair[0], pair[1])), start=1):
        state = aged[player]
        shown = int((rating + 0.5) // 1)
        rank = rows[-1].rank if rows and rows[-1].shown == shown else place
        rows.append(
            ListRow(rank, player, rating, shown, state.deviation, state.games, system.provisional(state))
        )
    return tuple(rows)


def is_active(system: RatingSystem[S], state: S, day: date) -> bool:
    """Whether the player has taken part within the time that the pool sets."""
    if state.active_on is None:
        return False
    limit = system.parameters.listing.inactive_after_days
    return limit is None or (day - state.active_on).days <= limit
