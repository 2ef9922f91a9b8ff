"""A game of Barragoon: plies are checked, played and taken back, and the board tells when it is over."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from ..core import Outcome, Side, Step, Termination
from .board import EMPTY, LAST_FACE, NAMES, SIDE_OF, TILE_LETTERS
from .dead_memory import ALIVE_NEXT, UNKNOWN, Memory, lines_at_the_start
from .dead_watch import Liveness, is_dead, is_dead_after_glance, liveness
from .plies import HEADS, TAILS, Tail, without_offer
from .position import Express, Position, position_text
from .repetition import Duty, repeated_period
from .violations import find_violation
from .ways import BITS, PASSAGES, REACH, WAYS
from .words import ply_in_words

if TYPE_CHECKING:
    from ..drawing import Placed

# What a move onto a content is called.
KIND_OF = ("move",) + ("barragoon",) * LAST_FACE + ("tile",) * len(TILE_LETTERS)
_SIDES = (Side.FIRST, Side.SECOND)


# Both below are plain tuples: one of each is made for every ply of every record.

# A legal ply: origin, target, tile, captured, what is placed (square -1 if forgotten), board and reserve after it,
# and whether the position after it is known not to be dead (6b).
_Checked: TypeAlias = tuple[int, int, int, int, Tail, int, int, bool]

# A ply on the board and what stood there before it: board, reserve, duty, whether a draw was offered.
_Played: TypeAlias = tuple[_Checked, int, int, Duty | None, bool]


class Game:
    """A game that plies are pushed onto and popped off again.

    `cells`, `board`, `reserve` and `tiles_left` may be read by others in this package; only the game changes
    them.
    """

    __slots__ = (
        "_alive",
        "_always_alive",
        "_checked",
        "_checked_text",
        "_dead_positions",
        "_duty",
        "_has_levels",
        "_memory",
        "_movers",
        "_offered",
        "_played",
        "_start",
        "_turn",
        "board",
        "cells",
        "express",
        "plies",
        "reserve",
        "tiles_left",
    )

    def __init__(
        self,
        *,
        open: bool = False,  # noqa: A002  (the rule book's word for this set-up)
        express: tuple[int, int] | None = None,
        position: str | Position | None = None,
        dead_positions: bool = True,  # whether 6b ends the game; the proof of 6b itself has to do without
    ) -> None:
        if position is None:
            start = Position.start(is_open=open)
        else:
            start = Position.parse(position) if isinstance(position, str) else position
        self.express = Express(*express) if express is not None else start.express
        self._start = start.cells
        self.cells = list(start.cells)
        self.board, *self.tiles_left = _board_and_tiles(start.cells)
        self.reserve = start.reserve
        self.plies: list[str] = []
        self._turn = int(start.turn)
        self._played: list[_Played] = []
        self._duty: Duty | None = None
        self._offered = False
        # A tile of each side that could move when last looked, with an open way: (square, tile, mask).
        self._movers: list[tuple[int, int, int]] = [(0, -1, 0), (0, -1, 0)]
        # Whether the position is known not to be dead (6b). If 6b does not count, or after `defer_end_checks`, every
        # position is taken for alive.
        self._alive = self._always_alive = not dead_positions
        self._dead_positions = dead_positions
        self._memory = Memory(lines_at_the_start(start.cells, self.board)) if position is None else Memory()
        self._has_levels = self.express != (0, 0)
        self._checked_text: str | None = None
        self._checked: _Checked | None = None

    @property
    def turn(self) -> Side:
        return _SIDES[self._turn]

    def push(self, ply: str) -> None:
        """Play a ply, or raise `RuleViolation` and change nothing."""
        checked = self._checked if ply == self._checked_text else self._check(ply)
        if checked is None:
            bare = without_offer(ply)
            if bare is not None:
                self.push(bare)
                self.offer_draw()
                return
            raise find_violation(self, ply)
        cells, duty = self.cells, self._duty
        self._played.append((checked, self.board, self.reserve, duty, self._offered))
        origin, target, tile, captured, placements, self.board, reserve, self._alive = checked
        cells[origin] = EMPTY
        cells[target] = tile
        if captured:
            if captured > LAST_FACE:
                self.tiles_left[1 - self._turn] -= 1
                self.reserve = reserve
            for square, content in placements:
                if content:
                    cells[square] = content
        if duty is not None:
            self._duty = duty.after(ply, self.plies)
        self.plies.append(ply)
        self._offered = False
        self._turn ^= 1
        self._checked_text = None

    def pop(self) -> str:
        """Take the last ply back and return its text."""
        ply, self.board, self.reserve, self._duty, self._offered = self._played.pop()
        origin, target, tile, captured, placements, *_ = ply
        cells = self.cells
        for square, content in placements:
            if content:
                cells[square] = EMPTY
        cells[origin] = tile
        cells[target] = captured
        self._turn ^= 1
        self._alive = self._always_alive
        if captured > LAST_FACE:
            self.tiles_left[1 - self._turn] += 1
        self._checked_text = None
        return self.plies.pop()

    def defer_end_checks(self) -> None:
        """Leave 6b for `finish_end_checks`: later plies often decide what would be hard to find out now."""
        self._alive = self._always_alive = True

    def finish_end_checks(self) -> bool:
        """Decide what was left open; True if a position since the last capture is dead, this one included.

        A position is not dead if a later one is not, and none is before a capture. So one look is mostly enough.
        """
        self._alive = self._always_alive = not self._dead_positions
        if self._always_alive:
            return False
        found = liveness(self.cells, self.board, self._turn, self.express)
        self._alive = found is Liveness.ALIVE
        cells, turn = self.cells.copy(), self._turn
        for (origin, target, tile, captured, *_), board, *_ in reversed(self._played):
            if captured or found is not Liveness.OPEN:
                break
            cells[origin], cells[target] = tile, EMPTY
            turn = 1 - turn
            found = liveness(cells, board, turn, self.express)
        return found is Liveness.DEAD

    def offer_draw(self) -> None:
        """Note that the player who has just moved offers a draw. After a threefold sequence 6c applies."""
        if not self.plies:
            raise IndexError("nobody has moved yet")
        self._offered = True
        if self._duty is None:
            period = repeated_period(self.plies)
            if period:
                self._duty = Duty(period)
        self._checked_text = None

    def is_legal(self, ply: str) -> bool:
        """Whether `push` would take this ply."""
        checked = self._check(ply)
        if checked is None:
            bare = without_offer(ply)
            return bare is not None and self.is_legal(bare)
        self._checked_text, self._checked = ply, checked
        return True

    def legal_moves(self) -> Iterator[Step]:
        """Every move of a tile, lazily, in the order of squares: `Step("b1", "b5", "barragoon")`.

        Placements are not multiplied out. Nothing if the game is over.
        """
        if self.outcome() is not None:
            return
        barred = self.must_deviate_from()
        for origin, target, captured in self.tile_moves():
            step = Step(NAMES[origin], NAMES[target], KIND_OF[captured])
            # A capture can always be played with other placements; a plain move cannot be varied.
            if not (captured == EMPTY and barred == f"{step.origin}-{step.target}"):
                yield step

    def tile_moves(self) -> Iterator[tuple[int, int, int]]:
        """Origin, target and what lies there, for every move the side to move has by 4.1 to 4.5."""
        board, cells, turn = self.board, self.cells, self._turn
        for origin, tile in enumerate(cells):
            if SIDE_OF[tile] == turn:
                for target, _, masks in REACH[tile << 6 | origin]:
                    for mask in masks:
                        if not board & mask:
                            yield origin, target, cells[target]
                            break

    def outcome(self) -> Outcome | None:
        """The outcome on the board, or None while play goes on."""
        if self._duty is not None and self._duty.is_draw:
            return Outcome(None, Termination.NORMAL, "6c")
        if not self.can_go_on(self._turn):
            return Outcome(_SIDES[1 - self._turn], Termination.NORMAL, "6a")
        if self._is_dead():
            return Outcome(None, Termination.NORMAL, "6b")
        return None

    def can_go_on(self, side: int) -> bool:
        """Whether this side, were it to move, has more tiles that can move than its express level (6a)."""
        level = self.express[side]
        if not level:
            square, tile, mask = self._movers[side]
            if self.cells[square] == tile and not self.board & mask:
                return True
        for _ in self._movable_tiles(side):
            if not level:
                return True
            level -= 1
        return False

    def accepted_draw(self) -> Outcome | None:
        """The draw under 6c that stands if the offer on the last ply is accepted, else None."""
        if self._offered and repeated_period(self.plies):
            return Outcome(None, Termination.NORMAL, "6c")
        return None

    def position(self, view: str | None = None) -> str:
        """The position string. Nothing is hidden in Barragoon: the only view is `open`."""
        if view not in (None, "open"):
            raise ValueError(f"Barragoon is seen openly; there is no view {view}")
        return position_text(self.cells, self._turn, self.reserve, self.express)

    def keys(self, most: int | None = None) -> list[int]:
        """The keys of the positions from the start to this one, or of the first of them."""
        from .position_keys import keys_from  # loaded only when an archive asks

        began = self._turn ^ (len(self._played) & 1)
        plies = self._played if most is None else self._played[: most - 1]
        return keys_from(self._start, began, (played[0] for played in plies))

    def words(self, ply: str, view: str | None = None) -> str:
        """A legal ply, not yet played, in words; nothing is hidden, so every view hears the same."""
        return ply_in_words(self.cells, self._turn, ply)

    def last_squares(self) -> tuple[str, ...]:
        """Origin and target of the last ply, then where barragoons were placed."""
        if not self._played:
            return ()
        origin, target, _, _, placements, *_ = self._played[-1][0]
        return (NAMES[origin], NAMES[target], *(NAMES[square] for square, content in placements if content))

    def marks(self, view: str | None = None) -> tuple[Placed, ...]:
        """None: everything on this board is seen by everybody."""
        return ()

    def placements_due(self, captured: int) -> int:
        """How many barragoons are to be placed after capturing this content, were it not a last tile."""
        if captured <= LAST_FACE:
            return 1 if captured else 0
        return min(2, self.reserve)

    def is_last_tile(self, captured: int) -> bool:
        """Whether this content is a tile of the side not to move, and its last one (4.4)."""
        return captured > LAST_FACE and self.tiles_left[1 - self._turn] == 1

    def must_deviate_from(self) -> str:
        """The ply that the side to move must not play under 6c; empty if there is none."""
        if self._duty is not None and self.can_deviate():
            return self._duty.next_ply(self.plies)
        return ""

    def can_deviate(self) -> bool:
        """Whether the side to move has more than one legal ply, leaving 6c aside."""
        moves = self.tile_moves()
        only = next(moves, None)
        if only is None:
            return False
        captured = only[2]
        varies = captured != EMPTY and self.placements_due(captured) > 0
        return varies or next(moves, None) is not None

    def _check(self, ply: str) -> _Checked | None:
        """What a ply does, or None if it is not legal; why not is for `objection` to say."""
        head = HEADS[ply[:5]]
        if head is None:
            return None
        squares, captures, origin, target = head
        cells, board = self.cells, self.board
        tile = cells[origin]
        if SIDE_OF[tile] != self._turn:
            return None
        masks, change = PASSAGES[tile << 12 | squares]
        for mask in masks:
            if not board & mask:
                break
        else:
            return None
        captured = cells[target]
        after, reserve, alive = board ^ change, self.reserve, self._always_alive
        placements: Tail = ()
        if captures:
            given = TAILS[ply[5:]]
            if not captured or given is None:
                return None
            placements = given
            if captured > LAST_FACE:
                if not self._may_follow_tile(placements, captured):
                    return None
                reserve = max(0, reserve - 2)
            elif len(placements) != 1:
                return None
            after ^= BITS[captured][target]
            for square, content in placements:
                if content:
                    if cells[square] and square != origin:
                        return None
                    after |= BITS[content][square]
        elif captured or len(ply) != 5:
            return None
        if self._duty is not None or self._has_levels:
            if not self._may_go_on_with(ply):
                return None
        elif not captures and not self._alive:
            # A capture shows by itself that the position is not dead; otherwise somebody has to look.
            last = self._played[-1][0][1] if self._played else -1
            seen = self._memory.glance(cells, board, after, origin, last, self._turn)
            if seen == UNKNOWN and is_dead_after_glance(cells, board, self._turn, self._memory):
                return None
            alive = seen == ALIVE_NEXT
        return origin, target, tile, captured, placements, after, reserve, alive

    def _may_follow_tile(self, placements: Tail, captured: int) -> bool:
        """Whether as many barragoons follow the capture of this tile as must (4.4), not two on one square."""
        if len(placements) != self.placements_due(captured):
            return not placements and self.is_last_tile(captured)
        if len(placements) == 2:
            (first, content), (second, _) = placements
            return not content or first != second
        return True

    def _may_go_on_with(self, ply: str) -> bool:
        """Whether neither the express rule nor 6c stands against a ply that is legal otherwise."""
        return self.outcome() is None and self.must_deviate_from() != ply

    def _is_dead(self) -> bool:
        """Whether 6b ends the game here; the side to move is known not to have lost."""
        if not self._alive:
            self._alive = not is_dead(self.cells, self.board, self._turn, self.express)
        return not self._alive

    def _movable_tiles(self, side: int) -> Iterator[int]:
        """The squares of this side's tiles that can move."""
        board = self.board
        for square, tile in enumerate(self.cells):
            if SIDE_OF[tile] == side:
                for way in WAYS[tile << 6 | square]:
                    if not board & way.mask:
                        self._movers[side] = (square, tile, way.mask)
                        yield square
                        break


@lru_cache(maxsize=16)
def _board_and_tiles(cells: tuple[int, ...]) -> tuple[int, int, int]:
    """The board as one integer, and how many tiles each side has."""
    board = sum(BITS[content][square] for square, content in enumerate(cells) if content)
    sides = [SIDE_OF[content] for content in cells]
    return board, sides.count(0), sides.count(1)
