"""Many names compared with many others at once: who is known by the same name, and who by nearly the same. Pure code.

Finds what `players.people.selectors.people_named_nearly` finds, without asking the database for each name.
"""

from collections import defaultdict
from collections.abc import Iterable
from typing import Final, NamedTuple

from players import names
from players.people.name_index import NameIndex

NEAR_AT_MOST: Final = 5


class KnownPerson(NamedTuple):
    """`year_of_birth` only if whoever compares may use it."""

    pk: int
    key: str
    year_of_birth: int | None = None
    belongs: bool = False


class KnownPeople:
    def __init__(self, people: Iterable[KnownPerson]) -> None:
        self._by_key: dict[str, list[KnownPerson]] = defaultdict(list)
        for person in people:
            self._by_key[person.key].append(person)
        self._index = NameIndex(self._by_key)

    def same(self, key: str) -> list[KnownPerson]:
        return list(self._by_key.get(key, ()))

    def near(self, key: str, *, at_most: int = NEAR_AT_MOST) -> list[KnownPerson]:
        """Best first, the same name among them."""
        # In a fixed order, so that equals always come in the same one.
        candidates = sorted(self._index.may_be_near(key))
        pieces = names.pieces(key)
        best = [
            match.candidate
            for match in names.best_first(key, ((other, other) for other in candidates))
            if match.candidate == key or any(piece in match.candidate for piece in pieces)
        ]
        return [person for other in best[:at_most] for person in self._by_key[other]][:at_most]
