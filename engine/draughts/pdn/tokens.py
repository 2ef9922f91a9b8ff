"""The words of a PDN file's move text, each as a record writes it, and where it stood."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from ...core import shorten
from ...texts import Sentence
from .conventions import FORCED, OFFER_COMMENT, RESULTS

_TOKEN: Final = re.compile(
    r"""(?P<comment>\{[^}]*\}?)
      | (?P<remark>;[^\n]*)
      | (?P<escape>(?<![^\n])%[^\n]*)
      | (?P<result>(?:2-0|0-2|1-1|1-0|0-1|0-0|1/2-1/2)(?![0-9/x:-]))
      | (?P<ply>[0-9]{1,2}(?:-[0-9]{1,2}|(?:[x:][0-9]{1,2})+)(?![0-9x:-]))
      | (?P<number>[0-9]+\.+|\.{2,}|…)
      | (?P<forced>(?<=[0-9!?])\*)
      | (?P<end>\*)
      | (?P<glyph>\$[0-9]{1,3}|\([!?]{1,2}\)|[!?]{1,2})
      | (?P<parenthesis>[()])
      | (?P<other>[^\s(){};]+|\S)""",
    re.VERBOSE | re.ASCII,
)


class Token(NamedTuple):
    """A word of the move text: `kind` is the name of a group above, `text` what a record has for it."""

    kind: str
    text: str
    offset: int


def tokens(text: str, start: int) -> Iterator[Token]:
    """Everything that says something; move numbers and lines for other programs are left out."""
    for found in _TOKEN.finditer(text, start):
        kind, word = str(found.lastgroup), found.group()
        if kind in ("number", "escape"):
            continue
        yield Token(*_as_in_a_record(kind, word), found.start())


def unreadable(token: Token) -> Sentence:
    """What to say about a word that is none of PDN's."""
    if token.text.startswith("["):
        return Sentence("A second game begins here: every game of a file has to begin with the tag Event.")
    return Sentence("%(text)s is neither a move, a number, a note nor a result.", text=shorten(token.text))


def _as_in_a_record(kind: str, word: str) -> tuple[str, str]:
    if kind == "comment":
        content = " ".join(word.strip("{}").split())
        if content == OFFER_COMMENT:
            return "offer", OFFER_COMMENT
        return (kind, f"{{ {content} }}") if word.endswith("}") else ("unclosed", word)
    if kind == "remark":
        return kind, f"; {word[1:].strip()}"
    if kind == "ply":
        return kind, re.sub(r"\b0+(?=[0-9])", "", word.replace(":", "x"))
    if kind == "result":
        return kind, RESULTS[word].value if word in RESULTS else word
    if kind == "forced":
        return "glyph", f"${FORCED}"
    if kind == "glyph":
        return kind, word.strip("()")
    return kind, word
