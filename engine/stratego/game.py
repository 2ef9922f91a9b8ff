"""A game of Stratego: plies are played, taken back and judged, and the board tells who has won."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from engine.core import Outcome, RuleViolation, Termination
from engine.stratego.board import PLIES, RAYS, SIZE, Ply
from engine.stratego.coding import (
    FOE,
    GAIT,
    KIND_BITS,
    MOVED,
    RAN,
    RESULT,
    RUNS,
    SHOWN,
    SIDES,
    STAYS,
    code_of,
)
from engine.stratego.knowledge import Seen, View, position_text, seen, visible_position
from engine.stratego.objections import NO_RUN, Run, objection
from engine.stratego.pieces import AttackResult, Kind, Side
from engine.stratego.position import Position
from engine.stratego.setup import Setup

DEFAULT_TWO_SQUARES: Final = 5
MOST_TWO_SQUARES: Final = 1000

_ATTACKER: Final = AttackResult.ATTACKER
_DEFENDER: Final = AttackResult.DEFENDER


class Attack(NamedTuple):
    """An attack that took place: both kinds are known to everybody from now on."""

    ply: Ply
    attacker: Kind
    defender: Kind
    result: AttackResult


class _Played(NamedTuple):
    """What is needed to take a ply back."""

    ply: Ply
    code: int
    victim: int
    run: Run


class Game:
    """A board with its history.

    >>> from engine import stratego
    >>> rows = "FBMGOJPLTN/BBCCCCCCCC/OJJPPPLLLT/TTNNNNSBBB"
    >>> game = stratego.Game(red=rows, blue=rows)
    >>> game.push("a4-a5")
    >>> game.is_legal("j7-j5")
    False
    """

    __slots__ = ("_board", "_history", "_limit", "_movable", "_outcome", "_runs", "_turn", "_witness")

    def __init__(
        self,
        red: str | Setup | None = None,
        blue: str | Setup | None = None,
        *,
        position: str | Position | None = None,
        two_squares: int = DEFAULT_TWO_SQUARES,
    ) -> None:
        if not 1 <= two_squares <= MOST_TWO_SQUARES:
            raise RuleViolation(
                "two-squares-limit",
                "two squares",
                f"The two-squares limit is a number from 1 to {MOST_TWO_SQUARES}, not {two_squares}.",
            )
        self._limit = two_squares
        self._turn = 0
        if position is None:
            self._board = _set_up(red, blue)
        else:
            if red is not None or blue is not None:
                raise ValueError("a game starts from set-ups or from a position, not from both")
            start = Position.parse(position) if isinstance(position, str) else position
            self._board = _placed(start)
            self._turn = SIDES.index(start.turn)
        self._history: list[_Played] = []
        self._runs = [NO_RUN, NO_RUN]
        self._movable = [sum(gait[code] != STAYS for code in self._board) for gait in GAIT]
        # A step that each side could take when last looked at: mostly it still can, and nothing need be searched.
        self._witness = [(0, 0), (0, 0)]
        self._outcome = self._outcome_of_start()

    @property
    def turn(self) -> Side:
        return SIDES[self._turn]

    @property
    def two_squares(self) -> int:
        return self._limit

    @property
    def plies(self) -> tuple[Ply, ...]:
        """What has been played so far."""
        return tuple(played.ply for played in self._history)

    def push(self, ply: str | Ply) -> None:
        """Play a ply; raise RuleViolation, and change nothing, if it is not legal."""
        text = ply if isinstance(ply, str) else ply.text
        known = PLIES.get(text)
        if known is None or self._outcome is not None:
            raise self._objection(text)
        source, target, attacks, between, _ = known
        board = self._board
        turn = self._turn
        code = board[source]
        victim = board[target]
        gait = GAIT[turn][code]
        if not gait or (not FOE[turn][victim] if attacks else victim):
            raise self._objection(text)
        if between:
            if gait != RUNS:
                raise self._objection(text)
            for square in between:
                if board[square]:
                    raise self._objection(text)
            moved = code | (MOVED | RAN)
        else:
            moved = code | MOVED
        run = self._runs[turn]
        if run[0] == target and run[1] == source:
            count = run[2] + 1
            if count > self._limit:
                raise self._objection(text)
        else:
            count = 1
        self._history.append(_Played(known, code, victim, run))
        self._runs[turn] = Run(source, target, count)
        board[source] = 0
        self._turn = 1 - turn
        if attacks:
            self._fight(turn, target, moved, victim)
        else:
            board[target] = moved
        if self._outcome is None and self._is_stuck():
            self._outcome = Outcome(SIDES[turn], Termination.NORMAL, "end")

    def pop(self) -> Ply:
        """Take the last ply back and return it."""
        if not self._history:
            raise IndexError("no ply has been played")
        ply, code, victim, run = self._history.pop()
        turn = self._turn = 1 - self._turn
        self._board[ply.source] = code
        self._board[ply.target] = victim
        self._runs[turn] = run
        self._outcome = None
        if victim:
            result = RESULT[code & KIND_BITS][victim & KIND_BITS]
            self._count_losses(turn, victim, result, 1)
        return ply

    def is_legal(self, ply: str | Ply) -> bool:
        """Whether a ply may be played now, found without generating the others."""
        ...

    def legal_moves(self) -> Iterator[Ply]:
        """Every legal ply, one after the other; none when the game is over."""
        if self._outcome is None:
            yield from self._moves_by_the_rules()

    def outcome(self) -> Outcome | None:
        """Who has won on the board, and by which rule; None while the game goes on."""
        return self._outcome

    def last_attack(self) -> Attack | None:
        """The attack of the last ply, or None if it was a move (or nothing was played)."""
        if not self._history or not self._history[-1].victim:
            return None
        ply, code, victim, _ = self._history[-1]
        attacker, defender = Kind(code & KIND_BITS), Kind(victim & KIND_BITS)
        return Attack(ply, attacker, defender, RESULT[attacker][defender])
