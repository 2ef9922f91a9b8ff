"""Changing a draft by hand: which changes there are, and saving one if nobody else has changed the draft.

Players are known by their starting ranks. A change that makes no round is refused with a sentence.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext as _

from audit.changes import Value
from core.errors import Refused
from players.models import User
from tournaments.audit_actions import ROUND_CHANGED
from tournaments.history import record_action
from tournaments.locking import lock_round
from tournaments.models import Bye, Pairing, PairingSystem, Round, RoundState
from tournaments.pairing import Board, Outcome, RoundPairing, swap_colours, swap_players
from tournaments.rounds.selectors.pairing_input import load_round_pairing
from tournaments.rounds.services.pairing import ROUND_ROBIN_BYE, PairedRound, Seats, seat_players, store_round
from tournaments.tournament_data import BYE_OUTCOMES, SectionData, load_section_data

OUTCOMES_WITHOUT_GAME: Final = (
    Outcome.HALF_POINT_BYE,
    Outcome.ZERO_POINT_BYE,
    Outcome.FULL_POINT_BYE,
    Outcome.ABSENT,
)

MAX_TEXT_LENGTH: Final = 20_000
_BOARD_LINE: Final = re.compile(r"^\s*(?:\d+\s*[.:)]\s*)?(\d{1,5})\s*[-–:\s]\s*(\d{1,5})\s*$")
_BYE_LINE: Final = re.compile(r"^\s*(\d{1,5})\s*$")


@dataclass(frozen=True)
class SwapPlayers:
    """Two players take each other's places, be they boards, the bye or an absence."""

    one: int
    other: int

    def applied(self, pairing: RoundPairing) -> RoundPairing:
        if self.one == self.other:
            raise Refused(_("Choose two different players."))
        known = all_players(pairing)
        for number in (self.one, self.other):
            _refuse_unknown(number, known)
        return swap_players(pairing, self.one, self.other)


@dataclass(frozen=True)
class SwapColours:
    board: int
    third_place: bool = False

    def applied(self, pairing: RoundPairing) -> RoundPairing:
        if not 1 <= self.board <= len(pairing.boards):
            raise Refused(_("There is no board %(board)s.") % {"board": self.board})
        return swap_colours(pairing, self.board)


@dataclass(frozen=True)
class GiveBye:
    """The bye goes to somebody else, whose place the odd one out takes."""

    player: int

    def applied(self, pairing: RoundPairing) -> RoundPairing:
        _refuse_unknown(self.player, all_players(pairing))
        if pairing.bye is None:
            raise Refused(_("Nobody is left over in this round: everybody has an opponent."))
        if pairing.bye == self.player:
            raise Refused(_("This player already has the bye."))
        return swap_players(pairing, self.player, pairing.bye)


@dataclass(frozen=True)
class TakeOut:
    """Somebody does not play after all; the opponent meets the odd one out, or becomes it."""

    player: int
    outcome: Outcome = Outcome.ZERO_POINT_BYE

    def applied(self, pairing: RoundPairing) -> RoundPairing:
        _refuse_unknown(self.player, all_players(pairing))
        if self.outcome not in OUTCOMES_WITHOUT_GAME:
            raise Refused(_("Choose what the absence brings."))
        others = dict(pairing.others) | {self.player: self.outcome}
        if self.player in pairing.others:
            return replace(pairing, others=others)
        if pairing.bye == self.player:
            return replace(pairing, bye=None, others=others)
        place = next(index for index, board in enumerate(pairing.boards) if self.player in board.players)
        board, boards = pairing.boards[place], list(pairing.boards)
        left = board.black if board.white == self.player else board.white
        if pairing.bye is None:
            del boards[place]
            return RoundPairing(pairing.number, tuple(boards), left, others)
        boards[place] = Board(pairing.bye, left) if board.white == self.player else Board(left, pairing.bye)
        return RoundPairing(pairing.number, tuple(boards), None, others)


