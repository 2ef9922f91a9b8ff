"""Which words of a long text were changed, with a little of what stands around them."""

import re
from difflib import SequenceMatcher
from enum import StrEnum
from typing import Final, NamedTuple

SHORT: Final = 60
MOST_WORDS: Final = 1500
AROUND: Final = 6  # words shown on either side of a change
_WORD: Final = re.compile(r"\S+\s*|^\s+")


class Kind(StrEnum):
    SAME = "same"
    REMOVED = "removed"
    ADDED = "added"


class Piece(NamedTuple):
    kind: Kind
    text: str


def is_long(text: str) -> bool:
    return len(text) > SHORT or "\n" in text


def word_by_word(before: str, after: str) -> list[Piece]:
    """The pieces of both texts in order. Long stretches that are the same are cut down to their ends."""
    old, new = _WORD.findall(before), _WORD.findall(after)
    if max(len(old), len(new)) > MOST_WORDS:
        # Comparing takes time that grows with the square: whole texts instead, cut.
        return [
            Piece(Kind.REMOVED, " ".join(before.split()[:MOST_WORDS])),
            Piece(Kind.ADDED, " ".join(after.split()[:MOST_WORDS])),
        ]
    pieces: list[Piece] = []
    steps = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    for number, (tag, start, end, new_start, new_end) in enumerate(steps):
        if tag == "equal":
            first, last = number == 0, number == len(steps) - 1
            pieces.append(Piece(Kind.SAME, _cut(old[start:end], first=first, last=last)))
            continue
        if end > start:
            pieces.append(Piece(Kind.REMOVED, "".join(old[start:end])))
        if new_end > new_start:
            pieces.append(Piece(Kind.ADDED, "".join(new[new_start:new_end])))
    return pieces


def _cut(words: list[str], *, first: bool, last: bool) -> str:
    if first:
        return ("… " if len(words) > AROUND else "") + "".join(words[-AROUND:])
    if last:
        return "".join(words[:AROUND]).rstrip() + " …" if len(words) > AROUND else "".join(words)
    if len(words) <= 2 * AROUND:
        return "".join(words)
    return "".join(words[:AROUND]).rstrip() + " … " + "".join(words[-AROUND:])
