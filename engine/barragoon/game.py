"""A game of Barragoon: plies are checked, played and taken back, and the board tells when it is over."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from ..core import Outcome, Step, Termination, expect, expect_random
from .board import EMPTY, LAST_FACE, NAMES, SIDE_OF, TILE_LETTERS
from .dead_memory import ALIVE_NEXT, UNKNOWN
from .dead_watch import Liveness, is_dead, is_dead_after_glance, liveness
from .plies import MOVES, TAILS, Placements, without_offer
from .repetition import Duty, repeated_period
from .state import SIDES, CheckedPly, GameState
from .violations import find_violation
from .ways import BITS, PASSAGES, REACH, WAYS, passage

if TYPE_CHECKING:
    from random import Random

# What a move onto a content is called.
KIND_OF = ("move",) + ("barragoon",) * LAST_FACE + ("tile",) * len(TILE_LETTERS)


class Game(GameState):
    """A game that plies are pushed onto and popped off again."""

    __slots__ = ()

    def push(self, ply: str) -> None:
        """Play a ply, or raise `RuleViolation` and change nothing."""
        checked = self._checked
        if checked is None or ply != self._checked_text:
            try:
                checked = self._check(ply)
            except TypeError:
                expect(ply, str)
                raise
        if checked is None:
            bare = without_offer(expect(ply, str))
            if bare is not None:
                self.push(bare)
                self.offer_draw()
                return
            raise find_violation(self, ply)
        cells, duty, captured = self._cells, self._duty, checked.captured
        checked.board_before, checked.reserve_before = self._board, self._reserve
        checked.duty_before, checked.offered_before = duty, self._offered
        cells[checked.origin] = EMPTY
        cells[checked.target] = checked.tile
        if captured:
            if captured > LAST_FACE:
                self._tiles_left[1 - self._turn] -= 1
            for placement in checked.placements:
                if placement.content:
                    cells[placement.square] = placement.content
        if duty is not None:
            self._duty = duty.after(ply, self._plies)
        self._played.append(checked)
        self._plies.append(ply)
        self._board, self._reserve, self._alive = checked.board, checked.reserve, checked.alive
        self._offered = False
        self._turn ^= 1
        self._checked = None

    def pop(self) -> str:
        """Take the last ply back and return its text."""
        if not self._played:
            raise IndexError("no ply has been played")
        ply, cells = self._played.pop(), self._cells
        for placement in ply.placements:
            if placement.content:
                cells[placement.square] = EMPTY
        cells[ply.origin] = ply.tile
        cells[ply.target] = ply.captured
        self._board, self._reserve = ply.board_before, ply.reserve_before
        self._duty, self._offered = ply.duty_before, ply.offered_before
        self._turn ^= 1
        self._alive = self._always_alive
        if ply.captured > LAST_FACE:
            self._tiles_left[1 - self._turn] += 1
        self._checked = None
        return self._plies.pop()

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
        found = liveness(self._cells, self._board, self._turn, self._express)
        self._alive = found is Liveness.ALIVE
        cells, turn = self._cells.copy(), self._turn
        for ply in reversed(self._played):
            if ply.captured or found is not Liveness.OPEN:
                break
            cells[ply.origin], cells[ply.target] = ply.tile, EMPTY
            turn = 1 - turn
            found = liveness(cells, ply.board_before, turn, self._express)
        return found is Liveness.DEAD

    def offer_draw(self) -> None:
        """Note that the player who has just moved offers a draw. After a threefold sequence 6c applies."""
        if not self._plies:
            raise IndexError("nobody has moved yet")
        self._offered = True
        if self._duty is None:
            period = repeated_period(self._plies)
            if period:
                self._duty = Duty(period)
        self._checked = None

    def is_legal(self, ply: str) -> bool:
        """Whether `push` would take this ply."""
        checked = self._check(ply)
        if checked is None:
            bare = without_offer(expect(ply, str))
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

    def legal_plies(self) -> Iterator[str]:
        """Every complete ply, lazily, every way of placing barragoons included (but none forgotten).

        After the capture of a tile there may be hundreds of thousands; the capture of the last one is one ply (4.4).
        """
        from .complete_plies import complete_plies

        barred = self.must_deviate_from() if self.outcome() is None else ""
        return (ply for ply in complete_plies(self) if ply != barred) if self.outcome() is None else iter(())

    def random_ply(self, rng: Random) -> str:
        """One of `legal_plies`, each of them as likely as any other, without going through them.

        So captures of tiles, which can be completed in so many ways, are chosen nearly whenever there is one.
        """
        from .complete_plies import random_ply

        expect_random(rng)
        if self.outcome() is not None:
            raise IndexError("the game is over")
        barred = self.must_deviate_from()
        while (ply := random_ply(self, rng)) == barred:
            pass
        return ply

    def build_ply(self, step: Step, placements: Iterable[str] = ()) -> str:
        """The ply of a move and what is placed after it: `build_ply(step, ["NE@d4"])`. Checked as `push` does."""
        mark = "-" if step.kind == KIND_OF[EMPTY] else "x"
        return self.checked_ply("/".join((f"{step.origin}{mark}{step.target}", *placements)))

    def tile_moves(self) -> Iterator[tuple[int, int, int]]:
        """Origin, target and what lies there, for every move the side to move has by 4.1 to 4.5."""
        board, cells, turn = self._board, self._cells, self._turn
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
            return Outcome(SIDES[1 - self._turn], Termination.NORMAL, "6a")
        if self._is_dead():
            return Outcome(None, Termination.NORMAL, "6b")
        return None

    def can_go_on(self, side: int) -> bool:
        """Whether this side, were it to move, has more tiles that can move than its express level (6a)."""
        level = self._express[side]
        if not level:
            square, tile, mask = self._movers[side]
            if self._cells[square] == tile and not self._board & mask:
                return True
        for _ in self._movable_tiles(side):
            if not level:
                return True
            level -= 1
        return False

    def accepted_draw(self) -> Outcome | None:
        """The draw under 6c that stands if the offer on the last ply is accepted, else None."""
        if self._offered and repeated_period(self._plies):
            return Outcome(None, Termination.NORMAL, "6c")
        return None

    def placements_due(self, captured: int) -> int:
        """How many barragoons are to be placed after capturing this content, were it not a last tile."""
        if captured <= LAST_FACE:
            return 1 if captured else 0
        return min(2, self._reserve)

    def is_last_tile(self, captured: int) -> bool:
        """Whether this content is a tile of the side not to move, and its last one (4.4)."""
        return captured > LAST_FACE and self._tiles_left[1 - self._turn] == 1

    def must_deviate_from(self) -> str:
        """The ply that the side to move must not play under 6c; empty if there is none."""
        if self._duty is not None and self.can_deviate():
            return self._duty.next_ply(self._plies)
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

    def _check(self, ply: str) -> CheckedPly | None:
        """What a ply does, or None if it is not legal; why not is for `objection` to say."""
        move = MOVES[ply[:5]]
        if move is None:
            return None
        cells, board = self._cells, self._board
        origin, target = move.origin, move.target
        tile = cells[origin]
        if SIDE_OF[tile] != self._turn:
            return None
        key = tile << 12 | move.squares
        way = PASSAGES[key] or passage(key)
        if board & way.mask and board & way.other_mask:
            return None
        captured = cells[target]
        after, reserve, alive = board ^ way.change, self._reserve, self._always_alive
        placements: Placements = ()
        if move.captures:
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
            for placement in placements:
                square, content = placement.square, placement.content
                if content:
                    if cells[square] and square != origin:
                        return None
                    after |= BITS[content][square]
        elif captured or len(ply) != 5:
            return None
        if self._duty is not None or self._has_levels:
            if not self._may_go_on_with(ply):
                return None
        elif not captured and not self._alive:
            # A capture shows by itself that the position is not dead; otherwise somebody has to look.
            last = self._played[-1].target if self._played else -1
            seen = self._memory.glance(cells, board, after, origin, last, self._turn)
            if seen == UNKNOWN and is_dead_after_glance(cells, board, self._turn, self._memory):
                return None
            alive = seen == ALIVE_NEXT
        return CheckedPly(origin, target, tile, captured, placements, after, reserve, alive)

    def _may_follow_tile(self, placements: Placements, captured: int) -> bool:
        """Whether as many barragoons follow the capture of this tile as must (4.4), not two on one square."""
        if len(placements) != self.placements_due(captured):
            return not placements and self.is_last_tile(captured)
        if len(placements) == 2:
            first, second = placements
            return not first.content or first.square != second.square
        return True

    def _may_go_on_with(self, ply: str) -> bool:
        """Whether neither the express rule nor 6c stands against a ply that is legal otherwise."""
        return self.outcome() is None and self.must_deviate_from() != ply

    def _is_dead(self) -> bool:
        """Whether 6b ends the game here; the side to move is known not to have lost."""
        if not self._alive:
            self._alive = not is_dead(self._cells, self._board, self._turn, self._express)
        return not self._alive

    def _movable_tiles(self, side: int) -> Iterator[int]:
        """The squares of this side's tiles that can move."""
        board = self._board
        for square, tile in enumerate(self._cells):
            if SIDE_OF[tile] == side:
                for way in WAYS[tile << 6 | square]:
                    if not board & way.mask:
                        self._movers[side] = (square, tile, way.mask)
                        yield square
                        break
