"""Names of people: same names, similar names, and the order in lists.

Pure code. Names are compared without accents, order, case or punctuation; people decide about similar names.
"""

import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from itertools import permutations
from typing import Final, Generic, NamedTuple, TypeVar

from core.db.folding import INVISIBLE_CHARACTERS, comparison_key

SUFFIXES: Final = frozenset({"jr", "sr", "ii", "iii", "iv"})

# Differences between two names, counted in letters (see `distance`).
COST_OF_INITIAL: Final = 1
COST_OF_MISSING_WORD: Final = 2
MAX_WORDS_COMPARED: Final = 6
NEAR: Final = 0.8
T = TypeVar("T")


class NearMatch(NamedTuple, Generic[T]):
    candidate: T
    similarity: float


class Outline(NamedTuple):
    """Rules out most names quickly: the number of words and letters, and how often each letter occurs.

    In `alphabet` each letter has a bit for its first occurrence, one for its second, and so on.
    """

    words: int
    letters: int
    alphabet: int
    has_initials: bool


def can_be_read(name: str) -> bool:
    """Whether it has a letter and no invisible characters."""
    return bool(comparison_key(name)) and not INVISIBLE_CHARACTERS.search(name)


def same_name(one: str, other: str) -> bool:
    key = comparison_key(one)
    return bool(key) and key == comparison_key(other)


def near_matches(name: str, candidates: Iterable[str], *, threshold: float = NEAR) -> list[NearMatch[str]]:
    """The candidates at least as similar as the threshold, best first; ties keep their order."""
    keys = [(candidate, comparison_key(candidate)) for candidate in candidates]
    return best_first(comparison_key(name), keys, threshold=threshold)


def best_first(
    key: str, candidates: Iterable[tuple[T, str]], *, threshold: float = NEAR
) -> list[NearMatch[T]]:
    """The same for anything that has a comparison key."""
    own = outline(key)
    rated = [
        NearMatch(candidate, similarity(key, other))
        for candidate, other in candidates
        if _may_be_near(threshold, own, outline(other))
    ]
    return sorted((near for near in rated if near.similarity >= threshold), key=lambda near: -near.similarity)


def pieces(key: str) -> set[str]:
    """The halves of the words: a similar name shares one, since one mistake spares the other half of a word.

    A name with mistakes in both halves of every word is missed. Halves of one letter would be in most names.
    """
    halves = set()
    for word in key.split():
        middle = (len(word) + 1) // 2
        halves |= {half for half in (word[:middle], word[middle:]) if len(half) > 1}
    return halves


def similarity(key: str, other: str) -> float:
    """Of two comparison keys, from 0 to 1: one minus the distance per letter of the longer one."""
    letters = max(len(key.replace(" ", "")), len(other.replace(" ", "")))
    return max(0.0, 1 - distance(key, other) / letters) if key and other else 0.0


def distance(key: str, other: str) -> int:
    """How many letters two comparison keys differ by.

    Each word is paired with one of the other name so that the sum is least. A pair of words costs the number of letters
    to insert, leave out, replace or swap with their neighbour; an initial and a
    word that begins with it cost 1; a word without a partner (a second first name) costs 2. Names of more
    than six words are compared letter by letter.
    """
    fewer, more = sorted((key.split(), other.split()), key=len)
    if len(more) > MAX_WORDS_COMPARED:
        return _edits(key, other)
    alone = (len(more) - len(fewer)) * COST_OF_MISSING_WORD
    return alone + min(
        sum(_between_words(one, another) for one, another in zip(fewer, partners, strict=True))
        for partners in permutations(more, len(fewer))
    )


@lru_cache(maxsize=1 << 16)
def outline(key: str) -> Outline:
    words = key.split()
    alphabet = 0
    for letter in "".join(words):
        place = 1 << ord(letter) % 61  # two letters in one place only make names look more alike
        while alphabet & place:
            place <<= 61
        alphabet |= place
    return Outline(len(words), sum(map(len, words)), alphabet, any(len(word) == 1 for word in words))


def letters_allowed(letters: int, *, threshold: float = NEAR) -> int:
    """By how many letters two names may differ and still be similar, if the longer one has `letters`."""
    return int((1 - threshold) * letters + 1e-9)


