"""A game of Stratego: plies are played, taken back and judged, and the board tells who has won."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from ..board_game import BoardGame
from ..core import Outcome, Rules, RuleViolation, Side, Step, TagError, Termination, expect
from ..texts import Sentence
from .board import NAMES, PLIES, RAYS, SQUARES, Ply
from .codes import Code
from .coding import (
    FLAG_OF,
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
    board_of_position,
    board_of_setups,
)
from .knowledge import Seen, View, position_text, seen
from .pieces import Attack, AttackResult, Kind
from .position import Position
from .setup import Setup
from .violations import find_violation, over
from .words import in_words

if TYPE_CHECKING:
    from ..drawing import Placed

DEFAULT_TWO_SQUARES: Final = 5
MAX_TWO_SQUARES: Final = 1000
END: Final = "end"

_ATTACKER: Final = AttackResult.ATTACKER
_DEFENDER: Final = AttackResult.DEFENDER


# What is needed to take a ply back: the ply, the mover's code, the victim's (or 0), and the mover's last
# ply before with its run. A plain tuple: one is made for every ply of every record.
_Played = tuple[Ply, int, int, Ply | None, int]


class Game(BoardGame):
    """A board with its history.

    >>> from engine import stratego
    >>> rows = "FBMGOJPLTN/BBCCCCCCCC/OJJPPPLLLT/TTNNNNSBBB"
    >>> game = stratego.Game(red=rows, blue=rows)
    >>> game.push("a4-a5")
    >>> game.is_legal("j7-j5")
    False
    """

    __slots__ = (
        "_board",
        "_history",
        "_last",
        "_limit",
        "_movable",
        "_outcome",
        "_plies",
        "_run",
        "_start",
        "_turn",
    )

    def __init__(
        self,
        red: str | Setup | None = None,
        blue: str | Setup | None = None,
        *,
        position: str | Position | None = None,
        two_squares: int = DEFAULT_TWO_SQUARES,
    ) -> None:
        if not 1 <= expect(two_squares, int) <= MAX_TWO_SQUARES:
            raise TagError(
                "TwoSquares",
                Code.TWO_SQUARES_LIMIT,
                "two squares",
                Sentence(
                    "The two-squares limit is a number from 1 to %(most)s, not %(limit)s.",
                    most=MAX_TWO_SQUARES,
                    limit=two_squares,
                ),
            )
        self._limit = two_squares
        self._turn = 0
        if position is not None:
            if red is not None or blue is not None:
                raise ValueError("a game starts from set-ups or from a position, not from both")
            start = expect(Position.parse(position) if isinstance(position, str) else position, Position)
            self._board = board_of_position(start)
            self._turn = int(start.turn)
        elif red is None or blue is None:
            raise ValueError("a game starts from two set-ups, red= and blue=, or from a position")
        else:
            self._board = board_of_setups(
                expect(Setup.parse(red) if isinstance(red, str) else red, Setup),
                expect(Setup.parse(blue) if isinstance(blue, str) else blue, Setup),
            )
        self._start = tuple(self._board)
        self._plies: list[str] = []
        self._history: list[_Played] = []
        # Each side's last ply, and in how many turns in a row its piece has gone between these two squares.
        self._last: list[Ply | None] = [None, None]
        self._run = [0, 0]
        self._movable = [sum(gait[code] != STAYS for code in self._board) for gait in GAIT]
        self._outcome = self._outcome_of_start()

    @property
    def rules(self) -> Rules:
        from .rules import RULES

        return RULES

    @property
    def turn(self) -> Side:
        return SIDES[self._turn]

    @property
    def plies(self) -> list[str]:
        return self._plies

    def start_position(self) -> str:
        return position_text(self._start, SIDES[self._turn ^ (len(self._history) & 1)], View.OPEN)

    def state(self) -> tuple[object, ...]:
        return self._limit, *self._run

    def copy(self) -> Game:
        """The same game with all its plies. What is done to one of the two does not show in the other."""
        twin = Game(position=self.start_position(), two_squares=self._limit)
        twin._board, twin._plies, twin._history = self._board.copy(), self._plies.copy(), self._history.copy()
        twin._last, twin._run, twin._movable = self._last.copy(), self._run.copy(), self._movable.copy()
        twin._turn, twin._outcome = self._turn, self._outcome
        return twin

    @property
    def two_squares(self) -> int:
        """In how many turns in a row a piece may go to and fro between two squares."""
        return self._limit

    def push(self, ply: str) -> None:
        """Play a ply; raise RuleViolation, and change nothing, if it is not legal."""
        known = self._legal_ply(ply)
        if known is None:
            raise self._objection(ply)
        source, target, between, attacks, text = known
        board = self._board
        turn = self._turn
        code = board[source]
        victim = board[target]
        last = self._last[turn]
        run = self._run[turn]
        self._history.append((known, code, victim, last, run))
        self._plies.append(text)
        returns = last is not None and last.target == source and last.source == target
        self._run[turn] = run + 1 if returns else 1
        self._last[turn] = known
        board[source] = 0
        self._turn = 1 - turn
        moved = code | MOVED | RAN if between else code | MOVED
        if attacks:
            self._fight(turn, target, moved, victim)
        else:
            board[target] = moved
        if self._outcome is None and self._is_stuck():
            self._outcome = Outcome(SIDES[turn], Termination.NORMAL, END)

    def pop(self) -> str:
        """Take the last ply back and return its text."""
        if not self._history:
            raise IndexError("no ply has been played")
        ply, code, victim, last, run = self._history.pop()
        turn = self._turn = 1 - self._turn
        self._board[ply.source] = code
        self._board[ply.target] = victim
        self._last[turn] = last
        self._run[turn] = run
        self._outcome = None
        if victim:
            self._count_losses(turn, RESULT[code & KIND_BITS][victim & KIND_BITS], victim, -1)
        return self._plies.pop()

    def is_legal(self, ply: str) -> bool:
        """Whether a ply may be played now, found without generating the others."""
        return self._legal_ply(expect(ply, str)) is not None

    def legal_moves(self) -> Iterator[Step]:
        """Every legal ply as a step (`move` or `attack`), lazily; none when the game is over."""
        if self._outcome is None:
            for ply in self._plies_by_the_rules():
                yield Step(NAMES[ply.source], NAMES[ply.target], "attack" if ply.attacks else "move")

    def legal_plies(self) -> Iterator[str]:
        """Every legal ply as it is written, lazily; none when the game is over."""
        if self._outcome is None:
            for ply in self._plies_by_the_rules():
                yield ply.text

    def visible_moves(self, view: str) -> Iterator[Step]:
        """The legal moves of pieces this viewer knows; those of a face-down piece would betray its kind."""
        known = {piece.square for piece in self.seen(view) if piece.kind is not None}
        return (step for step in self.legal_moves() if step.origin in known)

    def written(self, origin: str, target: str) -> str:
        """How going from one square to another is written now: with `x` if somebody stands there."""
        return f"{origin}{'x' if self._board[SQUARES[target]] else '-'}{target}"

    def defer_end_checks(self) -> None:
        """Nothing is hard to tell here: `push` always knows whether the game is over."""

    def finish_end_checks(self) -> bool:
        return False

    def offer_draw(self) -> None:
        raise RuleViolation(
            Code.NO_DRAW_OFFERS,
            END,
            Sentence(
                "Stratego's rules know no draw offer on a ply; a draw agreed on is the tag Termination "
                '"agreement" with the result 1/2-1/2.'
            ),
        )

    def outcome(self) -> Outcome | None:
        """Who has won on the board, and by which rule; None while the game goes on."""
        return self._outcome

    def accepted_draw(self) -> Outcome | None:
        return None

    def position(self, view: str | None = None) -> str:
        """The position string as `open` (all of it), `red`, `blue` or `spectator` see it."""
        return position_text(self._board, self.turn, View.OPEN if view is None else View.named(view))

    def keys(self, most: int | None = None, view: str = View.OPEN, *, mirrored: bool = False) -> list[int]:
        """The keys of the positions from the start to this one, or of the first of them, as a view knows them."""
        from .position_keys import keys_from  # loaded only when an archive asks

        began = self._turn ^ (len(self._history) & 1)
        played = self._history if most is None else self._history[: most - 1]
        return keys_from(self._start, began, played, View.named(view), mirrored=mirrored)

    def seen(self, view: str) -> tuple[Seen, ...]:
        """Every piece on the board with what this viewer knows of it, and nothing more."""
        return seen(self._board, View.named(view))

    def words(self, ply: str, view: str | None = None) -> str:
        """A legal ply, not yet played, in words, as this viewer sees it happen."""
        legal = self._legal_ply(ply)
        if legal is None:
            raise self._objection(ply)
        return in_words(self._board, legal, View.OPEN if view is None else View.named(view))

    def last_squares(self) -> tuple[str, ...]:
        if not self._history:
            return ()
        ply = self._history[-1][0]
        return (NAMES[ply.source], NAMES[ply.target])

    def marks(self, view: str | None = None) -> tuple[Placed, ...]:
        """For a picture of the board: who fell in the last attack, and what of each piece is known."""
        from .drawing import attack_marks, knowledge_marks

        chosen = View.OPEN if view is None else View.named(view)
        attack = self.last_attack()
        return (
            *knowledge_marks(seen(self._board, chosen), chosen),
            *(attack_marks(attack, self.turn.other) if attack else ()),
        )

    def last_attack(self) -> Attack | None:
        """The attack of the last ply, or None if it was a move (or nothing was played)."""
        if not self._history or not self._history[-1][0].attacks:
            return None
        ply, code, victim, _, _ = self._history[-1]
        attacker, defender = Kind(code & KIND_BITS), Kind(victim & KIND_BITS)
        return Attack(ply.text, attacker, defender, RESULT[attacker][defender])

    def captured(self, side: Side) -> tuple[Kind, ...]:
        """What this side has lost so far, in the order it left the board; everybody saw it."""
        lost = []
        for number, (_, code, victim, _, _) in enumerate(self._history):
            if not victim:
                continue
            result = RESULT[code & KIND_BITS][victim & KIND_BITS]
            is_attacker = (number + len(self._history) + self._turn) % 2 == side
            survivor = _ATTACKER if is_attacker else _DEFENDER
            if result is not survivor:
                lost.append(Kind((code if is_attacker else victim) & KIND_BITS))
        return tuple(lost)

    def _legal_ply(self, text: str) -> Ply | None:
        """The ply of this text if it is legal now. Every rule on moving is in here."""
        ply = PLIES.get(text)
        if ply is None or self._outcome is not None:
            return None
        source, target, between, attacks, _ = ply
        board = self._board
        turn = self._turn
        gait = GAIT[turn][board[source]]
        if not gait or (not FOE[turn][board[target]] if attacks else board[target]):
            return None
        if between:
            if gait != RUNS:
                return None
            for square in between:
                if board[square]:
                    return None
        if self._run[turn] >= self._limit:
            last = self._last[turn]
            if last is not None and last.target == source and last.source == target:
                return None
        return ply

    def _plies_by_the_rules(self) -> Iterator[Ply]:
        """The same rules as `_legal_ply`, asked from the pieces' side; nobody has lost yet."""
        board = self._board
        turn = self._turn
        gait, foe = GAIT[turn], FOE[turn]
        last = self._last[turn] if self._run[turn] >= self._limit else None
        for source, code in enumerate(board):
            if not gait[code]:
                continue
            barred = last.source if last is not None and source == last.target else -1
            for ray in RAYS[source]:
                for ahead, move, attack in ray if gait[code] == RUNS else ray[:1]:
                    if foe[board[ahead]]:
                        if ahead != barred:
                            yield attack
                        break
                    if board[ahead]:
                        break
                    if ahead != barred:
                        yield move

    def _fight(self, turn: int, target: int, attacker: int, defender: int) -> None:
        """Settle an attack: who stays on the square, who has lost what, whether the game is over."""
        result = RESULT[attacker & KIND_BITS][defender & KIND_BITS]
        if result is _ATTACKER:
            self._board[target] = attacker | SHOWN
        elif result is _DEFENDER:
            self._board[target] = defender | SHOWN
        else:
            self._board[target] = 0
        self._count_losses(turn, result, defender, 1)
        if defender & KIND_BITS == Kind.FLAG:
            self._outcome = Outcome(SIDES[turn], Termination.NORMAL, END)
        else:
            self._outcome = self._outcome_by_counts()

    def _count_losses(self, turn: int, result: AttackResult, defender: int, lost: int) -> None:
        """Count the movable pieces an attack removes (`lost` is 1), or puts back when it is undone (-1)."""
        if result is not _ATTACKER:
            self._movable[turn] -= lost
        if result is not _DEFENDER and GAIT[1 - turn][defender]:
            self._movable[1 - turn] -= lost

    def _outcome_by_counts(self) -> Outcome | None:
        """Whoever has nothing but bombs and the flag left has lost; both so is a draw."""
        red, blue = self._movable
        if red and blue:
            return None
        winner = SIDES[0] if red else SIDES[1] if blue else None
        return Outcome(winner, Termination.NORMAL, END)

    def _outcome_of_start(self) -> Outcome | None:
        """A start can be decided already: a flag is gone, nothing can move, or the mover is walled in."""
        for side in SIDES:
            if FLAG_OF[side] not in self._board:
                return Outcome(side.other, Termination.NORMAL, END)
        if self._outcome_by_counts() is not None:
            return self._outcome_by_counts()
        return Outcome(self.turn.other, Termination.NORMAL, END) if self._is_stuck() else None

    def _is_stuck(self) -> bool:
        """Whether the player to move, who has pieces that could move, has no legal ply."""
        turn = self._turn
        last = self._last[turn]
        # A piece that moved last turn and still stands can mostly go back: its way was empty, and at most
        # one opponent has come into it since, who can be attacked.
        if last is not None and self._run[turn] < self._limit and GAIT[turn][self._board[last.target]]:
            return False
        return next(self._plies_by_the_rules(), None) is None

    def _objection(self, text: str) -> RuleViolation:
        expect(text, str)
        if self._outcome is not None:
            return RuleViolation(Code.GAME_OVER, END, over(self._outcome))
        return find_violation(self._board, self._turn, self._run[self._turn], self._limit, text)
