"""Whether everybody left can still be paired: a complete matching, kept and mended (Edmonds' blossoms).

Neighbours are bit masks, so that a step looks at all of them at once. In a tournament nearly every step
finds a free neighbour; the search through blossoms is for the narrow places at the bottom of the table.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence

FREE = -1


def members(mask: int) -> Iterable[int]:
    """The positions of the bits set, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def complete(neighbours: Sequence[int], among: int, keep: Sequence[int] | None = None) -> list[int] | None:
    """A matching of all vertices of the mask `among` with each other, or None if there is none.

    `keep` is a matching known from before; what of it still holds is kept, the rest is mended.
    """
    mates = [FREE] * len(neighbours)
    free = among
    if keep is not None:
        for vertex in members(among):
            mate = keep[vertex]
            if mate != FREE and among >> mate & 1:
                mates[vertex] = mate
                free &= ~(1 << vertex)
    for vertex in members(free):
        if not free >> vertex & 1:
            continue
        choice = neighbours[vertex] & free
        if choice:
            mate = choice.bit_length() - 1
            mates[vertex], mates[mate] = mate, vertex
            free &= ~(1 << vertex | 1 << mate)
    while free:
        root = (free & -free).bit_length() - 1
        end = _augment(neighbours, mates, among, free, root)
        if end is None:
            return None
        free &= ~(1 << root | 1 << end)
    return mates


def _augment(neighbours: Sequence[int], mates: list[int], among: int, free: int, root: int) -> int | None:
    """Lengthen the matching by a path from the free root; the path's other end, or None if there is none."""
    size = len(neighbours)
    parent = [FREE] * size
    base = list(range(size))
    outer = 1 << root
    reached = 0
    """Inner vertices, those with a parent."""
    queue = deque([root])
    while queue:
        vertex = queue.popleft()
        ends = neighbours[vertex] & free & ~(1 << root)
        if ends:
            end = (ends & -ends).bit_length() - 1
            parent[end] = vertex
            _flip(parent, mates, end)
            return end
        for other in members(neighbours[vertex] & among & ~(1 << vertex)):
            if base[vertex] == base[other] or mates[vertex] == other:
                continue
            if outer >> other & 1:
                outer = _shrink(vertex, other, parent, mates, base, outer, queue)
            elif not reached >> other & 1:
                parent[other] = vertex
                reached |= 1 << other
                mate = mates[other]
                outer |= 1 << mate
                queue.append(mate)
    return None


def _flip(parent: list[int], mates: list[int], end: int) -> None:
    vertex = end
    while vertex != FREE:
        before = parent[vertex]
        following = mates[before]
        mates[vertex], mates[before] = before, vertex
        vertex = following


def _shrink(
    one: int,
    other: int,
    parent: list[int],
    mates: list[int],
    base: list[int],
    outer: int,
    queue: deque[int],
) -> int:
    """Contract the blossom closed by an edge between two outer vertices; the outer vertices after it."""
    stem = _common_base(one, other, parent, mates, base)
    inside: set[int] = set()
    for vertex, child in ((one, other), (other, one)):
        step, towards = vertex, child
        while base[step] != stem:
            inside.add(base[step])
            inside.add(base[mates[step]])
            parent[step] = towards
            towards = mates[step]
            step = parent[mates[step]]
    for vertex in range(len(base)):
        if base[vertex] in inside:
            base[vertex] = stem
            if not outer >> vertex & 1:
                outer |= 1 << vertex
                queue.append(vertex)
    return outer


def _common_base(one: int, other: int, parent: list[int], mates: list[int], base: list[int]) -> int:
    seen = set()
    vertex = base[one]
    while True:
        seen.add(vertex)
        if mates[vertex] == FREE:
            break
        vertex = base[parent[mates[vertex]]]
    vertex = base[other]
    while vertex not in seen:
        vertex = base[parent[mates[vertex]]]
    return vertex
