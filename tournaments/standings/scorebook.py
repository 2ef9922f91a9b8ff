"""What every tie-break needs to know, worked out once: points by round, adjusted scores, scores faced.

The rules for rounds that were not played over the board are those of C.07, articles 15 and 16.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

from tournaments.pairing.tournament import ABSENT, Entry, Outcome, Round, Tournament
from tournaments.standings.editions import CURRENT_EDITION, Edition

_REQUESTED_BYES = frozenset({Outcome.HALF_POINT_BYE, Outcome.ZERO_POINT_BYE, Outcome.ABSENT})
_FORFEITS = frozenset({Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS})
_DECIDED = frozenset({Outcome.WIN, Outcome.DRAW, Outcome.LOSS})


class Kind(NamedTuple):
    """What an outcome means for the tie-breaks of one event."""

    outcome: Outcome
    points: int
    over_the_board: bool
    """A game was played and is decided."""
    regular: bool
    """Counts as a game against the opponent: over the board, or forfeited in a round robin (15.2)."""
    forfeit: bool
    requested_bye: bool
    """A half- or zero-point bye; every round after a withdrawal is one (16.1.1)."""
    voluntary: bool
    """The player was not available: a requested bye or a forfeit loss (16.1.2)."""
    pending: bool


class UnplayedRounds(NamedTuple):
    """What regulations may say otherwise about rounds without a game, for a player's own tie-break (16.6)."""

    forfeits_as_games: bool = False
    """A forfeit counts as a game against the opponent who was paired (/P)."""
    as_draws_with_oneself: bool = False
    """Any other round without a game counts as a draw with oneself (/U)."""


AS_THE_RULES_SAY = UnplayedRounds()


@dataclass(slots=True)
class Sheet:
    """One player's rounds and points."""

    number: int
    entries: list[Entry] = field(default_factory=list)
    kinds: list[Kind] = field(default_factory=list)
    points: int = 0


@dataclass(slots=True)
class Faced:
    """The scores a player met, round by round: opponents' adjusted scores, or a dummy's (16.4).

    `rounds` are indices into the player's sheet; a game still going on is left out, and so is a player's
    free round in a round robin. `voluntary` are the positions of voluntarily unplayed rounds.
    """

    rounds: list[int] = field(default_factory=list)
    scores: list[int] = field(default_factory=list)
    points: list[int] = field(default_factory=list)
    """What the player got in these rounds."""
    voluntary: list[int] = field(default_factory=list)


