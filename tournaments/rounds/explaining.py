"""Why a board is as it is, and why somebody has the bye: sentences for the arbiter, on a click."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from django.core.cache import caches
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tournaments.models import Bye, Pairing, PairingSystem, Round
from tournaments.pairing import (
    Board,
    Colour,
    Explainer,
    ImpossibleRound,
    RoundPairing,
    Wishes,
    bye_in_words,
    in_words,
)
from tournaments.pairing.keizer import table
from tournaments.plain_data import SectionData, section_data
from tournaments.rounds.colours import colours_of
from tournaments.rounds.inputs import Inputs, inputs_of
from tournaments.rounds.storing import stored_pairing
from tournaments.sentences import in_readers_language

REMEMBERED: Final = 15 * 60


def why_board(round_: Round, board: int) -> list[str] | None:
    """None if there is no such board. Computed once for each version of the round."""
    return _remembered(round_, str(board), lambda: _why_board(round_, board))


def why_bye(round_: Round) -> list[str] | None:
    return _remembered(round_, "bye", lambda: _why_bye(round_))


def _remembered(round_: Round, subject: str, computed: Callable[[], list[str] | None]) -> list[str] | None:
    change = round_.section.event.change_number
    key = f"why:{round_.pk}:{round_.version}:{change}:{subject}:{get_language()}"
    known: list[str] | None = caches["pages"].get(key)
    if known is None:
        known = computed()
        if known is not None:
            caches["pages"].set(key, known, REMEMBERED)
    return known


def _why_board(round_: Round, number: int) -> list[str] | None:
    data = section_data(round_.section, before=round_.number)
    if round_.section.system == PairingSystem.KNOCKOUT:
        if not Pairing.objects.filter(round=round_, board=number).exists():
            return None
        return [_("The tree has them meet: match %(number)s of this round.") % {"number": number}]
    pairing = stored_pairing(round_, data.number_of)
    if not 1 <= number <= len(pairing.boards):
        return None
    board = pairing.boards[number - 1]
    match round_.section.system:
        case PairingSystem.SWISS:
            return _by_the_dutch_system(round_, data, pairing, board)
        case PairingSystem.KEIZER:
            return _by_keizer(inputs_of(round_, data), board)
        case _:
            return [
                _("The Berger table for %(players)s players has them meet in round %(round)s.")
                % {"players": len(data.entries), "round": round_.number}
            ]


def _by_the_dutch_system(round_: Round, data: SectionData, pairing: RoundPairing, board: Board) -> list[str]:
    inputs = inputs_of(round_, data)
    try:
        explainer = Explainer(inputs.tournament, _wishes_of_the_draft(inputs, pairing))
        engine = explainer.board(board.white)
    except (ImpossibleRound, KeyError):
        return [_("The arbiter paired this board by hand: by the rules it would not be there.")]
    colours = colours_of(round_.section.event)
    names = {Colour.WHITE: colours.first, Colour.BLACK: colours.second}
    sentences = [in_readers_language(each) for each in in_words(inputs.tournament, engine, names)]
    if engine.board == board:
        return sentences
    return [_("The arbiter changed this board. By the rules it would be:"), *sentences]


def _wishes_of_the_draft(inputs: Inputs, pairing: RoundPairing) -> Wishes:
    """As they were when the round was paired: who is out of it now was out then."""
    out = pairing.others.keys()
    return replace(
        inputs.wishes,
        absent=pairing.others,
        locked=tuple(board for board in inputs.wishes.locked if not board.players & out),
        locked_bye=None if inputs.wishes.locked_bye in out else inputs.wishes.locked_bye,
    )


def _by_keizer(inputs: Inputs, board: Board) -> list[str]:
    places = {place.number: index for index, place in enumerate(table(inputs.tournament), start=1)}
    return [
        _(
            "They stand on the places %(one)s and %(other)s of the table: from the top, each meets the nearest below"
            " whom they have not met too recently."
        )
        % {"one": places[board.white], "other": places[board.black]}
    ]


def _why_bye(round_: Round) -> list[str] | None:
    if not Bye.objects.filter(round=round_).exists():
        return None
    data = section_data(round_.section, before=round_.number)
    match round_.section.system:
        case PairingSystem.KNOCKOUT:
            return [_("The best seeds go on without playing until the tree is full.")]
        case PairingSystem.ROUND_ROBIN:
            return [_("The number of players is odd: the table leaves one of them free in each round.")]
        case PairingSystem.KEIZER:
            return [_("Of those who had the fewest byes the last of the table has it.")]
    pairing = stored_pairing(round_, data.number_of)
    if pairing.bye is None:
        return None
    inputs = inputs_of(round_, data)
    try:
        why = Explainer(inputs.tournament, _wishes_of_the_draft(inputs, pairing)).bye()
    except ImpossibleRound:
        why = None
    if why is None or why.number != pairing.bye:
        return [_("The arbiter gave this bye by hand.")]
    return [in_readers_language(each) for each in bye_in_words(inputs.tournament, why)]
