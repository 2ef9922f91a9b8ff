"""What another result would change, told before it is saved: points and ranks, and rounds paired on the old one."""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, replace

from tournaments.models import Entry, Pairing, Round, RoundState
from tournaments.plain_data import SectionData, plain_tournament, section_data
from tournaments.results.states import is_correction
from tournaments.tables.freezing import live_table


@dataclass(frozen=True)
class Movement:
    """A player whose line of the table would change."""

    entry: Entry
    points_before: str
    points_after: str
    rank_before: int
    rank_after: int

    @property
    def rises(self) -> bool:
        return self.rank_after < self.rank_before

    @property
    def falls(self) -> bool:
        return self.rank_after > self.rank_before


@dataclass(frozen=True)
class Consequences:
    movements: Sequence[Movement]
    """Those whose points or rank change, by the new rank."""
    later_rounds: Sequence[Round]
    """Rounds that were paired while the old result stood."""
    needs_reason: bool

    @property
    def later_numbers(self) -> str:
        return ", ".join(str(each.number) for each in self.later_rounds)


def consequences(pairing: Pairing, result: str) -> Consequences:
    """Of the table of all published rounds. Five queries."""
    section = pairing.round.section
    before = section_data(section)
    after = _with_result(before, pairing, result)
    old = {row["number"]: row for row in live_table(before)["rows"]}
    movements = [
        Movement(
            before.entries[row["number"]],
            old[row["number"]]["points"],
            row["points"],
            old[row["number"]]["rank"],
            row["rank"],
        )
        for row in live_table(after)["rows"]
        if (row["points"], row["rank"]) != (old[row["number"]]["points"], old[row["number"]]["rank"])
    ]
    later = Round.objects.filter(section=section, number__gt=pairing.round.number)
    return Consequences(
        movements,
        list(later.exclude(state=RoundState.ORDERED).order_by("number")),
        is_correction(pairing),
    )


def _with_result(data: SectionData, pairing: Pairing, result: str) -> SectionData:
    def changed(each: Pairing) -> Pairing:
        if each.pk != pairing.pk:
            return each
        other = copy(each)
        other.result = result
        return other

    pairings = {number: [changed(each) for each in boards] for number, boards in data.pairings.items()}
    tournament = plain_tournament(data.section, data.entries, data.rounds, pairings, data.byes)
    return replace(data, pairings=pairings, tournament=tournament)
