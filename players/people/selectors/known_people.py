"""Many names compared with many others at once: who is known by the same name, and who by nearly the same. Pure code.

Finds what `players.people.selectors.people.people_with_similar_name` finds, without asking the database for each name.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Final, NamedTuple

from players import names

# Words that differ by more are not looked up: names that may differ by so much are compared one by one.
MAX_LETTERS_LOOKED_UP: Final = 2

# Only the beginning of a word is looked up: it differs by no more than the word, and keeps the index small.
PREFIX_LENGTH: Final = 6
MAX_NEAR_MATCHES: Final = 5


class NameIndex:
    def __init__(self, keys: Iterable[str]) -> None:
        """Of comparison keys, each given once."""
        self._buckets: dict[names.Outline, _Bucket] = {}
        for key in filter(None, keys):
            shape = _shape(key)
            self._buckets.setdefault(shape, _Bucket(shape)).put(key)
        self._words = _WordIndex({word for bucket in self._buckets.values() for word in bucket.by_word})
        self._plans: dict[names.Outline, list[_Lookup]] = {}

    def may_be_near(self, key: str) -> set[str]:
        """All keys that are near to this one, and some that are not."""
        shape = _shape(key)
        plan = self._plans.get(shape)
        if plan is None:
            plan = self._plans[shape] = list(self._plan(shape)) if key else []
        words = set(key.split())
        found: set[str] = set()
        for step in plan:
            if step.within is None:
                found.update(step.bucket.keys)
            elif step.every_word:
                found.update(self._with_the_rarest(words, step.bucket, step.within))
            else:
                for word in words:
                    found.update(self._with_a_word_like(word, step.bucket, step.within))
        return found

    def _plan(self, shape: names.Outline) -> "Iterator[_Lookup]":
        """In which buckets to look for names near to one of this shape, and how much of a word may differ there."""
        for bucket in self._buckets.values():
            allowed = _allowed_differences(shape, bucket.shape)
            if allowed is None:
                yield _Lookup(bucket, None)
            elif allowed >= 0:
                # Each word of the name with fewer words has a partner, so one of them differs by its share at most.
                every_word = shape.words <= bucket.shape.words and allowed <= MAX_LETTERS_LOOKED_UP
                within = allowed if every_word else allowed // min(shape.words, bucket.shape.words)
                yield _Lookup(bucket, within if within <= MAX_LETTERS_LOOKED_UP else None, every_word)

    def _with_the_rarest(self, words: set[str], bucket: "_Bucket", within: int) -> list[str]:
        """Each word has a partner in a near name: it is enough to follow the one that leads to the fewest names."""
        best: list[str] | None = None
        for similar in sorted((self._words.like(word, within) for word in words), key=len):
            if best is not None and len(best) <= len(similar):
                break  # looking for fewer would take longer than comparing these
            found = bucket.with_one_of(similar)
            if best is None or len(found) < len(best):
                best = found
        return best or []

    def _with_a_word_like(self, word: str, bucket: "_Bucket", within: int) -> list[str]:
        return bucket.with_one_of(self._words.like(word, within))


class _Bucket:
    """The names of one shape, by their words."""

    def __init__(self, shape: names.Outline) -> None:
        self.shape = shape
        self.keys: list[str] = []
        self.by_word: dict[str, list[str]] = defaultdict(list)

    def put(self, key: str) -> None:
        self.keys.append(key)
        for word in set(key.split()):
            self.by_word[word].append(key)

    def with_one_of(self, words: list[str]) -> list[str]:
        by_word = self.by_word
        return [key for word in words if word in by_word for key in by_word[word]]


class _Lookup(NamedTuple):
    """A bucket to look into: at all names (`within` is None), or at those with such a word, or with every such word."""

    bucket: _Bucket
    within: int | None
    every_word: bool = False


class _WordIndex:
    """Which words differ from a word by some letters, as `players.names.distance` counts them."""

    def __init__(self, words: set[str]) -> None:
        self._by_rest: dict[str, list[str]] = defaultdict(list)
        self._by_initial: dict[str, list[str]] = defaultdict(list)
        self._words = words
        self._outlines = {word: names.outline(word) for word in words}
        for word in words:
            self._by_initial[word[0]].append(word)
            for rest in _prefix_variants(word):
                self._by_rest[rest].append(word)
        self._found: dict[str, tuple[list[str], ...]] = {}

    def like(self, word: str, within: int) -> list[str]:
        if within == 0:
            return [word] if word in self._words else []
        found = self._found.get(word)
        if found is None:
            found = self._found[word] = self._search(word)
        return found[within]

    def _search(self, word: str) -> tuple[list[str], ...]:
        by_distance = {other: names.distance(word, other) for other in self._candidates(word)}
        return tuple(
            [other for other, distance in by_distance.items() if distance <= within]
            for within in range(MAX_LETTERS_LOOKED_UP + 1)
        )

    def _candidates(self, word: str) -> set[str]:
        """A letter that only one of the words has costs an edit, unless it is an initial."""
        own = names.outline(word)
        found = set()
        for other in set().union(*(self._by_rest.get(rest, ()) for rest in _prefix_variants(word))):
            outline = self._outlines[other]
            if (own.alphabet & ~outline.alphabet).bit_count() <= MAX_LETTERS_LOOKED_UP and (
                outline.alphabet & ~own.alphabet
            ).bit_count() <= MAX_LETTERS_LOOKED_UP:
                found.add(other)
        if len(word) == 1:
            found.update(self._by_initial.get(word, ()))
        elif word[0] in self._words:
            found.add(word[0])
        return found


def _prefix_variants(word: str) -> set[str]:
    """What is left of its beginning without some letters. Words that differ by as many edits have one in common."""
    start = word[:PREFIX_LENGTH]
    fewest = max(0, len(start) - MAX_LETTERS_LOOKED_UP)
    return {"".join(left) for length in range(fewest, len(start) + 1) for left in combinations(start, length)}


def _shape(key: str) -> names.Outline:
    """Which letters a name has is not what buckets differ by."""
    return names.outline(key)._replace(alphabet=0)


def _allowed_differences(one: names.Outline, other: names.Outline) -> int | None:
    """In the words that have a partner, for names to be near: negative if they cannot be. None if it is not said."""
    fewer, more = sorted((one, other), key=lambda shape: shape.words)
    if more.words > names.MAX_WORDS_COMPARED:
        return None
    allowed = names.letters_allowed(max(one.letters, other.letters))
    allowed -= (more.words - fewer.words) * names.COST_OF_MISSING_WORD
    if not (one.has_initials or other.has_initials):
        # A letter too many for the partners is one edit.
        too_many = fewer.letters - more.letters
        if max(too_many, -too_many if fewer.words == more.words else 0) > allowed:
            return -1
    return allowed


class KnownPerson(NamedTuple):
    """`year_of_birth` only if the viewer may see it."""

    pk: int
    key: str
    year_of_birth: int | None = None
    belongs: bool = False

    def may_be_born_in(self, year: int | None) -> bool:
        return self.year_of_birth is None or year is None or self.year_of_birth == year


class KnownPeople:
    def __init__(self, people: Iterable[KnownPerson]) -> None:
        self._by_key: dict[str, list[KnownPerson]] = defaultdict(list)
        for person in people:
            self._by_key[person.key].append(person)
        self._index = NameIndex(self._by_key)

    def same(self, key: str) -> list[KnownPerson]:
        return list(self._by_key.get(key, ()))

    def only_member(self, key: str, year: int | None) -> KnownPerson | None:
        """The one of that name who belongs, if the years do not differ. A name that exists elsewhere proves nothing."""
        found = [person for person in self.same(key) if person.belongs and person.may_be_born_in(year)]
        return found[0] if len(found) == 1 else None

    def near(self, key: str, *, at_most: int = MAX_NEAR_MATCHES) -> list[KnownPerson]:
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
