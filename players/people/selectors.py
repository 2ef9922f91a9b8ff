"""Finding people. Profiles that were merged into others are left out: their names lead to where they went."""

from typing import Final, NamedTuple

from django.db.models import Q, QuerySet

from players import names
from players.models import Person, User

NEAR_AT_MOST: Final = 10
ROWS_AT_A_TIME: Final = 2000


class NearPerson(NamedTuple):
    person: Person
    similarity: float


def people() -> QuerySet[Person]:
    """Everybody, in the order of the alphabet."""
    return Person.objects.filter(merged_into=None)


def person_of(account: User) -> Person | None:
    return people().filter(account=account).first()


def people_named(name: str) -> QuerySet[Person]:
    """Those with the same name, apart from accents, order and case."""
    key = names.comparison_key(name)
    return people().filter(comparison_key=key) if key else people().none()


def people_named_nearly(name: str, *, at_most: int = NEAR_AT_MOST) -> list[NearPerson]:
    """Those whose names are near, the same name among them, best first: to offer, never to assume. Two queries."""
    key = names.comparison_key(name)
    if not key:
        return []
    candidates = people().filter(_has_a_piece_of(key)).values_list("pk", "comparison_key")
    near = names.best_first(key, candidates.iterator(chunk_size=ROWS_AT_A_TIME))[:at_most]
    found = people().in_bulk([match.candidate for match in near])
    return [NearPerson(found[match.candidate], match.similarity) for match in near]


def _has_a_piece_of(key: str) -> Q:
    """Leaves few candidates: whoever made one mistake in a word wrote its first or its second half correctly.

    Only if every word has a mistake in both halves, the name is missed. Halves of one letter would be in most names.
    """
    condition = Q(comparison_key=key)
    for word in key.split():
        middle = (len(word) + 1) // 2
        for half in (word[:middle], word[middle:]):
            if len(half) > 1:
                condition |= Q(comparison_key__contains=half)
    return condition
