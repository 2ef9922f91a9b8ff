"""What an arbiter can change in a paired round by hand. Plain data: a pairing goes in, another comes out.

Players are known by their starting ranks. A change that makes no round is refused with a sentence.
"""

import re
from collections import Counter
from dataclasses import dataclass, replace
from typing import Final

from django.utils.translation import gettext as _

from players.errors import Refused
from tournaments.pairing import Board, Outcome, RoundPairing, swap_colours, swap_players

OUT: Final = (Outcome.HALF_POINT_BYE, Outcome.ZERO_POINT_BYE, Outcome.FULL_POINT_BYE, Outcome.ABSENT)
LONGEST_TEXT: Final = 20_000
_BOARD: Final = re.compile(r"^\s*(?:\d+\s*[.:)]\s*)?(\d{1,5})\s*[-–:\s]\s*(\d{1,5})\s*$")
_BYE: Final = re.compile(r"^\s*(\d{1,5})\s*$")


@dataclass(frozen=True)
class SwapPlayers:
    """Two players take each other's places, be they boards, the bye or an absence."""

    one: int
    other: int

    def applied(self, pairing: RoundPairing) -> RoundPairing:
        if self.one == self.other:
            raise Refused(_("Choose two different players."))
        known = everybody(pairing)
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
        _refuse_unknown(self.player, everybody(pairing))
        if pairing.bye is None:
            raise Refused(_("Nobody is left over in this round: everybody has an opponent."))
        if pairing.bye == self.player:
            raise Refused(_("This player has the bye already."))
        return swap_players(pairing, self.player, pairing.bye)


@dataclass(frozen=True)
class TakeOut:
    """Somebody does not play after all; the opponent meets the odd one out, or becomes it."""

    player: int
    outcome: Outcome = Outcome.ZERO_POINT_BYE

    def applied(self, pairing: RoundPairing) -> RoundPairing:
        _refuse_unknown(self.player, everybody(pairing))
        if self.outcome not in OUT:
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
            _refuse_unknown(self.player, everybody(pairing))
            raise Refused(_("This player has a place in the round."))
        others = {number: outcome for number, outcome in pairing.others.items() if number != self.player}
        if pairing.bye is None:
            return replace(pairing, bye=self.player, others=others)
        board = Board(min(self.player, pairing.bye), max(self.player, pairing.bye))
        return RoundPairing(pairing.number, (*pairing.boards, board), None, others)


@dataclass(frozen=True)
class Rewrite:
    """All boards anew, one a line: `12-7`, the first colour first; a number alone has the bye."""

    text: str

    def applied(self, pairing: RoundPairing) -> RoundPairing:
        boards, bye = self._read()
        named = Counter(number for board in boards for number in (board.white, board.black))
        if bye is not None:
            named[bye] += 1
        known = everybody(pairing)
        for number, times in sorted(named.items()):
            _refuse_unknown(number, known)
            if times > 1:
                raise Refused(_("Number %(number)s has two places.") % {"number": number})
        for number in sorted(known - named.keys() - pairing.others.keys()):
            raise Refused(_("Number %(number)s has no place any more.") % {"number": number})
        others = {number: outcome for number, outcome in pairing.others.items() if number not in named}
        return RoundPairing(pairing.number, tuple(boards), bye, others)

    def _read(self) -> tuple[list[Board], int | None]:
        boards, bye = list[Board](), None
        for line, text in enumerate(self.text[:LONGEST_TEXT].splitlines(), start=1):
            if not text.strip():
                continue
            if found := _BOARD.match(text):
                boards.append(Board(int(found[1]), int(found[2])))
            elif (found := _BYE.match(text)) and bye is None:
                bye = int(found[1])
            else:
                raise Refused(
                    _(
                        "Line %(line)s cannot be read: write two starting ranks, like 12-7, or one for the bye."
                    )
                    % {"line": line}
                )
        return boards, bye


Change = SwapPlayers | SwapColours | GiveBye | TakeOut | PutIn | Rewrite


def everybody(pairing: RoundPairing) -> set[int]:
    seated = {number for board in pairing.boards for number in (board.white, board.black)}
    return seated | pairing.others.keys() | ({pairing.bye} if pairing.bye is not None else set())


def as_text(pairing: RoundPairing) -> str:
    """What `Rewrite` reads."""
    lines = [f"{board.white}-{board.black}" for board in pairing.boards]
    return "\n".join([*lines, str(pairing.bye)] if pairing.bye is not None else lines)


def _refuse_unknown(number: int, known: set[int]) -> None:
    if number not in known:
        raise Refused(_("Nobody in this section has the starting rank %(number)s.") % {"number": number})
