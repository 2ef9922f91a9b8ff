"""What a round is paired from, as plain data. Equal input always makes the same round."""

import random
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from django.utils.translation import gettext as _

from tournaments.models import (
    Absence,
    AbsenceKind,
    Bye,
    ByeKind,
    Entry,
    EntryState,
    KeptApart,
    Pairing,
    PairingSystem,
    Round,
    Section,
)
from tournaments.pairing import (
    Board,
    Colour,
    Game,
    Knockout,
    MatchKey,
    Outcome,
    RoundPairing,
    Tournament,
    Wishes,
    pairs_of_clubs,
)
from tournaments.rounds.selectors.constraints import PairingConstraints
from tournaments.tournament_data import BYE_OUTCOMES, SectionData, knockout_plan, load_section_data

ABSENCE_OUTCOMES: Final[Mapping[str, Outcome]] = {
    AbsenceKind.HALF_POINT: Outcome.HALF_POINT_BYE,
    AbsenceKind.ZERO_POINT: Outcome.ZERO_POINT_BYE,
    AbsenceKind.FULL_POINT: Outcome.FULL_POINT_BYE,
    AbsenceKind.ABSENT: Outcome.ABSENT,
}


@dataclass(frozen=True)
class PairingInput:
    system: str
    number: int
    tournament: Tournament
    """Up to the round before."""
    wishes: Wishes
    games_per_match: int = 1
    cycles: int = 1
    plan: Knockout | None = None
    played: Mapping[MatchKey, list[Game]] = field(default_factory=dict)


def load_pairing_input(round_: Round, data: SectionData | None = None) -> PairingInput:
    """Six queries, or two if the data of the rounds before are at hand."""
    section = round_.section
    data = data or load_section_data(section, before=round_.number)
    if len(data.rounds) != round_.number - 1:
        raise ValueError(_("Not all rounds before this one exist."))
    inputs = PairingInput(
        system=section.system,
        number=round_.number,
        tournament=_with_initial_colour(section, data.tournament),
        wishes=load_wishes(round_, data),
        games_per_match=section.games_per_match,
        cycles=section.cycles,
    )
    if section.system == PairingSystem.KNOCKOUT:
        plan, played = knockout_plan(data)
        inputs = replace(inputs, plan=plan, played=played)
    return inputs


def load_wishes(round_: Round, data: SectionData) -> Wishes:
    """Who is away, who is kept apart, and what the arbiter has fixed for this round."""
    section, ranks = round_.section, data.number_of
    absent = absent_players(round_.number, data)
    constraints = PairingConstraints.from_json(round_.laid_down)
    allowed = {frozenset(ranks[pk] for pk in pair if pk in ranks) for pair in constraints.allowed}
    forbidden, avoided = set[frozenset[int]](), set[frozenset[int]]()
    for apart in KeptApart.objects.filter(section=section):
        if apart.one_id in ranks and apart.other_id in ranks:
            pair = frozenset((ranks[apart.one_id], ranks[apart.other_id]))
            (forbidden if apart.strictly else avoided).add(pair)
    if section.keep_clubs_apart:
        avoided |= pairs_of_clubs(data.tournament.players)
    forbidden -= allowed
    avoided -= allowed
    boards = [
        Board(ranks[one], ranks[two]) for one, two in constraints.boards if one in ranks and two in ranks
    ]
    bye = ranks.get(constraints.bye) if constraints.bye is not None else None
    return Wishes(
        absent=absent,
        forbidden=frozenset(forbidden),
        avoided=frozenset(avoided - forbidden),
        # A board of somebody who is away by now can no longer be kept.
        locked=tuple(board for board in boards if not board.players & absent.keys()),
        locked_bye=None if bye in absent else bye,
    )


def absent_players(number: int, data: SectionData) -> dict[int, Outcome]:
    """Who is not to be paired, with what it brings them. One query."""
    announced = {
        absence.entry_id: ABSENCE_OUTCOMES[absence.kind]
        for absence in Absence.objects.filter(entry__section=data.section, round_number=number)
    }
    away = {}
    for rank, entry in data.entries.items():
        if entry.pk in announced:
            away[rank] = announced[entry.pk]
        elif not is_taking_part(entry, number):
            away[rank] = Outcome.ABSENT
    return away


def is_taking_part(entry: Entry, number: int) -> bool:
    """Entered by then and not withdrawn before."""
    if entry.first_round > number:
        return False
    if entry.withdrawn_after is not None:
        return entry.withdrawn_after >= number
    return entry.state == EntryState.CONFIRMED


def _with_initial_colour(section: Section, tournament: Tournament) -> Tournament:
    """The colour of number 1, if it is left to the lot: drawn with the section's seed, the same every time."""
    if tournament.rounds or tournament.initial_colour is not None:
        return tournament
    lot = random.Random(f"{section.lots_seed}/first colour")  # noqa: S311  recorded, not secret
    return replace(tournament, initial_colour=lot.choice((Colour.WHITE, Colour.BLACK)))


def load_round_pairing(round_: Round, ranks: Mapping[int, int]) -> RoundPairing:
    """The round's boards as they stand, from the first game of each match. Two queries.

    `ranks` are the players' numbers by the ids of their entries; who has neither board nor bye is absent.
    """
    rows = Pairing.objects.filter(round=round_, leg=1, third_place=False).order_by("board")
    boards = tuple(Board(ranks[row.first_id], ranks[row.second_id]) for row in rows)
    bye, others = None, dict[int, Outcome]()
    for row in Bye.objects.filter(round=round_):
        if row.kind == ByeKind.PAIRING:
            bye = ranks[row.entry_id]
        else:
            others[ranks[row.entry_id]] = BYE_OUTCOMES[row.kind]
    placed = {number for board in boards for number in board.players} | others.keys() | {bye}
    others |= {number: Outcome.ABSENT for number in ranks.values() if number not in placed}
    return RoundPairing(round_.number, boards, bye, others)


def seated_but_absent(round_: Round) -> list[Entry]:
    """Who has a board in a draft, but has withdrawn or announced an absence since it was paired. Two queries."""
    if not pairs_present_players_only(round_):
        return []
    announced = set(
        Absence.objects.filter(entry__section=round_.section, round_number=round_.number).values_list(
            "entry", flat=True
        )
    )
    pairings = Pairing.objects.filter(round=round_, leg=1).select_related("first__person", "second__person")
    return [
        entry
        for pairing in pairings.order_by("board")
        for entry in (pairing.first, pairing.second)
        if entry.pk in announced or not is_taking_part(entry, round_.number)
    ]


def pairs_present_players_only(round_: Round) -> bool:
    return round_.section.system in (PairingSystem.SWISS, PairingSystem.KEIZER)
