"""Why a ply is not legal: the code, the rule's name and a sentence that tells the player."""

from __future__ import annotations

from typing import Final

from ..core import RuleViolation, shorten
from ..texts import OR, Fact, Sentence, counted_sentence, gettext, join_list
from .board import BITS, NAMES, SIDE_TEXTS, SLIDES, SQUARES, Slide, bits_of
from .codes import Code
from .moves import Capture, can_capture, can_move, captures, captures_along, routes, shorter_captures
from .notation import Written, spelt, text_of
from .position import Position

_MAX_NAMED: Final = 4  # captures in a sentence


def find_violation(position: Position, ply: str) -> RuleViolation:
    """The first thing wrong with an illegal ply, in the order in which a player would notice it."""
    return _Finding(position).violation(ply)


class _Finding:
    """A position, seen from the side to move."""

    def __init__(self, position: Position) -> None:
        self.turn = int(position.turn)
        self.side = SIDE_TEXTS[self.turn]
        pieces = (position.white, position.black)
        self.own, self.other = pieces[self.turn], pieces[1 - self.turn]
        self.kings = position.kings

    def violation(self, ply: str) -> RuleViolation:
        written = spelt(ply)
        if written is None:
            message = Sentence(
                "%(ply)s is no ply: write two squares with - for a move (32-28) or x for a capture "
                "(32x23, or every square of its way: 32x23x14).",
                ply=shorten(ply),
            )
            return RuleViolation(Code.NOT_A_PLY, "notation", message)
        if written.unknown is not None:
            message = Sentence(
                "There is no square %(unknown)s: the squares are 1 to %(last)s.",
                unknown=written.unknown,
                last=SQUARES,
            )
            return RuleViolation(Code.SQUARE_UNKNOWN, "notation", message)
        if not can_move(self.own, self.other, self.kings, self.turn):
            other = SIDE_TEXTS[1 - self.turn]
            message = Sentence(
                "The game was over before this ply: %(side)s cannot move, and %(other)s has won.",
                side=self.side,
                other=other,
            )
            return RuleViolation(Code.GAME_OVER, "end", message)
        return (
            self._wrong_piece(written.squares[0])
            or (self._wrong_capture(written) if written.captures else None)
            or self._wrong_move(*written.squares[:2])
        )

    def _wrong_piece(self, number: int) -> RuleViolation | None:
        bit = BITS[number]
        if bit & self.own:
            return None
        if bit & self.other:
            other = SIDE_TEXTS[1 - self.turn]
            message = Sentence(
                "The piece on %(number)s is %(other)s's, and it is %(side)s's turn.",
                number=number,
                other=other,
                side=self.side,
            )
            return RuleViolation(Code.NOT_YOUR_PIECE, "move", message)
        return RuleViolation(
            Code.NO_PIECE, "move", Sentence("%(number)s is empty: there is no piece to move.", number=number)
        )

    def _wrong_capture(self, written: Written) -> RuleViolation:
        squares = [BITS[number] for number in written.squares]
        origin, target = squares[0], squares[-1]
        legal = captures(self.own, self.other, self.kings)
        if not legal:
            slide = SLIDES.get(f"{NAMES[origin]}-{NAMES[target]}")
            if slide is not None and self._wrong_slide(slide) is None:
                message = Sentence(
                    "Nothing is captured on the way to %(target)s: write - instead of x.",
                    target=NAMES[target],
                )
                return RuleViolation(Code.NOT_A_CAPTURE, "capture", message)
            message = Sentence(
                "Nothing can be captured: no piece of %(side)s's can jump another.", side=self.side
            )
            return RuleViolation(Code.CANNOT_CAPTURE, "capture", message)
        same_ends = [each for each in legal if each.origin == origin and each.target == target]
        if len(squares) == 2 and len(same_ends) > 1:
            ways = routes(self.own, self.other, self.kings)
            texts = sorted(text_of(each, ways[each]) for each in same_ends)
            message = Sentence(
                "Several captures are written like this: name all squares, %(captures)s.",
                captures=_some(texts),
            )
            return RuleViolation(Code.AMBIGUOUS_CAPTURE, "notation", message)
        most = legal[0].taken.bit_count()
        shorter = self._shorter(squares)
        if shorter is not None:
            message = counted_sentence(
                "This takes %(number)s piece, but %(most)s can be taken, and the most must be: %(captures)s.",
                "This takes %(number)s pieces, but %(most)s can be taken, and the most must be: "
                "%(captures)s.",
                shorter.taken.bit_count(),
                most=most,
                captures=_some(self._texts()),
            )
            return RuleViolation(Code.CAPTURES_TOO_FEW, "majority", message)
        facts: dict[str, Fact] = {
            "square": NAMES[origin], "side": self.side, "possible": _some(self._texts())
        }  # fmt: skip
        message = (
            Sentence(
                "The king on %(square)s cannot capture like this; %(side)s can play %(possible)s.", **facts
            )
            if origin & self.kings
            else Sentence(
                "The man on %(square)s cannot capture like this; %(side)s can play %(possible)s.", **facts
            )
        )
        return RuleViolation(Code.CANNOT_CAPTURE, "capture", message)

    def _shorter(self, squares: list[int]) -> Capture | None:
        """The capture that is meant, if it would be one were not more pieces to be had."""
        if len(squares) > 2:
            return captures_along(squares, self.own, self.other, self.kings)
        found = [
            each
            for each in shorter_captures(self.own, self.other, self.kings)
            if each.origin == squares[0] and each.target == squares[1]
        ]
        return max(found, key=lambda each: each.taken.bit_count(), default=None)

    def _wrong_move(self, first: int, second: int) -> RuleViolation:
        origin, target = BITS[first], BITS[second]
        if can_capture(self.own, self.other, self.kings):
            if any(each[:2] == (origin, target) for each in captures(self.own, self.other, self.kings)):
                message = Sentence(
                    "This is a capture: write %(first)sx%(second)s.", first=first, second=second
                )
                return RuleViolation(Code.CAPTURE_NOT_MARKED, "capture", message)
            message = Sentence(
                "%(side)s must capture: %(captures)s.", side=self.side, captures=_some(self._texts())
            )
            return RuleViolation(Code.MUST_CAPTURE, "capture", message)
        slide = SLIDES.get(f"{first}-{second}")
        if slide is None:
            message = Sentence(
                "%(first)s and %(second)s are not on one diagonal: pieces move diagonally.",
                first=first,
                second=second,
            )
            return RuleViolation(Code.NOT_DIAGONAL, "move", message)
        violation = self._wrong_slide(slide)
        if violation is None:
            raise ValueError(f"{slide.text} is legal")
        return violation

    def _wrong_slide(self, slide: Slide) -> RuleViolation | None:
        """What is wrong with moving so when nothing can be captured; None if nothing is."""
        origin, target, between, _ = slide
        if target & (self.own | self.other):
            message = Sentence(
                "%(target)s is not empty: a piece moves to an empty square.", target=NAMES[target]
            )
            return RuleViolation(Code.SQUARE_OCCUPIED, "move", message)
        if not origin & self.kings:
            if (target > origin) != bool(self.turn):
                message = Sentence(
                    "The man on %(square)s moves forwards only; it is no king.", square=NAMES[origin]
                )
                return RuleViolation(Code.BACKWARDS, "move", message)
            if between:
                message = Sentence(
                    "The man on %(square)s moves one square at a time; it is no king.", square=NAMES[origin]
                )
                return RuleViolation(Code.TOO_FAR, "move", message)
        obstacles = between & (self.own | self.other)
        if obstacles:
            first = NAMES[next(bits_of(obstacles))]
            message = Sentence(
                "The piece on %(first)s is in the way from %(square)s to %(target)s.",
                first=first,
                square=NAMES[origin],
                target=NAMES[target],
            )
            return RuleViolation(Code.WAY_BLOCKED, "move", message)
        return None

    def _texts(self) -> list[str]:
        """The legal captures as they are written, those with all squares where their ends do not tell."""
        ways = routes(self.own, self.other, self.kings)
        ends = [(each.origin, each.target) for each in ways]
        return [
            text_of(each, ways[each] if ends.count((each.origin, each.target)) > 1 else ())
            for each in sorted(ways, key=ways.__getitem__)
        ]


def _some(texts: list[str]) -> Fact:
    if len(texts) > _MAX_NAMED:
        return gettext("%(captures)s and others").filled(captures=", ".join(texts[:_MAX_NAMED]))
    return join_list(texts, OR)
