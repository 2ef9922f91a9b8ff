"""Who gets which prize: shared places, categories, and nobody more than one. Pure arithmetic in whole cents.

A list of prizes (of the whole section, or of a category) is given from the top to those who may win it. Who is level on
points shares the sum of the prizes of the places they hold together, in equal parts; cents that cannot be divided go to
the highest ranks among them, one each. Everybody gets one prize of money, the highest: whoever gets more elsewhere
leaves a list, and those below move up. Cups and titles are not shared: they go with the place, by the tie-breaks.

>>> contenders = [Contender(1, 1, "3"), Contender(2, 2, "2"), Contender(3, 3, "2")]
>>> [(award.number, award.amount) for award in share([PrizeList("", (100, 50, 25))], contenders)]
[(1, 100), (2, 38), (3, 37)]
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction


class Sharing(Enum):
    EQUAL = "equal"
    """Who is level on points shares in equal parts."""
    HORT = "hort"
    """Half of each prize goes with the place, the other halves are shared by those level on points."""
    PLACE = "place"
    """The tie-breaks decide; only who shares the rank shares the prize."""


@dataclass(frozen=True, slots=True)
class Contender:
    """A player of the final table. Who has the same `level` is level on points."""

    number: int
    rank: int
    level: str
    categories: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class PrizeList:
    """Amounts from the first place down; the category is empty where everybody may win."""

    category: str
    amounts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Award:
    number: int
    category: str
    places: tuple[int, int]
    """The first and the last of the places in the list that were shared."""
    pool: tuple[int, ...]
    """The prizes of these places; those past the end of the list are missing."""
    shared_by: int
    amount: int


def share(
    lists: Sequence[PrizeList], contenders: Sequence[Contender], sharing: Sharing = Sharing.EQUAL
) -> list[Award]:
    """The awards in the order in which they were given. Contenders stand in the order of the table."""
    waiting = [_Queue(each, [one for one in contenders if _may_win(one, each)]) for each in lists]
    awards: list[Award] = []
    while True:
        # The best prize that is left; of equal ones the list that was named first.
        best = max(waiting, key=lambda queue: queue.worth(sharing), default=None)
        if best is None or best.worth(sharing) <= 0:
            # A place without money may stand above one with some.
            if not any(queue.passes_an_empty_place(sharing) for queue in waiting):
                return awards
            continue
        given = best.give(sharing)
        awards += given
        for queue in waiting:
            queue.leave({award.number for award in given})


def divided(total: int, parts: int) -> list[int]:
    """Equal parts of a sum in whole cents; the first ones get the cents that are over.

    >>> divided(100, 3)
    [34, 33, 33]
    """
    each, over = divmod(total, parts)
    return [each + (1 if index < over else 0) for index in range(parts)]


class _Queue:
    """A list of prizes and those who still wait for one of it."""

    def __init__(self, prizes: PrizeList, waiting: list[Contender]) -> None:
        self.category = prizes.category
        self.amounts = list(prizes.amounts)
        self.waiting = waiting
        self.place = 1

    def worth(self, sharing: Sharing) -> Fraction:
        """What the next get on average; nothing if nobody waits or nothing is left."""
        group = self._group(sharing)
        return Fraction(sum(self.amounts[: len(group)]), len(group)) if group else Fraction(0)

    def give(self, sharing: Sharing) -> list[Award]:
        group = self._group(sharing)
        pool = tuple(self.amounts[: len(group)])
        amounts = _hort(group, pool) if sharing is Sharing.HORT else divided(sum(pool), len(group))
        places = (self.place, self.place + len(group) - 1)
        self.amounts = self.amounts[len(group) :]
        self.place += len(group)
        return [
            Award(one.number, self.category, places, pool, len(group), amount)
            for one, amount in zip(group, amounts, strict=True)
        ]

    def passes_an_empty_place(self, sharing: Sharing) -> bool:
        group = self._group(sharing)
        if not group or not any(self.amounts):
            return False
        self.amounts = self.amounts[len(group) :]
        self.place += len(group)
        self.leave({one.number for one in group})
        return True

    def leave(self, numbers: set[int]) -> None:
        self.waiting = [one for one in self.waiting if one.number not in numbers]

    def _group(self, sharing: Sharing) -> list[Contender]:
        if not self.waiting:
            return []
        top = self.waiting[0]
        if sharing is Sharing.PLACE:
            return [one for one in self.waiting if one.rank == top.rank]
        return [one for one in self.waiting if one.level == top.level]


def _hort(group: Sequence[Contender], pool: Sequence[int]) -> list[int]:
    """The larger half of an odd sum stays with the place. Who shares a rank shares the halves of its places too."""
    prizes = [*pool, *([0] * (len(group) - len(pool)))]
    amounts = divided(sum(prize // 2 for prize in prizes), len(group))
    start = 0
    while start < len(group):
        end = start
        while end < len(group) and group[end].rank == group[start].rank:
            end += 1
        halves = divided(sum(prize - prize // 2 for prize in prizes[start:end]), end - start)
        for index, half in enumerate(halves, start=start):
            amounts[index] += half
        start = end
    return amounts


def _may_win(contender: Contender, prizes: PrizeList) -> bool:
    return not prizes.category or prizes.category in contender.categories
