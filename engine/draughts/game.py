"""A game of draughts: plies are checked, played and taken back, and the board tells who has won."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from ..board_game import BoardGame
from ..core import Outcome, Rules, Side, Step, Termination, expect
from .board import NAMES, PROMOTION, SLIDES, bits_of
from .draw_rules import State, standing_draw
from .moves import Capture, can_capture, can_move, captures, quiet_moves, routes
from .notation import OFFER, capture_of, text_of
from .position import Position, position_text
from .violations import find_violation
from .words import ply_in_words

if TYPE_CHECKING:
    from typing import Self

    from ..drawing import Placed

END: Final = "end"
_SIDES: Final = (Side.FIRST, Side.SECOND)


class Ply(NamedTuple):
    """A legal ply: its squares and what it takes, as bits, and how it is written."""

    origin: int
    target: int
    taken: int
    text: str

    def __str__(self) -> str:
        return self.text


class Game(BoardGame):
    """A board with its history.

    >>> from engine import draughts
    >>> game = draughts.Game()
    >>> for ply in ("32-28", "19-23", "28x19"):
    ...     game.push(ply)
    >>> game.position()
    'B:W19,31,33-50:B1-18,20'
    >>> list(game.legal_plies())
    ['13x24', '14x23']
    """

    __slots__ = ("_kings", "_offered", "_pieces", "_played", "_plies", "_turn")

    def __init__(self, *, position: str | Position | None = None) -> None:
        if position is None:
            start = Position.start()
        else:
            start = expect(Position.parse(position) if isinstance(position, str) else position, Position)
        self._pieces = [start.white, start.black]
        self._kings = start.kings
        self._turn = int(start.turn)
        self._offered = False
        self._plies: list[str] = []
        # What stood before each ply, the ply itself, and whether a draw was offered before it.
        self._played: list[tuple[int, int, int, Ply, bool]] = []

    @property
    def rules(self) -> Rules:
        from .rules import RULES

        return RULES

    @property
    def plies(self) -> list[str]:
        return self._plies

    @property
    def turn(self) -> Side:
        return _SIDES[self._turn]

    def push(self, ply: str) -> None:
        """Play a ply; raise RuleViolation, and change nothing, if it is not legal."""
        known = self._legal_ply(expect(ply, str))
        if known is None:
            if ply.endswith(OFFER):
                self.push(ply.removesuffix(OFFER))
                self.offer_draw()
                return
            raise find_violation(self.snapshot(), ply)
        pieces, kings, turn = self._pieces, self._kings, self._turn
        self._played.append((pieces[0], pieces[1], kings, known, self._offered))
        origin, target, taken, text = known
        pieces[turn] = pieces[turn] ^ origin | target
        if taken:
            pieces[1 - turn] ^= taken
            kings &= ~taken
        if kings & origin:
            kings = kings ^ origin | target
        elif target & PROMOTION[turn]:
            kings |= target
        self._kings = kings
        self._turn = 1 - turn
        self._offered = False
        self._plies.append(text)

    def pop(self) -> str:
        """Take the last ply back and return its text."""
        if not self._played:
            raise IndexError("no ply has been played")
        white, black, self._kings, _, self._offered = self._played.pop()
        self._pieces = [white, black]
        self._turn = 1 - self._turn
        return self._plies.pop()

    def defer_end_checks(self) -> None:
        """Nothing is hard to tell here."""

    def finish_end_checks(self) -> bool:
        return False

    def offer_draw(self) -> None:
        """Note that the player who has just moved offers a draw; what the opponent says is not on the board."""
        if not self.plies:
            raise IndexError("nobody has moved yet")
        self._offered = True

    def is_legal(self, ply: str) -> bool:
        """Whether `push` would take this ply."""
        return self._legal_ply(expect(ply, str).removesuffix(OFFER)) is not None

    def legal_moves(self) -> Iterator[Step]:
        """Every legal ply as a step (`move` or `capture`); captures that differ only in what they take are several."""
        for origin, target, taken, _ in self.ply_details():
            yield Step(NAMES[origin], NAMES[target], "capture" if taken else "move")

    def legal_plies(self) -> Iterator[str]:
        """Every legal ply as it is written, by square; none when the game is over."""
        return (ply.text for ply in self.ply_details())

    def ply_details(self) -> Iterator[Ply]:
        """The same plies with their squares and what they take."""
        own, other = self._own_and_other()
        if not can_capture(own, other, self._kings):
            for origin, target in sorted(quiet_moves(own, other, self._kings, self._turn)):
                yield Ply(origin, target, 0, f"{NAMES[origin]}-{NAMES[target]}")
            return
        ways = routes(own, other, self._kings)
        ends = Counter((capture.origin, capture.target) for capture in ways)
        for capture in sorted(ways, key=ways.__getitem__):
            route = ways[capture] if ends[capture.origin, capture.target] > 1 else ()
            yield Ply(*capture, text_of(capture, route))

    def outcome(self) -> Outcome | None:
        """Who has won on the board; None while play goes on. Draws are agreed on, claimed or adjudicated."""
        own, other = self._own_and_other()
        if can_move(own, other, self._kings, self._turn):
            return None
        return Outcome(_SIDES[1 - self._turn], Termination.NORMAL, END)

    def accepted_draw(self) -> Outcome | None:
        """The draw by repetition or by 25, 16 or 5 moves that stands now, whether or not anybody offered it."""
        rule = standing_draw(self.states())
        return None if rule is None else Outcome(None, Termination.NORMAL, rule.value)

    def position(self, view: str | None = None) -> str:
        """The FEN string. Nothing is hidden in draughts: the only view is `open`."""
        _check_view(view)
        return position_text(self._pieces[0], self._pieces[1], self._kings, self._turn)

    def keys(self, most: int | None = None) -> list[int]:
        from .position_keys import keys_of  # loaded only when an archive asks

        return keys_of(self.states() if most is None else self.states()[:most])

    def words(self, ply: str, view: str | None = None) -> str:
        """A legal ply, not yet played, in words; nothing is hidden, so every view hears the same."""
        _check_view(view)
        bare = ply.removesuffix(OFFER)
        known = self._legal_ply(bare)
        if known is None:
            raise find_violation(self.snapshot(), bare)
        origin, target, taken, _ = known
        is_king = bool(origin & self._kings)
        sentence = ply_in_words(turn=self._turn, is_king=is_king, origin=origin, target=target, taken=taken)
        return sentence if bare == ply else f"{sentence}, and offers a draw"

    def last_squares(self) -> tuple[str, ...]:
        """Origin and target of the last ply, then where pieces were captured."""
        if not self._played:
            return ()
        origin, target, taken, _ = self._played[-1][3]
        return (NAMES[origin], NAMES[target], *(NAMES[bit] for bit in bits_of(taken)))

    def marks(self, view: str | None = None) -> tuple[Placed, ...]:
        """For a picture of the board: the pieces the last ply captured, faded."""
        from .drawing import captured_marks

        _check_view(view)
        if not self._played:
            return ()
        _, _, kings, ply, _ = self._played[-1]
        return captured_marks(ply.taken, kings, self._turn)

    def snapshot(self) -> Position:
        return Position(self._pieces[0], self._pieces[1], self._kings, _SIDES[self._turn])

    def states(self) -> list[State]:
        """The positions from the start to this one, and how each came about."""
        turn = self._turn ^ (len(self._played) & 1)
        states: list[State] = []
        is_king_move = False
        for white, black, kings, ply, _ in self._played:
            states.append(State(white, black, kings, turn, is_king_move))
            is_king_move = not ply.taken and bool(ply.origin & kings)
            turn = 1 - turn
        white, black = self._pieces
        states.append(State(white, black, self._kings, turn, is_king_move))
        return states

    def start_position(self) -> str:
        return Position(*self.states()[0][:3], _SIDES[self._turn ^ (len(self._played) & 1)]).text

    def copy(self) -> Self:
        twin = type(self)(position=self.snapshot())
        twin._offered = self._offered
        twin._plies = self._plies.copy()
        twin._played = self._played.copy()
        return twin

    def state(self) -> tuple[object, ...]:
        return (self._offered,)

    def _own_and_other(self) -> tuple[int, int]:
        return self._pieces[self._turn], self._pieces[1 - self._turn]

    def _legal_ply(self, text: str) -> Ply | None:
        """The ply of this text if it is legal now, as it is written canonically."""
        own, other = self._own_and_other()
        kings, turn = self._kings, self._turn
        slide = SLIDES.get(text)
        if slide is None:
            return self._legal_capture(text) if "x" in text else None
        origin, target, between, _ = slide
        if not origin & own or (target | between) & (own | other):
            return None
        if not origin & kings and (between or (target > origin) != bool(turn)):
            return None
        return None if can_capture(own, other, kings) else Ply(origin, target, 0, text)

    def _legal_capture(self, text: str) -> Ply | None:
        own, other = self._own_and_other()
        legal = captures(own, other, self._kings)
        found = capture_of(text, legal, own, other, self._kings)
        if found is None:
            return None
        return Ply(*found, self._capture_text(found, legal))

    def _capture_text(self, capture: Capture, legal: list[Capture]) -> str:
        """Origin and target say it all, but for captures that share both: these name every square."""
        if sum(each.origin == capture.origin and each.target == capture.target for each in legal) == 1:
            return text_of(capture)
        own, other = self._own_and_other()
        return text_of(capture, routes(own, other, self._kings)[capture])


def _check_view(view: str | None) -> None:
    if view not in (None, "open"):
        raise ValueError(f"draughts are seen openly; there is no view {view}")
