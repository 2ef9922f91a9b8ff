"""Takes move text apart: plies, numbers, notes, parentheses, results."""

from __future__ import annotations

import re
from functools import cache
from itertools import islice
from typing import Final

# One token a match; whatever is not white space belongs to exactly one token.
_TOKENS: Final = r"""[A-Za-z][^\s(){};$!?]*    # a ply
      | 1-0 | 0-1 | 1/2-1/2 | \*    # the result
      | [0-9]+\.*                   # a move number
      | \{[^}]*\}?                  # a comment
      | ;[^\n]*
      | \n%[^\n]*                   # an escaped line
      | \(=\) | [()]                # a draw offer, a variation
      | \$[0-9]* | [!?]+            # a glyph
      | [^\s(){};$!?]+ | \S         # anything else"""
_TOKEN: Final = re.compile(_TOKENS, re.VERBOSE)
_SUFFIX_GLYPHS: Final = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
# After a word: what cannot be part of it.
_WORD_END: Final = r"(?![^\s(){};$!?])"


def tokens_of(text: str, start: int, ply_pattern: str) -> list[str]:
    """The tokens of the move text that begins at `start`, of a game with this `Rules.ply_pattern`."""
    tokens: list[str] = _token_pattern(ply_pattern).findall(text, start)
    return tokens


def plain_words(text: str, start: int) -> list[str] | None:
    """The same if that is nothing but plies, numbers and a result between white space; None if there are notes.

    Several times as fast, for it does not look into words: `1.d2-d4` stays one. No reader takes such a word for
    anything, so who meets an error has to ask for `tokens_of`.
    """
    text = text[start:]
    return None if any(mark in text for mark in "(){};$!?%") else text.split()


def offset_of_token(text: str, start: int, index: int, ply_pattern: str) -> int:
    """Where a token stands; worked out only when somebody asks."""
    if index < 0:
        return len(text)
    return next(islice(_token_pattern(ply_pattern).finditer(text, start), index, None)).start()


def glyph_number(word: str) -> int:
    """Of `$6` or `?!`; -1 if it is none."""
    return int(word[1:]) if word[0] == "$" and 1 < len(word) <= 4 else _SUFFIX_GLYPHS.get(word, -1)


@cache
def _token_pattern(ply_pattern: str) -> re.Pattern[str]:
    """The tokens of a game: a result is never taken for one of its plies, nor one of them for a move number."""
    if not ply_pattern:
        return _TOKEN
    declared = rf"(?:1-0|0-1|1/2-1/2){_WORD_END} | (?-x:{ply_pattern}){_WORD_END}"
    return re.compile(rf"{declared} | {_TOKENS}", re.VERBOSE)
