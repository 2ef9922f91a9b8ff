"""Names of people: when two are the same, when they are nearly the same, and how they are sorted.

Pure code. Names are compared without accents, order, case or punctuation; near matches are for people to decide about.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import permutations
from typing import Final, Generic, NamedTuple, TypeVar

# Letters that Unicode does not take apart into a plain letter and an accent.
PLAIN_LETTERS: Final = str.maketrans(
    {
        "æ": "ae", "œ": "oe", "ø": "o", "ð": "d", "đ": "d", "þ": "th", "ł": "l", "ħ": "h", "ŧ": "t", "ŋ": "n", "ı": "i",
        "ə": "e", "ĸ": "k", "ƀ": "b", "ɓ": "b", "ɖ": "d", "ɗ": "d", "ɛ": "e", "ɣ": "g", "ɨ": "i", "ɔ": "o", "ʉ": "u",
    }
)  # fmt: skip
# Written inside a word or left out, as people like: O'Neill, O’Neill, ONeill; Amal'a; Hawaiʻi.
APOSTROPHES: Final = frozenset("'’‘ʼʻ`´ʹ′")
# The accents of Latin, Greek and Cyrillic letters. Marks of other scripts are vowels, which distinguish names.
ACCENTS: Final = range(0x0300, 0x0370)

# Control characters, halves of characters, and those that turn the direction of the text around them.
INVISIBLE: Final = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff\u202a-\u202e\u2066-\u2069]")
SUFFIXES: Final = frozenset({"jr", "sr", "ii", "iii", "iv"})

# What makes two names differ, counted in letters (see `distance`).
COST_OF_INITIAL: Final = 1
COST_OF_MISSING_WORD: Final = 2
MOST_WORDS_COMPARED: Final = 6
NEAR: Final = 0.8


T = TypeVar("T")


class NearMatch(NamedTuple, Generic[T]):
    candidate: T
    similarity: float


def can_be_read(name: str) -> bool:
    """Whether it has a letter and nothing that cannot be seen."""
    return bool(comparison_key(name)) and not INVISIBLE.search(name)


def comparison_key(name: str) -> str:
    """What is equal for two spellings of one name: folded words in alphabetical order. Empty if nothing is left."""
    return " ".join(sorted(_words(name)))


def same_name(one: str, other: str) -> bool:
    key = comparison_key(one)
    return bool(key) and key == comparison_key(other)


def near_matches(name: str, candidates: Iterable[str], *, threshold: float = NEAR) -> list[NearMatch[str]]:
    """The candidates at least as similar as the threshold, best first, equals in the order they came in."""
    keys = [(candidate, comparison_key(candidate)) for candidate in candidates]
    return best_first(comparison_key(name), keys, threshold=threshold)


def best_first(
    key: str, candidates: Iterable[tuple[T, str]], *, threshold: float = NEAR
) -> list[NearMatch[T]]:
    """The same for anything that has a comparison key."""
    letters = Counter(key)
    rated = [
        NearMatch(candidate, similarity(key, other))
        for candidate, other in candidates
        if _may_reach(threshold, key, letters, other)
    ]
    return sorted((near for near in rated if near.similarity >= threshold), key=lambda near: -near.similarity)


def similarity(key: str, other: str) -> float:
    """Between 0 and 1, of two comparison keys: one minus the distance for each letter of the longer one."""
    letters = max(len(key.replace(" ", "")), len(other.replace(" ", "")))
    return max(0.0, 1 - distance(key, other) / letters) if key and other else 0.0


def distance(key: str, other: str) -> int:
    """How many letters two comparison keys differ by.

    Each word is paired with one of the other name such that the sum is least. A pair of words costs what it takes to
    turn one into the other by letters inserted, left out, replaced or swapped with their neighbour; an initial and a
    word that begins with it cost 1; a word without a partner (a second first name) costs 2. Names of more
    than six words are compared letter by letter.
    """
    fewer, more = sorted((key.split(), other.split()), key=len)
    if len(more) > MOST_WORDS_COMPARED:
        return _edits(key, other)
    alone = (len(more) - len(fewer)) * COST_OF_MISSING_WORD
    return alone + min(
        sum(_between_words(one, another) for one, another in zip(fewer, partners, strict=True))
        for partners in permutations(more, len(fewer))
    )


def display_name(name: str) -> str:
    """`Brandt, Agnes` is how lists have it; people are called Agnes Brandt."""
    family, comma, given = tidy(name).partition(", ")
    return f"{given} {family}" if comma and given and family and "," not in given else tidy(name)


def sort_name(name: str) -> str:
    """`Agnes von Brandt` is sorted as `Brandt, Agnes von`; a name with a comma says itself how it is sorted.

    It is a guess, for the last word is not everywhere the family's: whoever enters a person can correct it.
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


def sort_key(sorted_name: str) -> str:
    """Puts names into the order of an alphabet without accents: Ölmez stands before Pyl, in every database."""
    return " , ".join(" ".join(_words(part)) for part in sorted_name.split(","))


def tidy(name: str) -> str:
    """One space between words, one after a comma, none before it or at the ends; accents as one character."""
    name = unicodedata.normalize("NFC", name)
    return " ".join(name.replace(",", " , ").split()).replace(" ,", ",").strip(", ")


def _may_reach(threshold: float, key: str, letters: Counter[str], other: str) -> bool:
    """Rule out most candidates cheaply: a letter that only one name has costs at least one edit.

    That holds for names with equally many words and no initials; others are compared in full.
    """
    words, other_words = key.split(), other.split()
    if len(words) != len(other_words) or any(len(word) == 1 for word in (*words, *other_words)):
        return True
    other_letters = Counter(other)
    fewest_edits = max((letters - other_letters).total(), (other_letters - letters).total())
    longer = max(len(key), len(other)) - (len(words) - 1)
    return not longer or 1 - fewest_edits / longer >= threshold


def _words(name: str) -> list[str]:
    return "".join(_folded(name)).split()


def _folded(name: str) -> Iterator[str]:
    taken_apart = unicodedata.normalize("NFKD", name)
    # Small letters may be composed anew (ǰ), and so be taken apart once more.
    for character in unicodedata.normalize("NFKD", taken_apart.casefold()).translate(PLAIN_LETTERS):
        if character in APOSTROPHES or ord(character) in ACCENTS:
            continue
        yield character if unicodedata.category(character)[0] in "LMN" else " "


@lru_cache(maxsize=1 << 16)
def _between_words(one: str, other: str) -> int:
    if one == other:
        return 0
    if (len(one) == 1 or len(other) == 1) and one[0] == other[0]:
        return COST_OF_INITIAL
    return _edits(one, other)


def _edits(one: str, other: str) -> int:
    """Optimal string alignment: Damerau and Levenshtein's distance in which no letter is touched twice."""
    before: list[int] = []
    last = list(range(len(other) + 1))
    for row, letter in enumerate(one, 1):
        current = [row]
        for column, another in enumerate(other, 1):
            cost = min(last[column] + 1, current[column - 1] + 1, last[column - 1] + (letter != another))
            if row > 1 and column > 1 and letter == other[column - 2] and one[row - 2] == another:
                cost = min(cost, before[column - 2] + 1)
            current.append(cost)
        before, last = last, current
    return last[-1]
