"""A round paired by the system of its section: computed from plain data, and stored as boards and byes."""

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from django.utils import timezone
from django.utils.translation import gettext as _

from core.monitoring.metrics import JOB_BOUNDS, Histogram
from tournaments.event_records import keep_records_of_boards
from tournaments.models import Bye, ByeKind, Entry, Pairing, PairingResult, PairingSystem, ResultOrigin, Round
from tournaments.pairing import MatchKey, Outcome, RoundPairing, legs, pair_keizer, pair_round, round_robin
from tournaments.pairing.knockout import Match, tree
from tournaments.rounds.selectors.pairing_input import (
    PairingInput,
    is_taking_part,
    pairs_present_players_only,
)
from tournaments.tournament_data import BYE_OUTCOMES

PAIRING_SECONDS: Final = Histogram(
    name="kiebitz_pairing_seconds",
    help="Time that computing the pairings of a round took, by the system of the section",
    labels=("system",),
    bounds=JOB_BOUNDS,
)
ROUND_ROBIN_BYE: Final = Outcome.ZERO_POINT_BYE
BYE_KINDS: Final[Mapping[Outcome, ByeKind]] = {
    outcome: ByeKind(kind) for kind, outcome in BYE_OUTCOMES.items()
}


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


def compute_round(inputs: PairingInput) -> PairedRound:
    """Raises ImpossibleRound, or ValueError if the rounds before contradict each other."""
    began = time.perf_counter()
    try:
        if inputs.system == PairingSystem.KNOCKOUT:
            return _knockout_round(inputs)
        return seat_players(compute_pairing(inputs), inputs.games_per_match, free=_bye_outcome(inputs))
    finally:
        PAIRING_SECONDS.observe(time.perf_counter() - began, str(inputs.system))


def compute_pairing(inputs: PairingInput) -> RoundPairing:
    match inputs.system:
        case PairingSystem.SWISS:
            return pair_round(inputs.tournament, inputs.wishes)
        case PairingSystem.KEIZER:
            return pair_keizer(inputs.tournament, inputs.wishes)
        case _:
            return berger_round(inputs)


def berger_round(inputs: PairingInput) -> RoundPairing:
    """The round of the table. Who is away still has a board there: the table decides who meets whom."""
    rounds = round_robin(inputs.tournament.numbers, cycles=inputs.cycles)
    if inputs.number > len(rounds):
        raise ValueError(_("The table has no such round."))
    return rounds[inputs.number - 1]


def seat_players(pairing: RoundPairing, games: int, *, free: Outcome = Outcome.PAIRING_BYE) -> PairedRound:
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


def seat_due_games(match: Match) -> tuple[Seats, ...]:
    """The games of a match that are still to be laid out, after those that have a result."""
    done = len(match.games)
    return tuple(
        Seats(match.key.match, board.white, board.black, done + index, match.key.third_place)
        for index, board in enumerate(match.due, start=1)
    )


def matches_of_round(inputs: PairingInput, number: int) -> dict[MatchKey, Match]:
    if inputs.plan is None:
        raise ValueError("Only a knockout has a tree.")
    rounds = tree(inputs.plan, inputs.played)
    return {match.key: match for match in rounds[number - 1]} if number <= len(rounds) else {}


def _knockout_round(inputs: PairingInput) -> PairedRound:
    matches = matches_of_round(inputs, inputs.number).values()
    seats = tuple(seat for match in matches for seat in seat_due_games(match))
    byes = {
        match.winner: Outcome.PAIRING_BYE
        for match in matches
        if match.bye and match.winner is not None and not match.key.third_place
    }
    return PairedRound(seats, byes)


def _bye_outcome(inputs: PairingInput) -> Outcome:
    """In a round robin everybody is free equally often: it brings nothing."""
    robin = inputs.system == PairingSystem.ROUND_ROBIN
    return ROUND_ROBIN_BYE if robin else Outcome.PAIRING_BYE


def store_round(round_: Round, paired: PairedRound, entries: Mapping[int, Entry]) -> None:
    """In place of what the round had before. `entries` by their numbers."""
    before = Pairing.objects.filter(round=round_)
    keep_records_of_boards(round_.section.event, before)
    before.delete()
    Bye.objects.filter(round=round_).delete()
    Pairing.objects.bulk_create(
        Pairing(
            round=round_,
            board=seats.board,
            leg=seats.leg,
            third_place=seats.third_place,
            first=entries[seats.first],
            second=entries[seats.second],
        )
        for seats in paired.seats
    )
    Bye.objects.bulk_create(
        Bye(round=round_, entry=entries[number], kind=BYE_KINDS[outcome])
        for number, outcome in sorted(paired.byes.items())
    )


def forfeit_boards_of_withdrawn(round_: Round) -> None:
    """In a Swiss the withdrawn are not paired at all; an absence only announced is for the arbiter to judge."""
    if pairs_present_players_only(round_):
        return
    for pairing in Pairing.objects.filter(round=round_, result="").select_related("first", "second"):
        result = _forfeit_result(
            is_taking_part(pairing.first, round_.number), is_taking_part(pairing.second, round_.number)
        )
        if result is not None:
            pairing.result, pairing.origin, pairing.result_at = (
                result,
                ResultOrigin.WITHDRAWAL,
                timezone.now(),
            )
            pairing.version += 1
            pairing.save(update_fields=["result", "origin", "result_at", "version"])


def clear_forfeits_of_returned(round_: Round) -> None:
    """Boards that were lost by a withdrawal, and whose two players are there now, are to be played after all."""
    if pairs_present_players_only(round_):
        return
    lost = Pairing.objects.filter(round=round_, origin=ResultOrigin.WITHDRAWAL).select_related(
        "first", "second"
    )
    for pairing in lost:
        if _forfeit_result(
            is_taking_part(pairing.first, round_.number), is_taking_part(pairing.second, round_.number)
        ):
            continue
        pairing.result, pairing.origin, pairing.result_at = PairingResult.NONE, "", None
        pairing.version += 1
        pairing.save(update_fields=["result", "origin", "result_at", "version"])


def _forfeit_result(first_is_there: bool, second_is_there: bool) -> PairingResult | None:
    match first_is_there, second_is_there:
        case True, False:
            return PairingResult.FIRST_WINS_BY_FORFEIT
        case False, True:
            return PairingResult.SECOND_WINS_BY_FORFEIT
        case False, False:
            return PairingResult.DOUBLE_FORFEIT
    return None