def display_name(name: str) -> str:
    """`Brandt, Agnes` of a list becomes `Agnes Brandt`."""
    family, comma, given = tidy(name).partition(", ")
    return f"{given} {family}" if comma and given and family and "," not in given else tidy(name)


def initials(name: str) -> str:
    """Of the first and the last word, shown instead of a missing photo."""
    words = [word for word in tidy(name).replace(",", " ").split() if word[0].isalnum()]
    return "".join(word[0].upper() for word in dict.fromkeys((*words[:1], *words[1:][-1:])))


def sort_name(name: str) -> str:
    """`Agnes von Brandt` is sorted as `Brandt, Agnes von`; a name with a comma stays as it is.

    It is a guess, since the family name is not always the last word; it can be corrected.
    """
    name = tidy(name)
    if "," in name:
        return name
    words = name.split()
    suffix = [words.pop()] if len(words) > 2 and words[-1].rstrip(".").casefold() in SUFFIXES else []
    if len(words) < 2:
        return name
    *given, family = words
    return f"{family}, {' '.join([*given, *suffix])}"


def tidy(name: str) -> str:
    """One space between words, one after a comma, none before it or at the ends; accents as one character."""
    name = unicodedata.normalize("NFC", name)
    return " ".join(name.replace(",", " , ").split()).replace(" ,", ",").strip(", ")


def _may_be_near(threshold: float, one: Outline, other: Outline) -> bool:
    """Whether they can be similar: each letter that the other name lacks costs an edit.

    An initial may stand for a word with more letters, so names with initials are not ruled out by missing letters.
    Names of many words are compared letter by letter with their spaces, so the difference in length counts too.
    """
    allowed = (1 - threshold) * max(one.letters, other.letters)
    if max(one.words, other.words) > MAX_WORDS_COMPARED:
        longer = abs(one.letters + one.words - other.letters - other.words)
        only_one, only_other = one.alphabet & ~other.alphabet, other.alphabet & ~one.alphabet
        return max(longer, only_one.bit_count(), only_other.bit_count()) <= allowed + 1e-9
    allowed -= abs(one.words - other.words) * COST_OF_MISSING_WORD
    least = 0
    if one.words <= other.words and not other.has_initials:
        least = (one.alphabet & ~other.alphabet).bit_count()
    if other.words <= one.words and not one.has_initials:
        least = max(least, (other.alphabet & ~one.alphabet).bit_count())
    return least <= allowed + 1e-9


@lru_cache(maxsize=1 << 16)
def _between_words(one: str, other: str) -> int:
    if one == other:
        return 0
    if (len(one) == 1 or len(other) == 1) and one[0] == other[0]:
        return COST_OF_INITIAL
    return _edits(one, other)


def _edits(one: str, other: str) -> int:
    """Optimal string alignment: Damerau and Levenshtein's distance in which no letter is touched twice.

    Computed a column at a time, as Hyyrö does (2003): each bit of a number stands for a letter of `one`, and says by
    how much the distance grows from the letter before (`grows`, `shrinks`) or stays the same diagonally (`kept`).
    """
    start = 0
    while start < min(len(one), len(other)) and one[start] == other[start]:
        start += 1
    one, other = one[start:], other[start:]
    if not one or not other:
        return len(one) + len(other)
    places: dict[str, int] = {}
    for place, letter in enumerate(one):
        places[letter] = places.get(letter, 0) | 1 << place
    every, last = (1 << len(one)) - 1, 1 << (len(one) - 1)
    grows, shrinks, kept, before = every, 0, 0, 0
    distance = len(one)
    for letter in other:
        here = places.get(letter, 0)
        swapped = ((~kept & here) << 1) & before
        kept = (((here & grows) + grows) ^ grows) | here | shrinks | swapped
        right_grows = shrinks | ~(kept | grows)
        right_shrinks = kept & grows
        if right_grows & last:
            distance += 1
        elif right_shrinks & last:
            distance -= 1
        right_grows = right_grows << 1 | 1
        grows = (right_shrinks << 1 | ~(kept | right_grows)) & every
        shrinks = right_grows & kept & every
        before = here
    return distance
