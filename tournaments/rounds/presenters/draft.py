"""A draft as its arbiter sees it: points, colours, floats, what has changed since, and why each board is as it is."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from django.core.cache import caches
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tournaments.models import Bye, Entry, Pairing, PairingSystem, Round
from tournaments.pairing import (
    Board,
    Colour,
    Explainer,
    ImpossibleRound,
    Outcome,
    RoundPairing,
    Tournament,
    Wishes,
    bye_explanation_lines,
    explanation_lines,
)
from tournaments.pairing.keizer import table
from tournaments.presenters import ColourNames, colour_names
from tournaments.rounds.selectors.constraints import PairingConstraints
from tournaments.rounds.selectors.pairing_input import (
    PairingInput,
    absent_players,
    load_pairing_input,
    load_round_pairing,
    seated_but_absent,
)
from tournaments.rounds.services.draft import boards_as_text
from tournaments.tournament_data import SectionData, load_section_data
from tournaments.translation import translate

EXPLANATION_CACHE_SECONDS: Final = 15 * 60


@dataclass(frozen=True)
class DraftSide:
    entry: Entry
    points: str
    colours: str
    """The colours so far, a letter each; a dash for a round without a game."""
    float: str = ""
    """`up`, `down` or nothing."""


@dataclass(frozen=True)
class DraftBoard:
    pairing: Pairing
    first: DraftSide
    second: DraftSide
    is_locked: bool = False


@dataclass(frozen=True)
class Draft:
    round: Round
    lines: list[DraftBoard]
    byes: list[Bye]
    absent: list[Entry]
    """Who is out of the round without a bye."""
    out: list[Entry]
    """Everybody who could be put in."""
    players: list[Entry]
    away_now: list[Entry]
    """Who has a board but has withdrawn or announced an absence since."""
    could_play: list[Entry]
    """Who has no place, although nothing says so any more."""
    as_text: str
    colours: ColourNames

    @property
    def has_bye(self) -> bool:
        return any(bye.kind == "pairing" for bye in self.byes)


def present_draft(round_: Round) -> Draft:
    """Eleven queries, however large the section."""
    data = load_section_data(round_.section, before=round_.number)
    ranks = data.number_of
    pairing = load_round_pairing(round_, ranks)
    colours = colour_names(round_.section.event)
    kept = {frozenset(pair) for pair in PairingConstraints.from_json(round_.laid_down).boards}
    by_pk = {entry.pk: entry for entry in data.entries.values()}
    lines = []
    for row in Pairing.objects.filter(round=round_).order_by("third_place", "board", "leg"):
        row.round, row.first, row.second = round_, by_pk[row.first_id], by_pk[row.second_id]
        one, other = ranks[row.first_id], ranks[row.second_id]
        lines.append(
            DraftBoard(
                row,
                _draft_side(data, one, other, colours),
                _draft_side(data, other, one, colours),
                frozenset((row.first_id, row.second_id)) in kept,
            )
        )
    byes = list(Bye.objects.filter(round=round_).order_by("pk"))
    for bye in byes:
        bye.round, bye.entry = round_, by_pk[bye.entry_id]
    with_bye = {bye.entry_id for bye in byes}
    out = [data.entries[number] for number in sorted(pairing.others)]
    away = absent_players(round_.number, data)
    return Draft(
        round=round_,
        lines=lines,
        byes=byes,
        absent=[entry for entry in out if entry.pk not in with_bye],
        out=out,
        players=list(data.entries.values()),
        away_now=seated_but_absent(round_),
        could_play=[] if _is_fixed(round_) else [entry for entry in out if ranks[entry.pk] not in away],
        as_text=boards_as_text(pairing.boards, pairing.bye),
        colours=colours,
    )


def _is_fixed(round_: Round) -> bool:
    """A table or a tree says who plays; a player taken out by hand is out."""
    return round_.section.system in ("round_robin", "knockout") or round_.changed_by_hand


def _draft_side(data: SectionData, number: int, opponent: int, colours: ColourNames) -> DraftSide:
    tournament = data.tournament
    # Only the Swiss system pairs by scores, so that only there somebody floats.
    is_swiss = data.section.system == PairingSystem.SWISS
    mine, theirs = (_score(tournament, each) if is_swiss else 0 for each in (number, opponent))
    return DraftSide(
        entry=data.entries[number],
        points=tournament.point_system.text(tournament.points(number)),
        colours=_colours_so_far(tournament, number, colours),
        float="" if mine == theirs else ("down" if mine > theirs else "up"),
    )


def _score(tournament: Tournament, number: int) -> int:
    """As the pairing counts: a game that is still open is half a win."""
    draw = tournament.point_system.draw
    pending = sum(entry.outcome is Outcome.PENDING for entry in tournament.entries(number))
    return tournament.points(number) + pending * draw


def _colours_so_far(tournament: Tournament, number: int, colours: ColourNames) -> str:
    letters = {Colour.WHITE: colours.first[:1], Colour.BLACK: colours.second[:1]}
    return "".join(
        letters[entry.colour] if entry.colour is not None and entry.outcome.played else "–"
        for entry in tournament.entries(number)
    )


def load_board_explanation(round_: Round, board: int) -> list[str] | None:
    """None if there is no such board. Computed once for each version of the round."""
    return _cached(round_, str(board), lambda: _explain_board(round_, board))


def load_bye_explanation(round_: Round) -> list[str] | None:
    return _cached(round_, "bye", lambda: _explain_bye(round_))


def _cached(round_: Round, subject: str, computed: Callable[[], list[str] | None]) -> list[str] | None:
    change = round_.section.event.change_number
    key = f"why:{round_.pk}:{round_.version}:{change}:{subject}:{get_language()}"
    known: list[str] | None = caches["pages"].get(key)
    if known is None:
        known = computed()
        if known is not None:
            caches["pages"].set(key, known, EXPLANATION_CACHE_SECONDS)
    return known


def _explain_board(round_: Round, number: int) -> list[str] | None:
    data = load_section_data(round_.section, before=round_.number)
    if round_.section.system == PairingSystem.KNOCKOUT:
        if not Pairing.objects.filter(round=round_, board=number).exists():
            return None
        return [_("The bracket has them meet: match %(number)s of this round.") % {"number": number}]
    pairing = load_round_pairing(round_, data.number_of)
    if not 1 <= number <= len(pairing.boards):
        return None
    board = pairing.boards[number - 1]
    match round_.section.system:
        case PairingSystem.SWISS:
            return _explain_swiss_board(round_, data, pairing, board)
        case PairingSystem.KEIZER:
            return _explain_keizer_board(load_pairing_input(round_, data), board)
        case _:
            return [
                _("The Berger table for %(players)s players has them meet in round %(round)s.")
                % {"players": len(data.entries), "round": round_.number}
            ]


def _explain_swiss_board(round_: Round, data: SectionData, pairing: RoundPairing, board: Board) -> list[str]:
    inputs = load_pairing_input(round_, data)
    try:
        explainer = Explainer(inputs.tournament, _wishes_at_pairing(inputs, pairing))
        engine = explainer.board(board.white)
    except (ImpossibleRound, KeyError):
        return [_("The arbiter paired this board by hand: by the rules it would not be there.")]
    colours = colour_names(round_.section.event)
    names = {Colour.WHITE: colours.first, Colour.BLACK: colours.second}
    sentences = [translate(each) for each in explanation_lines(inputs.tournament, engine, names)]
    if engine.board == board:
        return sentences
    return [_("The arbiter changed this board. By the rules it would be:"), *sentences]


def _wishes_at_pairing(inputs: PairingInput, pairing: RoundPairing) -> Wishes:
    """As they were when the round was paired: who is out of it now was out then."""
    out = pairing.others.keys()
    return replace(
        inputs.wishes,
        absent=pairing.others,
        locked=tuple(board for board in inputs.wishes.locked if not board.players & out),
        locked_bye=None if inputs.wishes.locked_bye in out else inputs.wishes.locked_bye,
    )


def _explain_keizer_board(inputs: PairingInput, board: Board) -> list[str]:
    places = {place.number: index for index, place in enumerate(table(inputs.tournament), start=1)}
    return [
        _(
            "They stand on the places %(one)s and %(other)s of the table: from the top, each meets the nearest below"
            " whom they have not met too recently."
        )
        % {"one": places[board.white], "other": places[board.black]}
    ]


def _explain_bye(round_: Round) -> list[str] | None:
    if not Bye.objects.filter(round=round_).exists():
        return None
    data = load_section_data(round_.section, before=round_.number)
    match round_.section.system:
        case PairingSystem.KNOCKOUT:
            return [_("The best seeds go on without playing until the bracket is full.")]
        case PairingSystem.ROUND_ROBIN:
            return [_("The number of players is odd: the table leaves one of them free in each round.")]
        case PairingSystem.KEIZER:
            return [_("Of those who had the fewest byes the last of the table has it.")]
    pairing = load_round_pairing(round_, data.number_of)
    if pairing.bye is None:
        return None
    inputs = load_pairing_input(round_, data)
    try:
        why = Explainer(inputs.tournament, _wishes_at_pairing(inputs, pairing)).bye()
    except ImpossibleRound:
        why = None
    if why is None or why.number != pairing.bye:
        return [_("The arbiter gave this bye by hand.")]
    return [translate(each) for each in bye_explanation_lines(inputs.tournament, why)]
