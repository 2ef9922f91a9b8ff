"""The next round of a section by its system: who sits where, and who does not play. No database in here."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from django.utils.translation import gettext as _

from tournaments.models import PairingSystem
from tournaments.pairing import (
    MatchKey,
    Outcome,
    RoundPairing,
    legs,
    pair_keizer,
    pair_round,
    round_robin,
)
from tournaments.pairing.knockout import Match, tree
from tournaments.rounds.inputs import Inputs

FREE_IN_A_ROUND_ROBIN: Final = Outcome.ZERO_POINT_BYE


@dataclass(frozen=True, slots=True)
class Seats:
    """One game: players by their numbers, first colour first."""

    board: int
    first: int
    second: int
    leg: int = 1
    third_place: bool = False


@dataclass(frozen=True)
class PairedRound:
    seats: tuple[Seats, ...]
    byes: Mapping[int, Outcome] = field(default_factory=dict)


def compute(inputs: Inputs) -> PairedRound:
    """Raises ImpossibleRound, or ValueError if the rounds before contradict each other."""
    if inputs.system == PairingSystem.KNOCKOUT:
        return _knockout_round(inputs)
    return from_pairing(pairing_of(inputs), inputs.games_per_match, free=_free(inputs))


def pairing_of(inputs: Inputs) -> RoundPairing:
    match inputs.system:
        case PairingSystem.SWISS:
            return pair_round(inputs.tournament, inputs.wishes)
        case PairingSystem.KEIZER:
            return pair_keizer(inputs.tournament, inputs.wishes)
        case _:
            return berger_round(inputs)


def berger_round(inputs: Inputs) -> RoundPairing:
    """The round of the table. Who is away still has a board there: the table decides who meets whom."""
    rounds = round_robin(inputs.tournament.numbers, cycles=inputs.cycles)
    if inputs.number > len(rounds):
        raise ValueError(_("The table has no such round."))
    return rounds[inputs.number - 1]


def from_pairing(pairing: RoundPairing, games: int, *, free: Outcome = Outcome.PAIRING_BYE) -> PairedRound:
    """`free` is what the odd one out has."""
    seats = tuple(
        Seats(number, board.white, board.black, leg)
        for leg, round_ in enumerate(legs(pairing, games), start=1)
        for number, board in enumerate(round_.boards, start=1)
    )
    byes: dict[int, Outcome] = {
        number: outcome for number, outcome in pairing.others.items() if outcome is not Outcome.ABSENT
    }
    if pairing.bye is not None:
        byes[pairing.bye] = free
    return PairedRound(seats, byes)


def due_seats(match: Match) -> tuple[Seats, ...]:
    """The games of a match that are still to be laid out, after those that have a result."""
    done = len(match.games)
    return tuple(
        Seats(match.key.match, board.white, board.black, done + index, match.key.third_place)
        for index, board in enumerate(match.due, start=1)
    )


def matches_of_round(inputs: Inputs, number: int) -> dict[MatchKey, Match]:
    if inputs.plan is None:
        raise ValueError("Only a knockout has a tree.")
    rounds = tree(inputs.plan, inputs.played)
    return {match.key: match for match in rounds[number - 1]} if number <= len(rounds) else {}


def _knockout_round(inputs: Inputs) -> PairedRound:
    matches = matches_of_round(inputs, inputs.number).values()
    seats = tuple(seat for match in matches for seat in due_seats(match))
    byes = {
        match.winner: Outcome.PAIRING_BYE
        for match in matches
        if match.bye and match.winner is not None and not match.key.third_place
    }
    return PairedRound(seats, byes)


def _free(inputs: Inputs) -> Outcome:
    """In a round robin everybody is free equally often: it brings nothing."""
    robin = inputs.system == PairingSystem.ROUND_ROBIN
    return FREE_IN_A_ROUND_ROBIN if robin else Outcome.PAIRING_BYE
