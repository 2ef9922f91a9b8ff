"""Elo by FIDE's rating regulations of 1 March 2024, computed in integers as FIDE does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import ClassVar, NamedTuple

from players.ratings.counting import CountedGame, Reason, Uncounted
from players.ratings.fide_rules import (
    BelowFloor,
    EloParameters,
    WaitingResult,
    compute_first_rating,
    expected_percent,
    results_still_waiting,
    round_half_away,
)
from players.ratings.periods import GameId, Moment, PlayerId
from players.ratings.system import GameEffect, LedgerEntry, RatedGames


class EloState(NamedTuple):
    rating: int | None
    games: int
    peak: int | None
    """The highest rating so far: K stays at 10 once 2400 has been reached."""
    waiting: tuple[WaitingResult, ...]
    """An unrated player's results on the way to a first rating."""
    started: bool
    """Whether the first event is over: a zero in it does not count."""
    active_on: date | None

    @property
    def deviation(self) -> None:
        """Elo estimates none."""
        return


class EloSteps(NamedTuple):
    """The calculation for a rated player; a newcomer has a `FirstRating`."""

    k: int
    unrounded_change: float
    change: int


class _Appearance(NamedTuple):
    """A game from one player's side."""

    game: GameId
    opponent: PlayerId
    opponent_rating: int | None
    score: float
    bonus: float