@dataclass(frozen=True)
class PutIn:
    """Somebody plays after all: against the odd one out, or as the odd one out."""

    player: int

    def applied(self, pairing: RoundPairing) -> RoundPairing:
        if self.player not in pairing.others:
            _refuse_unknown(self.player, all_players(pairing))
            raise Refused(_("This player has a place in the round."))
        others = {number: outcome for number, outcome in pairing.others.items() if number != self.player}
        if pairing.bye is None:
            return replace(pairing, bye=self.player, others=others)
        board = Board(min(self.player, pairing.bye), max(self.player, pairing.bye))
        return RoundPairing(pairing.number, (*pairing.boards, board), None, others)


@dataclass(frozen=True)
class Rewrite:
    """All boards, one a line: `12-7`, the first colour first; a number alone has the bye."""

    text: str

    def applied(self, pairing: RoundPairing) -> RoundPairing:
        boards, bye = self._read()
        named = Counter(number for board in boards for number in (board.white, board.black))
        if bye is not None:
            named[bye] += 1
        known = all_players(pairing)
        for number, times in sorted(named.items()):
            _refuse_unknown(number, known)
            if times > 1:
                raise Refused(_("Number %(number)s would have two places.") % {"number": number})
        for number in sorted(known - named.keys() - pairing.others.keys()):
            raise Refused(_("Number %(number)s would have neither a board nor the bye.") % {"number": number})
        others = {number: outcome for number, outcome in pairing.others.items() if number not in named}
        return RoundPairing(pairing.number, tuple(boards), bye, others)

    def _read(self) -> tuple[list[Board], int | None]:
        boards, bye = list[Board](), None
        for line, text in enumerate(self.text[:MAX_TEXT_LENGTH].splitlines(), start=1):
            if not text.strip():
                continue
            if found := _BOARD_LINE.match(text):
                boards.append(Board(int(found[1]), int(found[2])))
            elif (found := _BYE_LINE.match(text)) and bye is None:
                bye = int(found[1])
            else:
                raise Refused(
                    _(
                        "Line %(line)s cannot be read: write two starting ranks, like 12-7, or one for the bye."
                    )
                    % {"line": line}
                )
        return boards, bye


DraftChange = SwapPlayers | SwapColours | GiveBye | TakeOut | PutIn | Rewrite


class ChangeKind(StrEnum):
    SWAP_PLAYERS = "swap_players"
    SWAP_COLOURS = "swap_colours"
    GIVE_BYE = "give_bye"
    TAKE_OUT = "take_out"
    PUT_IN = "put_in"
    REWRITE = "rewrite"


REQUIRED_VALUES: Final[Mapping[ChangeKind, tuple[str, ...]]] = {
    ChangeKind.SWAP_PLAYERS: ("one", "other"),
    ChangeKind.SWAP_COLOURS: ("board",),
    ChangeKind.GIVE_BYE: ("player",),
    ChangeKind.TAKE_OUT: ("player", "outcome"),
    ChangeKind.PUT_IN: ("player",),
    ChangeKind.REWRITE: ("text",),
}


def make_change(kind: ChangeKind, values: Mapping[str, Any]) -> DraftChange:
    """From what a form or a program has sent, with all that `REQUIRED_VALUES` names."""
    match kind:
        case ChangeKind.SWAP_PLAYERS:
            return SwapPlayers(values["one"], values["other"])
        case ChangeKind.SWAP_COLOURS:
            return SwapColours(values["board"], values.get("third_place", False))
        case ChangeKind.GIVE_BYE:
            return GiveBye(values["player"])
        case ChangeKind.TAKE_OUT:
            return TakeOut(values["player"], values["outcome"])
        case ChangeKind.PUT_IN:
            return PutIn(values["player"])
        case ChangeKind.REWRITE:
            return Rewrite(values["text"])


def all_players(pairing: RoundPairing) -> set[int]:
    seated = {number for board in pairing.boards for number in (board.white, board.black)}
    return seated | pairing.others.keys() | ({pairing.bye} if pairing.bye is not None else set())


