"""What a player brings to the pairing of a round: score, opponents, colours, floats, byes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from tournaments.pairing.colours import ColourState, colour_state
from tournaments.pairing.tournament import Colour, Entry, Outcome, Tournament


class Float(Enum):
    """Article 1.4: what a round did to a player's standing among equals."""

    NONE = "none"
    DOWN = "downfloat"
    UP = "upfloat"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A player as the pairing of the next round sees them."""

    number: int
    seat: int
    """The place in the starting order among those who have entered the tournament by now, from 1."""
    score: int
    """Points with the round's virtual points; a game still being played counts as a draw."""
    points: int
    """Points without the virtual ones."""
    opponents: frozenset[int]
    """Those met over the board; a forfeited game was not played."""
    colours: ColourState
    last_float: Float
    float_before: Float
    may_have_bye: bool
    """Article 2.1.2: had no pairing-allocated bye and no round won without playing."""
    unplayed: int
    topscorer: bool

    @property
    def rank(self) -> tuple[int, int]:
        """Sorts as article 1.2 ranks: by score, then by number."""
        return (-self.score, self.number)


def candidates(tournament: Tournament, present: Iterable[int], seated: Iterable[int] = ()) -> list[Candidate]:
    """The players to be paired in the next round, highest ranked first.

    `seated` are players of the round who are not to be paired: their boards are laid down already.
    """
    present = list(present)
    seats = _seats(tournament, len(tournament.rounds), {*present, *seated})
    round_number = len(tournament.rounds) + 1
    scores = _pairing_scores(tournament)
    final = tournament.planned_rounds is not None and round_number >= tournament.planned_rounds
    half_of_all = tournament.point_system.win * len(tournament.rounds)
    found = []
    for number in present:
        entries = tournament.entries(number)
        points = scores[number][-1] - tournament.virtual_points(number, round_number)
        found.append(
            Candidate(
                number=number,
                seat=seats[number],
                score=scores[number][-1],
                points=points,
                opponents=frozenset(
                    entry.opponent for entry in entries if entry.outcome.played and entry.opponent is not None
                ),
                colours=colour_state(_colours(entries)),
                last_float=_float(tournament, scores, number, 1),
                float_before=_float(tournament, scores, number, 2),
                may_have_bye=not any(_like_a_bye(tournament, entry) for entry in entries),
                unplayed=sum(not entry.outcome.played for entry in entries),
                topscorer=final and points * 2 > half_of_all,
            )
        )
    return sorted(found, key=lambda candidate: candidate.rank)


def initial_colour(tournament: Tournament) -> Colour:
    """Article 5.1: as declared, or as the first round shows it, or White."""
    if tournament.initial_colour is not None:
        return tournament.initial_colour
    if tournament.rounds:
        first = tournament.rounds[0]
        for number, seat in _seats(tournament, 1, set()).items():
            colour = first.entry(number).colour
            if colour is not None:
                return colour if seat % 2 else colour.other
    return Colour.WHITE


def _seats(tournament: Tournament, rounds: int, present: set[int]) -> dict[int, int]:
    """Numbers counted without those who have not come yet.

    Article 5.2.5 looks at odd and even pairing numbers. A player who misses the first rounds gets the
    number on arrival, so the parity of the others must not depend on who is still to come.
    """
    entered = set(present)
    for played in tournament.rounds[:rounds]:
        for number, entry in played.entries.items():
            if entry.outcome.paired or entry.outcome is Outcome.PAIRING_BYE:
                entered.add(number)
    return {number: seat for seat, number in enumerate(sorted(entered), start=1)}


def _pairing_scores(tournament: Tournament) -> dict[int, list[int]]:
    """For every player the score before round 1, 2, … and before the round to be paired."""
    system = tournament.point_system
    scores: dict[int, list[int]] = {}
    for number in tournament.numbers:
        points = 0
        scores[number] = [tournament.virtual_points(number, 1)]
        for index, played in enumerate(tournament.rounds, start=2):
            outcome = played.entry(number).outcome
            points += system.draw if outcome is Outcome.PENDING else system.points(outcome)
            scores[number].append(points + tournament.virtual_points(number, index))
    return scores


def _colours(entries: Iterable[Entry]) -> tuple[Colour, ...]:
    return tuple(entry.colour for entry in entries if entry.outcome.played and entry.colour is not None)


def _like_a_bye(tournament: Tournament, entry: Entry) -> bool:
    if entry.outcome is Outcome.PAIRING_BYE:
        return True
    system = tournament.point_system
    return not entry.outcome.played and system.points(entry.outcome) >= system.win


def _float(tournament: Tournament, scores: dict[int, list[int]], number: int, rounds_back: int) -> Float:
    index = len(tournament.rounds) - rounds_back
    if index < 0:
        return Float.NONE
    entry = tournament.rounds[index].entry(number)
    system = tournament.point_system
    if not entry.outcome.played:
        gained = entry.outcome is Outcome.PAIRING_BYE or system.points(entry.outcome) > system.loss
        return Float.DOWN if gained else Float.NONE
    assert entry.opponent is not None  # noqa: S101  (Entry guarantees it for a paired outcome)
    mine, theirs = scores[number][index], scores[entry.opponent][index]
    if mine == theirs:
        return Float.NONE
    return Float.DOWN if mine > theirs else Float.UP