@dataclass(frozen=True)
class Elo:
    parameters: EloParameters = field(default_factory=EloParameters)

    name: ClassVar[str] = "elo-fide-2024"
    version: ClassVar[int] = 2
    state_type: ClassVar[type[EloState]] = EloState

    def newcomer(self, moment: Moment) -> EloState:
        return EloState(rating=None, games=0, peak=None, waiting=(), started=False, active_on=None)

    def started(self, rating: int, moment: Moment) -> EloState:
        """As if it had been earned here, but without games. Below the floor, as for everybody who drops below it."""
        return self._after(self.newcomer(moment), rating, 0, moment.day)

    def aged(self, state: EloState, moment: Moment) -> EloState:
        """Elo ratings do not change with time."""
        return state

    def marked_active(self, state: EloState, day: date) -> EloState:
        return state._replace(active_on=day)

    def provisional(self, state: EloState) -> bool:
        return state.rating is None or state.games < self.parameters.provisional_games

    def development_coefficient(self, state: EloState, birth_year: int | None, year: int) -> int:
        """K, from the list before the period (8.3.3), before it is lowered for many games."""
        given = self.parameters
        peak = state.peak or 0
        if peak >= given.top_rating:
            return given.k_top
        young = birth_year is not None and year - birth_year <= given.junior_age
        if given.junior_k and young and (state.rating or 0) < given.junior_below:
            return given.k_junior
        return given.k_newcomer if state.games < given.newcomer_games else given.k_standard

    def rate(
        self,
        games: Sequence[CountedGame],
        states: Mapping[PlayerId, EloState],
        opens: Moment,
        closes: Moment,
        birth_years: Mapping[PlayerId, int],
    ) -> RatedGames[EloState]:
        before = {
            player: states.get(player) or self.newcomer(opens)
            for game in games
            for player in (game.first, game.second)
        }
        appearances: dict[PlayerId, list[_Appearance]] = {player: [] for player in before}
        for game in games:
            appearances[game.first].append(
                _Appearance(
                    game.id, game.second, before[game.second].rating, game.first_score, game.first_bonus
                )
            )
            appearances[game.second].append(
                _Appearance(
                    game.id, game.first, before[game.first].rating, game.second_score, -game.first_bonus
                )
            )
        rated: RatedGames[EloState] = RatedGames([], [])
        for player in sorted(appearances):
            state = before[player]
            if state.rating is None:
                self._rate_newcomer(player, state, appearances[player], closes, rated)
            else:
                k = self.development_coefficient(state, birth_years.get(player), closes.day.year)
                self._rate_rated(player, state, state.rating, k, appearances[player], closes, rated)
        return rated

    def _rate_rated(
        self,
        player: PlayerId,
        before: EloState,
        rating: int,
        k: int,
        appearances: list[_Appearance],
        closes: Moment,
        rated: RatedGames[EloState],
    ) -> None:
        """8.3: the sum of score minus expectation, times K."""
        given = self.parameters
        effects: list[tuple[_Appearance, int, int]] = []
        surplus = 0
        for appearance in appearances:
            if appearance.opponent_rating is None:
                rated.uncounted.append(Uncounted(appearance.game, Reason.OPPONENT_UNRATED, player))
                continue
            percent = self._expected_percent(rating, appearance.opponent_rating, appearance.bonus)
            surplus += round(100 * appearance.score) - percent
            effects.append((appearance, appearance.opponent_rating, percent))
        if not effects:
            return
        if given.games_times_k is not None:
            k = min(k, given.games_times_k // len(effects))
        change = round_half_away(k * surplus, 100)
        after = self._after(before, rating + change, len(effects), closes.day)
        rated.entries.append(
            LedgerEntry(
                player,
                before,
                after,
                tuple(
                    GameEffect(
                        appearance.game,
                        appearance.opponent,
                        opponent_rating,
                        None,
                        appearance.bonus,
                        percent / 100,
                        appearance.score,
                        k * (round(100 * appearance.score) - percent) / 100,
                    )
                    for appearance, opponent_rating, percent in effects
                ),
                EloSteps(k, k * surplus / 100, change),
            )
        )

    def _expected_percent(self, rating: int, opponent_rating: int, bonus: float) -> int:
        given = self.parameters
        difference = rating - opponent_rating + _whole(bonus)
        exempt = given.unlimited_from is not None and rating >= given.unlimited_from
        if given.difference_limit is not None and not exempt:
            difference = max(-given.difference_limit, min(difference, given.difference_limit))
        return expected_percent(difference)

    def _after(self, before: EloState, rating: int, games: int, day: date) -> EloState:
        kept: int | None = rating
        if rating < self.parameters.floor:
            held = self.parameters.below_floor is BelowFloor.HELD
            kept = self.parameters.floor if held else None
        peak = before.peak if kept is None else max(kept, before.peak or kept)
        return EloState(kept, before.games + games, peak, (), started=True, active_on=day)

    def _rate_newcomer(
        self,
        player: PlayerId,
        before: EloState,
        appearances: list[_Appearance],
        closes: Moment,
        rated: RatedGames[EloState],
    ) -> None:
        """8.2: results are collected until they give a first rating of at least the floor."""
        given = self.parameters
        new: list[tuple[_Appearance, int]] = []
        for appearance in appearances:
            opponent_rating = appearance.opponent_rating
            if opponent_rating is None:
                if not given.unrated_opponents_count:
                    rated.uncounted.append(Uncounted(appearance.game, Reason.OPPONENT_UNRATED, player))
                    continue
                opponent_rating = given.virtual_rating
            new.append((appearance, opponent_rating))
        if not new:
            return
        zero = not any(appearance.score for appearance, _ in new)
        if zero and given.zero_start_ignored and not before.started:
            rated.uncounted.extend(
                Uncounted(appearance.game, Reason.ZERO_START, player) for appearance, _ in new
            )
            after = before._replace(started=True, active_on=closes.day)
            rated.entries.append(LedgerEntry(player, before, after, (), None))
            return
        waiting = results_still_waiting(before.waiting, given.first_rating_months, closes.day) + tuple(
            WaitingResult(
                appearance.game,
                appearance.opponent,
                opponent_rating - _whole(appearance.bonus),
                round(2 * appearance.score),
                closes.day,
            )
            for appearance, opponent_rating in new
        )
        found = compute_first_rating(waiting, given)
        after = EloState(
            None, before.games + len(new), before.peak, waiting, started=True, active_on=closes.day
        )
        if found is not None and found.rating >= given.floor:
            after = self._after(before, found.rating, len(new), closes.day)
        effects = tuple(
            GameEffect(
                appearance.game,
                appearance.opponent,
                opponent_rating,
                None,
                appearance.bonus,
                None,
                appearance.score,
                None,
            )
            for appearance, opponent_rating in new
        )
        rated.entries.append(LedgerEntry(player, before, after, effects, found))


def _whole(points: float) -> int:
    """Nearest whole number, one half away from zero, so that both sides of a game see the same bonus."""
    size = int(abs(points) + 0.5)
    return size if points >= 0 else -size
