"""The words that move text is made of."""

from __future__ import annotations

import re
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..core import Rules

# One token a match; whatever is not white space belongs to exactly one token.
_TOKENS = r"""[A-Za-z][^\s(){};$!?]*    # a ply
      | 1-0 | 0-1 | 1/2-1/2 | \*    # the result
      | [0-9]+\.*                   # a move number
      | \{[^}]*\}?                  # a comment
      | ;[^\n]*
      | \n%[^\n]*                   # an escaped line
      | \(=\) | [()]                # a draw offer, a variation
      | \$[0-9]* | [!?]+            # a glyph
      | [^\s(){};$!?]+ | \S         # anything else"""
_TOKEN = re.compile(_TOKENS, re.VERBOSE)
# After a word: what cannot be part of it.
_WORD_END = r"(?![^\s(){};$!?])"


@cache
def token_pattern(ply_pattern: str) -> re.Pattern[str]:
    """The tokens of a game: a result is never taken for one of its plies, nor one of them for a move number."""
    if not ply_pattern:
        return _TOKEN
    declared = rf"(?:1-0|0-1|1/2-1/2){_WORD_END} | (?-x:{ply_pattern}){_WORD_END}"
    return re.compile(rf"{declared} | {_TOKENS}", re.VERBOSE)


def offset_of_token(text: str, start: int, index: int, rules: Rules) -> int:
    """Where a token of the move text that begins at `start` stands; worked out only when somebody asks."""
    if index < 0:
        return len(text)
    return next(islice(token_pattern(rules.ply_pattern).finditer(text, start), index, None)).start()
