"""Which moves and captures there are, on sets of squares: men, kings, flying captures, the majority rule.

Captured pieces leave the board after the whole capture: until then nobody lands on them and nobody jumps them twice.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple, TypeAlias

from .board import ALL, DOWN_RAYS, LEFT, NUMBERS, RIGHT, UP_RAYS

WHITE: Final = 0


class Capture(NamedTuple):
    """A whole capture: where it began and ended, and what it took."""

    origin: int
    target: int
    taken: int


# A capture on its way: where it began, where it stands, what of the other side has not been jumped.
_Way: TypeAlias = tuple[int, int, int]


def can_capture(own: int, other: int, kings: int) -> bool:
    """Whether any of these pieces can capture anything."""
    empty = ALL & ~(own | other)
    men = own & ~kings
    if (
        (men >> LEFT & other) >> LEFT & empty
        or (men >> RIGHT & other) >> RIGHT & empty
        or (men << LEFT & other) << LEFT & empty
        or (men << RIGHT & other) << RIGHT & empty
    ):
        return True
    kings &= own
    while kings:
        king = kings & -kings
        kings ^= king
        if any(True for _ in _king_jumps(king, other, empty)):
            return True
    return False


def captures(own: int, other: int, kings: int) -> list[Capture]:
    """Every capture by which the most pieces are taken; two that differ only in their way are one."""
    last = list(_levels(own, other, kings))[-1:]
    return [Capture(origin, stands, other ^ left) for ways in last for origin, stands, left in ways]


def shorter_captures(own: int, other: int, kings: int) -> set[Capture]:
    """What could be captured if not the most had to be, stops on the way included."""
    levels = list(_levels(own, other, kings))[:-1]
    return {Capture(origin, stands, other ^ left) for ways in levels for origin, stands, left in ways}


def routes(own: int, other: int, kings: int) -> dict[Capture, tuple[int, ...]]:
    """Of every capture the way by which it is written: its squares by number, the smallest of several ways."""
    found: dict[_Way, tuple[int, ...]] = {way: (NUMBERS[way[0]],) for way in _beginnings(own, other, kings)}
    while True:
        longer: dict[_Way, tuple[int, ...]] = {}
        for way, route in found.items():
            for after in _longer(way, own, other, kings):
                path = (*route, NUMBERS[after[1]])
                if after not in longer or path < longer[after]:
                    longer[after] = path
        if not longer:
            break
        found = longer
    return {
        Capture(origin, stands, other ^ left): route
        for (origin, stands, left), route in found.items()
        if left != other
    }


def captures_along(squares: list[int], own: int, other: int, kings: int) -> Capture | None:
    """What a piece takes that jumps from each of these squares to the next; None if it cannot."""
    way: _Way = (squares[0], squares[0], other)
    for square in squares[1:]:
        following = [after for after in _longer(way, own, other, kings) if after[1] == square]
        if not following:
            return None
        (way,) = following
    return Capture(squares[0], squares[-1], other ^ way[2])


def _levels(own: int, other: int, kings: int) -> Iterator[set[_Way]]:
    """The captures of one piece, of two, and so on: the last are those that may be played."""
    ways = set(_beginnings(own, other, kings))
    while ways := {after for way in ways for after in _longer(way, own, other, kings)}:
        yield ways


def _beginnings(own: int, other: int, kings: int) -> Iterator[_Way]:
    """Of men only those who can jump are looked at."""
    empty = ALL & ~(own | other)
    men = own & ~kings
    movers = own & kings | men & (
        ((empty << LEFT & other) << LEFT)
        | ((empty << RIGHT & other) << RIGHT)
        | ((empty >> LEFT & other) >> LEFT)
        | ((empty >> RIGHT & other) >> RIGHT)
    )
    while movers:
        piece = movers & -movers
        movers ^= piece
        yield piece, piece, other


def _longer(way: _Way, own: int, other: int, kings: int) -> Iterator[_Way]:
    """The ways one jump longer; the square where the piece came from is empty meanwhile."""
    origin, stands, left = way
    empty = ALL & ~(own | other) | origin
    if origin & kings:
        for victim, target in _king_jumps(stands, left, empty):
            yield origin, target, left ^ victim
        return
    if (victim := stands >> LEFT & left) and (target := victim >> LEFT & empty):
        yield origin, target, left ^ victim
    if (victim := stands >> RIGHT & left) and (target := victim >> RIGHT & empty):
        yield origin, target, left ^ victim
    if (victim := stands << LEFT & left) and (target := victim << LEFT & empty):
        yield origin, target, left ^ victim
    if (victim := stands << RIGHT & left) and (target := victim << RIGHT & empty):
        yield origin, target, left ^ victim


def _king_jumps(king: int, victims: int, empty: int) -> Iterator[tuple[int, int]]:
    """Whom a king on this square can jump, with every square he may land on."""
    length = king.bit_length()
    for ray, shift in DOWN_RAYS[length]:
        met = ray & ~empty
        victim = met & -met & victims
        target = victim << shift & empty
        while target:
            yield victim, target
            target = target << shift & empty
    for ray, shift in UP_RAYS[length]:
        met = ray & ~empty
        victim = (1 << met.bit_length() >> 1) & victims
        target = victim >> shift & empty
        while target:
            yield victim, target
            target = target >> shift & empty


def men_steps(men: int, empty: int, turn: int) -> tuple[int, int]:
    """Where men can step, to the left and to the right of the board's lower edge for Black, of its upper for White."""
    if turn == WHITE:
        return men >> LEFT & empty, men >> RIGHT & empty
    return men << LEFT & empty, men << RIGHT & empty