class Scorebook:
    """A tournament seen by the tie-breaks. The rounds so far are taken for the whole tournament."""

    def __init__(
        self,
        tournament: Tournament,
        *,
        round_robin: bool = False,
        unrated_rating: int | None = None,
        edition: Edition = CURRENT_EDITION,
    ) -> None:
        self.tournament = tournament
        self.system = tournament.point_system
        self.rounds = len(tournament.rounds)
        self.round_robin = round_robin
        """Pairings fixed beforehand: article 15.2 applies instead of article 16."""
        self.unrated_rating = unrated_rating
        """What the regulations let an unrated opponent count as; None leaves unrated opponents out."""
        self.edition = edition
        self.kinds = {outcome: self._kind(outcome) for outcome in Outcome}
        self._faced_otherwise: dict[UnplayedRounds, Mapping[int, Faced]] = {}

    @cached_property
    def sheets(self) -> Mapping[int, Sheet]:
        sheets = {number: Sheet(number) for number in self.tournament.numbers}
        kinds = self.kinds
        for played in self.tournament.rounds:
            entry_of = played.entries.get
            for number, sheet in sheets.items():
                entry = entry_of(number, ABSENT)
                kind = kinds[entry.outcome]
                sheet.entries.append(entry)
                sheet.kinds.append(kind)
                sheet.points += kind.points
        return sheets

    @cached_property
    def adjusted(self) -> Mapping[int, int]:
        """Each player's score as the opponents' tie-breaks see it (16.3)."""
        return {number: self._adjusted(sheet) for number, sheet in self.sheets.items()}

    @cached_property
    def faced(self) -> Mapping[int, Faced]:
        return {number: self._faced(sheet, AS_THE_RULES_SAY) for number, sheet in self.sheets.items()}

    def faced_with(self, unplayed: UnplayedRounds) -> Mapping[int, Faced]:
        """The same where the regulations say something else about rounds that were not played."""
        if unplayed == AS_THE_RULES_SAY:
            return self.faced
        if unplayed not in self._faced_otherwise:
            self._faced_otherwise[unplayed] = {
                number: self._faced(sheet, unplayed) for number, sheet in self.sheets.items()
            }
        return self._faced_otherwise[unplayed]

    @cached_property
    def before_last_results(self) -> Scorebook:
        """The same tournament with a draw on every board of the last round (8.3)."""
        if not self.tournament.rounds:
            return self
        last = self.tournament.rounds[-1].entries
        drawn = {
            number: replace(entry, outcome=Outcome.DRAW) if entry.opponent is not None else entry
            for number, entry in last.items()
        }
        return Scorebook(
            replace(self.tournament, rounds=(*self.tournament.rounds[:-1], Round(drawn))),
            round_robin=self.round_robin,
            unrated_rating=self.unrated_rating,
            edition=self.edition,
        )

    @property
    def draws_all_the_way(self) -> int:
        """The points of a draw in every round: no dummy of a bye scores more (16.4.2)."""
        return self.system.draw * self.rounds

    @cached_property
    def ratings(self) -> Mapping[int, int]:
        """What opponents count as in the tie-breaks from ratings; those who count as nothing are missing."""
        unrated = self.unrated_rating or 0
        rated = ((player.number, player.rating or unrated) for player in self.tournament.players)
        return {number: rating for number, rating in rated if rating}

    def opponents_met(self, number: int) -> list[tuple[int, int]]:
        """Round and opponent of every game that was played over the board."""
        sheet = self.sheets[number]
        return [
            (index, entry.opponent)
            for index, (entry, kind) in enumerate(zip(sheet.entries, sheet.kinds, strict=True), start=1)
            if kind.over_the_board and entry.opponent is not None
        ]

    def late_requested_byes(self, sheet: Sheet) -> list[int]:
        """Requested byes followed by nothing but voluntarily unplayed rounds (16.2.5), the last one first."""
        if self.round_robin:
            return []
        late = []
        for index in range(len(sheet.kinds) - 1, -1, -1):
            if not sheet.kinds[index].voluntary:
                break
            if sheet.kinds[index].requested_bye:
                late.append(index)
        return late

    def dummy_score(self, sheet: Sheet, index: int) -> int:
        """The score of the dummy a player met in a round that was not played (16.4)."""
        if not self.edition.limits_dummies:
            return sheet.points
        entry = sheet.entries[index]
        if entry.opponent is not None:
            return min(sheet.points, self.adjusted[entry.opponent])
        return min(sheet.points, self.draws_all_the_way)

    def _kind(self, outcome: Outcome) -> Kind:
        forfeit = outcome in _FORFEITS
        requested_bye = outcome in _REQUESTED_BYES
        return Kind(
            outcome=outcome,
            points=self.system.points(outcome),
            over_the_board=outcome in _DECIDED,
            regular=outcome in _DECIDED or (self.round_robin and forfeit),
            forfeit=forfeit,
            requested_bye=requested_bye,
            voluntary=requested_bye or outcome is Outcome.FORFEIT_LOSS,
            pending=outcome is Outcome.PENDING,
        )

    def _adjusted(self, sheet: Sheet) -> int:
        if not sheet.kinds or not sheet.kinds[-1].voluntary:
            return sheet.points
        late = self.late_requested_byes(sheet)
        return sheet.points + sum(self.system.draw - sheet.kinds[index].points for index in late)

    def _faced(self, sheet: Sheet, unplayed: UnplayedRounds) -> Faced:
        adjusted = self.adjusted
        forfeits, draws = unplayed
        faced = Faced()
        for index, (entry, kind) in enumerate(zip(sheet.entries, sheet.kinds, strict=True)):
            points = kind.points
            if entry.opponent is not None and (kind.regular or (forfeits and kind.forfeit)):
                score = adjusted[entry.opponent]
            elif kind.pending or self.round_robin:
                continue
            else:
                if draws:
                    score, points = sheet.points, self.system.draw
                else:
                    score = self.dummy_score(sheet, index)
                if kind.voluntary:
                    faced.voluntary.append(len(faced.scores))
            faced.rounds.append(index)
            faced.scores.append(score)
            faced.points.append(points)
        return faced