def boards_as_text(boards: Iterable[Board], bye: int | None) -> str:
    """What `Rewrite` reads."""
    lines = [f"{board.white}-{board.black}" for board in boards]
    return "\n".join([*lines, str(bye)] if bye is not None else lines)


def _refuse_unknown(number: int, known: set[int]) -> None:
    if number not in known:
        raise Refused(_("Nobody in this section has the starting rank %(number)s.") % {"number": number})


@transaction.atomic
def change_draft(*, actor: User, round: Round, change: DraftChange, seen: int | None) -> Round:  # noqa: A002  what it is
    locked = lock_round(round)
    now = locked.round
    if now.state != RoundState.PAIRED:
        raise Refused(
            _("Only a round that is paired and not published can be changed. It is: %(state)s.")
            % {"state": now.get_state_display()}
        )
    locked.refuse_if_changed(seen, now=_("paired differently"))
    data = load_section_data(locked.section, before=now.number)
    if locked.section.system == PairingSystem.KNOCKOUT:
        paired = _with_colours_swapped(now, change, data)
    else:
        after = apply_change(now, change, load_round_pairing(now, data.number_of))
        paired = _seat_changed(now, after)
    store_round(now, paired, data.entries)
    now.changed_by_hand = True
    now.version += 1
    now.save(update_fields=["changed_by_hand", "version"])
    record_action(
        actor=actor,
        action=ROUND_CHANGED,
        event=locked.event,
        after=locked.log_values(**_log_values(change, data)),
    )
    return now


def apply_change(round_: Round, change: DraftChange, pairing: RoundPairing) -> RoundPairing:
    if round_.section.system == PairingSystem.KNOCKOUT and not isinstance(change, SwapColours):
        raise Refused(_("In a knockout the bracket says who meets: only colours can be changed."))
    return change.applied(pairing)


def _seat_changed(round_: Round, pairing: RoundPairing) -> PairedRound:
    if round_.section.system == PairingSystem.ROUND_ROBIN:
        return seat_players(pairing, round_.section.games_per_match, free=ROUND_ROBIN_BYE)
    return seat_players(pairing, round_.section.games_per_match)


def _with_colours_swapped(round_: Round, change: DraftChange, data: SectionData) -> PairedRound:
    """All games of one match; matches keep their numbers in the tree."""
    if not isinstance(change, SwapColours):
        raise Refused(_("In a knockout the bracket says who meets: only colours can be changed."))
    ranks, rows = data.number_of, list(Pairing.objects.filter(round=round_))
    if not any((row.board, row.third_place) == (change.board, change.third_place) for row in rows):
        raise Refused(_("There is no board %(board)s.") % {"board": change.board})
    seats = []
    for row in rows:
        one = Seats(row.board, ranks[row.first_id], ranks[row.second_id], row.leg, row.third_place)
        if (row.board, row.third_place) == (change.board, change.third_place):
            one = replace(one, first=one.second, second=one.first)
        seats.append(one)
    byes = {ranks[bye.entry_id]: BYE_OUTCOMES[bye.kind] for bye in Bye.objects.filter(round=round_)}
    return PairedRound(tuple(seats), byes)


def _log_values(change: DraftChange, data: SectionData) -> dict[str, Value]:
    """For the log: what was done, and to whom."""

    def person(number: int) -> int:
        return data.entries[number].person_id

    match change:
        case SwapPlayers(one, other):
            return {"change": "places swapped", "first": person(one), "second": person(other)}
        case SwapColours(board, _third_place):
            return {"change": "colours swapped", "board": board}
        case GiveBye(player):
            return {"change": "bye", "player": person(player)}
        case TakeOut(player, outcome):
            return {"change": outcome.value, "player": person(player)}
        case PutIn(player):
            return {"change": "put in", "player": person(player)}
        case Rewrite():
            return {"change": "boards written anew"}