def king_slides(king: int, occupied: int) -> int:
    """Every square a king can go to without capturing."""
    length = king.bit_length()
    targets = 0
    for (ray, _), beyond in zip(DOWN_RAYS[length], (0, 1), strict=True):
        met = ray & occupied
        targets |= ray
        if met:
            nearest = met & -met
            targets &= ~(nearest | DOWN_RAYS[nearest.bit_length()][beyond][0])
    for (ray, _), beyond in zip(UP_RAYS[length], (0, 1), strict=True):
        met = ray & occupied
        targets |= ray
        if met:
            nearest = 1 << met.bit_length() >> 1
            targets &= ~(nearest | UP_RAYS[nearest.bit_length()][beyond][0])
    return targets


def quiet_moves(own: int, other: int, kings: int, turn: int) -> Iterator[tuple[int, int]]:
    """Every move without a capture, as origin and target; only legal if nothing can be captured."""
    occupied = own | other
    empty = ALL & ~occupied
    for targets, shift in zip(men_steps(own & ~kings, empty, turn), (LEFT, RIGHT), strict=True):
        while targets:
            target = targets & -targets
            targets ^= target
            yield (target << shift if turn == WHITE else target >> shift), target
    kings &= own
    while kings:
        king = kings & -kings
        kings ^= king
        targets = king_slides(king, occupied)
        while targets:
            target = targets & -targets
            targets ^= target
            yield king, target


def count_quiet(own: int, other: int, kings: int, turn: int) -> int:
    """How many moves without a capture there are."""
    occupied = own | other
    left, right = men_steps(own & ~kings, ALL & ~occupied, turn)
    count = left.bit_count() + right.bit_count()
    kings &= own
    while kings:
        king = kings & -kings
        kings ^= king
        count += king_slides(king, occupied).bit_count()
    return count


def can_move(own: int, other: int, kings: int, turn: int) -> bool:
    """Whether a side has any legal ply; without one it has lost."""
    empty = ALL & ~(own | other)
    left, right = men_steps(own & ~kings, empty, turn)
    if left or right:
        return True
    royal = own & kings
    near = royal << LEFT | royal << RIGHT | royal >> LEFT | royal >> RIGHT
    return bool(near & empty) or can_capture(own, other, kings)
