"""What a round is paired from, as plain data. Equal inputs make the same round, whoever computes it and when."""

import random
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from django.utils.translation import gettext as _

from tournaments.models import (
    Absence,
    AbsenceKind,
    Entry,
    EntryState,
    KeptApart,
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
    Tournament,
    Wishes,
    pairs_of_clubs,
)
from tournaments.plain_data import SectionData, knockout_plan, section_data
from tournaments.rounds.laid_down import LaidDown

ABSENCES: Final[Mapping[str, Outcome]] = {
    AbsenceKind.HALF_POINT: Outcome.HALF_POINT_BYE,
    AbsenceKind.ZERO_POINT: Outcome.ZERO_POINT_BYE,
    AbsenceKind.FULL_POINT: Outcome.FULL_POINT_BYE,
    AbsenceKind.ABSENT: Outcome.ABSENT,
}


@dataclass(frozen=True)
class Inputs:
    system: str
    number: int
    tournament: Tournament
    """Up to the round before."""
    wishes: Wishes
    games_per_match: int = 1
    cycles: int = 1
    plan: Knockout | None = None
    played: Mapping[MatchKey, list[Game]] = field(default_factory=dict)


def inputs_of(round_: Round, data: SectionData | None = None) -> Inputs:
    """Six queries, or two if the data of the rounds before are at hand."""
    section = round_.section
    data = data or section_data(section, before=round_.number)
    if len(data.rounds) != round_.number - 1:
        raise ValueError(_("The rounds before this one are not all there."))
    inputs = Inputs(
        system=section.system,
        number=round_.number,
        tournament=_with_drawn_colour(section, data.tournament),
        wishes=wishes_of(round_, data),
        games_per_match=section.games_per_match,
        cycles=section.cycles,
    )
    if section.system == PairingSystem.KNOCKOUT:
        plan, played = knockout_plan(data)
        inputs = replace(inputs, plan=plan, played=played)
    return inputs


def wishes_of(round_: Round, data: SectionData) -> Wishes:
    """Who is away, who is kept apart, and what the arbiter has laid down for this round."""
    section, ranks = round_.section, data.number_of
    absent = absent_from(round_.number, data)
    laid_down = LaidDown.of(round_.laid_down)
    allowed = {frozenset(ranks[pk] for pk in pair if pk in ranks) for pair in laid_down.allowed}
    forbidden, avoided = set[frozenset[int]](), set[frozenset[int]]()
    for apart in KeptApart.objects.filter(section=section):
        if apart.one_id in ranks and apart.other_id in ranks:
            pair = frozenset((ranks[apart.one_id], ranks[apart.other_id]))
            (forbidden if apart.strictly else avoided).add(pair)
    if section.keep_clubs_apart:
        avoided |= pairs_of_clubs(data.tournament.players)
    forbidden -= allowed
    avoided -= allowed
    boards = [Board(ranks[one], ranks[two]) for one, two in laid_down.boards if one in ranks and two in ranks]
    bye = ranks.get(laid_down.bye) if laid_down.bye is not None else None
    return Wishes(
        absent=absent,
        forbidden=frozenset(forbidden),
        avoided=frozenset(avoided - forbidden),
        # A board of somebody who is away by now can no longer be kept.
        locked=tuple(board for board in boards if not board.players & absent.keys()),
        locked_bye=None if bye in absent else bye,
    )


def absent_from(number: int, data: SectionData) -> dict[int, Outcome]:
    """Who is not to be paired, with what it brings them. One query."""
    announced = {
        absence.entry_id: ABSENCES[absence.kind]
        for absence in Absence.objects.filter(entry__section=data.section, round_number=number)
    }
    away = {}
    for rank, entry in data.entries.items():
        if entry.pk in announced:
            away[rank] = announced[entry.pk]
        elif not takes_part(entry, number):
            away[rank] = Outcome.ABSENT
    return away


def takes_part(entry: Entry, number: int) -> bool:
    """Entered by then and not withdrawn before."""
    if entry.first_round > number:
        return False
    if entry.withdrawn_after is not None:
        return entry.withdrawn_after >= number
    return entry.state == EntryState.CONFIRMED


def _with_drawn_colour(section: Section, tournament: Tournament) -> Tournament:
    """The colour of number 1, if it is left to the lot: drawn with the section's seed, the same every time."""
    if tournament.rounds or tournament.initial_colour is not None:
        return tournament
    lot = random.Random(f"{section.lots_seed}/first colour")  # noqa: S311  recorded, not secret
    return replace(tournament, initial_colour=lot.choice((Colour.WHITE, Colour.BLACK)))
