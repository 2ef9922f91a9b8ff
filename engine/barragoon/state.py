"""What a game of Barragoon consists of: board, plies and what was offered, to be read from outside but not written."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from ..board_game import BoardGame
from ..core import Rules, Side, expect
from .board import NAMES, SIDE_OF
from .dead_memory import Memory, lines_at_the_start
from .plies import Placements
from .position import Express, Position, position_text
from .repetition import Duty
from .ways import BITS
from .words import ply_in_words

if TYPE_CHECKING:
    from typing import Self

    from ..drawing import Placed

SIDES = (Side.FIRST, Side.SECOND)


class CheckedPly:
    """A legal ply: what it does and what there is after it. What there was before is noted when it is played."""

    __slots__ = (
        "alive",
        "board",
        "board_before",
        "captured",
        "duty_before",
        "offered_before",
        "origin",
        "placements",
        "reserve",
        "reserve_before",
        "target",
        "tile",
    )

    board_before: int
    reserve_before: int
    duty_before: Duty | None
    offered_before: bool

    def __init__(
        self,
        origin: int,
        target: int,
        tile: int,
        captured: int,
        placements: Placements,
        board: int,
        reserve: int,
        alive: bool,
    ) -> None:
        self.origin = origin
        self.target = target
        self.tile = tile
        self.captured = captured
        self.placements = placements
        self.board = board
        self.reserve = reserve
        self.alive = alive  # whether the position after it is known not to be dead (6b)


class GameState(BoardGame):
    """The state of a game and everything that only reads it; `game.Game` plays."""

    __slots__ = (
        "_alive",
        "_always_alive",
        "_board",
        "_cells",
        "_checked",
        "_checked_text",
        "_dead_positions",
        "_duty",
        "_express",
        "_has_levels",
        "_memory",
        "_movers",
        "_offered",
        "_played",
        "_plies",
        "_reserve",
        "_start",
        "_start_reserve",
        "_tiles_left",
        "_turn",
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
            start = expect(Position.parse(position) if isinstance(position, str) else position, Position)
        self._express = Express(*express) if express is not None else start.express
        self._start = start.cells
        self._cells = list(start.cells)
        self._board, *self._tiles_left = _board_and_tiles(start.cells)
        self._reserve = self._start_reserve = start.reserve
        self._plies: list[str] = []
        self._turn = int(start.turn)
        self._played: list[CheckedPly] = []
        self._duty: Duty | None = None
        self._offered = False
        # A tile of each side that could move when last looked, with an open way: (square, tile, mask).
        self._movers: list[tuple[int, int, int]] = [(0, -1, 0), (0, -1, 0)]
        # Whether the position is known not to be dead (6b). If 6b does not count, or after `defer_end_checks`, every
        # position is taken for alive.
        self._alive = self._always_alive = not dead_positions
        self._dead_positions = dead_positions
        self._memory = Memory(lines_at_the_start(start.cells, self._board)) if position is None else Memory()
        self._has_levels = self._express != (0, 0)
        self._checked_text = ""
        self._checked: CheckedPly | None = None

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

    @property
    def cells(self) -> tuple[int, ...]:
        """What lies on each square, as `engine.barragoon.board` numbers contents: a copy."""
        return tuple(self._cells)

    @property
    def board(self) -> int:
        """The same as one integer (`engine.barragoon.ways`)."""
        return self._board

    @property
    def reserve(self) -> int:
        """The barragoons beside the board."""
        return self._reserve

    @property
    def express(self) -> Express:
        return self._express

    def start_position(self) -> str:
        return position_text(
            self._start, self._turn ^ (len(self._played) & 1), self._start_reserve, self._express
        )

    def state(self) -> tuple[object, ...]:
        return self._duty, self._offered, self._dead_positions

    def copy(self) -> Self:
        """The same game with all its plies. What is done to one of the two does not show in the other."""
        twin = type(self)(position=Position(self._start, self.turn, self._start_reserve, self._express))
        twin._reserve = self._reserve
        twin._board, twin._cells, twin._tiles_left = self._board, self._cells.copy(), self._tiles_left.copy()
        twin._plies, twin._played = self._plies.copy(), self._played.copy()
        twin._duty, twin._offered = self._duty, self._offered
        twin._alive, twin._always_alive = self._alive, self._always_alive
        twin._dead_positions = self._dead_positions
        return twin

    def position(self, view: str | None = None) -> str:
        """The position string. Nothing is hidden in Barragoon: the only view is `open`."""
        if view not in (None, "open"):
            raise ValueError(f"Barragoon is seen openly; there is no view {view}")
        return position_text(self._cells, self._turn, self._reserve, self._express)

    def keys(self, most: int | None = None, *, mirrored: bool = False) -> list[int]:
        """The keys of the positions from the start to this one, or of the first of them, or of mirror images."""
        from .position_keys import keys_from  # loaded only when an archive asks

        began = self._turn ^ (len(self._played) & 1)
        plies = self._played if most is None else self._played[: most - 1]
        return keys_from(self._start, began, plies, mirrored=mirrored)

    def words(self, ply: str, view: str | None = None) -> str:
        """A legal ply, not yet played, in words; nothing is hidden, so every view hears the same."""
        return ply_in_words(self._cells, self._turn, ply)

    def last_squares(self) -> tuple[str, ...]:
        """Origin and target of the last ply, then where barragoons were placed."""
        if not self._played:
            return ()
        last = self._played[-1]
        placed = (NAMES[placement.square] for placement in last.placements if placement.content)
        return (NAMES[last.origin], NAMES[last.target], *placed)

    def marks(self, view: str | None = None) -> tuple[Placed, ...]:
        """None: everything on this board is seen by everybody."""
        return ()


@lru_cache(maxsize=16)
def _board_and_tiles(cells: tuple[int, ...]) -> tuple[int, int, int]:
    """The board as one integer, and how many tiles each side has."""
    board = sum(BITS[content][square] for square, content in enumerate(cells) if content)
    sides = [SIDE_OF[content] for content in cells]
    return board, sides.count(0), sides.count(1)
