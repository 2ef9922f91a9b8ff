"""Copies of a club's rows: everything that tells one club from another is found in them and put in anew for each copy.

Rows come as PostgreSQL's COPY writes them. Numbers of rows, names, days and digests of these are marks; what stands
between them stays as it is.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import lru_cache
from typing import Final, NamedTuple

# The numbers of the rows that are copied: 7, three digits for the table, six for the row.
FIRST_NUMBER: Final = 7_000_000_000
NUMBERS_PER_TABLE: Final = 1_000_000
# The rows of copies begin here: a site has some of its own before.
FIRST_COPY: Final = 1001

GIVEN: Final = (
    "Agnes", "Bo", "Cem", "Dorte", "Emeka", "Fatou", "Goran", "Hanne", "Ilse", "Jan", "Kaito", "Lucía", "Mette", "Nuno",
    "Olga", "Pál", "Quentin", "Rosa", "Søren", "Tariq", "Uta", "Věra", "Wim", "Xenia", "Yusuf", "Zoë", "Jürgen", "Anna",
    "Łukasz", "Siobhán", "Étienne", "Giulia", "Haruka", "Kwabena", "Zeynep", "Ada", "Tomasz", "Mia",
)  # fmt: skip
SYLLABLES: Final = (
    "mül", "ler", "brandt", "zorn", "pijl", "hal", "vor", "sen", "fer", "ra", "rese", "vau", "que", "lin", "ask", "wit",
    "ten", "berg", "stein", "nov", "ak",
)  # fmt: skip
TOWN_SYLLABLES: Final = (
    "al", "bern", "dor", "el", "furt", "gar", "heim", "kirch", "lau", "mar", "neu", "ost", "rode", "sal", "tal", "wald",
)  # fmt: skip

_MARKS: Final = re.compile(
    r"(?P<number>(?<![\d.])7\d{9}(?!\d))"
    r"|(?P<digest>(?<![0-9a-f])(?:[0-9a-f]{64}|[0-9a-f]{40})(?![0-9a-f]))"
    r"|(?P<day>(?<![\d.])20[0-3]\d[-.][01]\d[-.][0-3]\d(?!\d))"
    r"|(?P<both>af(?P<person>\d{4})q zg(?P=person)q)"
    r"|(?P<word>[aA]f\d{4}q|[zZ]g\d{4}q|[zZ]townq)"
)


class Mark(NamedTuple):
    """Of which kind, and how it is written in the rows that are copied."""

    kind: str
    text: str
    is_hex: bool = False


class Copy(NamedTuple):
    """One of the clubs: which, and how many days it lies before the one that was made."""

    number: int
    days: int
    words: dict[str, str]


Piece = str | Mark
Digest = Callable[[dict[str, str]], str]


@dataclass
class TableRows:
    """The rows of one table, cut at their marks: text, mark, text, mark, …, text."""

    name: str
    columns: tuple[str, ...]
    texts: list[str]
    marks: list[Mark]

    def copied(self, values: dict[Mark, str]) -> str:
        whole = [""] * (len(self.texts) + len(self.marks))
        whole[::2] = self.texts
        whole[1::2] = map(values.__getitem__, self.marks)
        return "".join(whole)


@dataclass
class RowCutter:
    """Cuts rows at their marks. `digests` say how those that hang on names, days and numbers are computed again."""

    digests: dict[str, Digest] = field(default_factory=dict)
    words_in_order: frozenset[tuple[str, str]] = frozenset()
    secrets: frozenset[tuple[str, str]] = frozenset()
    bytes_columns: frozenset[tuple[str, str]] = frozenset()

    def cut(self, table: str, columns: tuple[str, ...], rows: list[list[str]]) -> TableRows:
        pieces: list[Piece] = []
        for row in rows:
            for place, (column, value) in enumerate(zip(columns, row, strict=True)):
                pieces.append("\t" if place else "")
                pieces += self._cut_value((table, column), value)
            pieces.append("\n")
        return TableRows(table, columns, *_in_turns(pieces))

    def cut_text(self, text: str) -> Iterator[Piece]:
        last = 0
        for found in _MARKS.finditer(text):
            kind = found.lastgroup if found.lastgroup != "person" else "both"
            assert kind is not None
            if kind == "digest" and found[0] not in self.digests:
                continue
            yield text[last : found.start()]
            yield Mark(kind, found[0])
            last = found.end()
        yield text[last:]

    def _cut_value(self, place: tuple[str, str], value: str) -> Iterator[Piece]:
        if place in self.secrets:
            yield Mark("secret", value)
        elif place in self.words_in_order and _MARKS.search(value):
            yield Mark("words", value)
        elif place in self.bytes_columns and value != r"\N":
            yield from self._cut_bytes(value)
        else:
            yield from self.cut_text(value)

    def _cut_bytes(self, value: str) -> Iterator[Piece]:
        r"""COPY writes bytes as `\\x` and their hexadecimal digits."""
        try:
            text = bytes.fromhex(value.removeprefix(r"\\x")).decode()
        except UnicodeDecodeError:
            yield value
            return
        yield r"\\x"
        for piece in self.cut_text(text):
            yield piece._replace(is_hex=True) if isinstance(piece, Mark) else piece.encode().hex()


@dataclass
class CopyWriter:
    """What stands in the place of each mark in a copy."""

    marks: set[Mark]
    cutter: RowCutter
    seed: int
    days: int
    lengths: dict[int, int] = field(init=False)

    def __post_init__(self) -> None:
        plain = {mark._replace(is_hex=False) for mark in self.marks}
        for text in {mark.text for mark in plain if mark.kind == "words"}:
            plain |= {piece for piece in self.cutter.cut_text(text) if isinstance(piece, Mark)}
        self.by_kind: dict[str, list[Mark]] = {}
        for mark in sorted(plain):
            self.by_kind.setdefault(mark.kind, []).append(mark)
        self.hexed = [mark for mark in self.marks if mark.is_hex]
        self.lengths = {}
        for mark in self.by_kind.get("number", []):
            table, row = divmod(int(mark.text) - FIRST_NUMBER, NUMBERS_PER_TABLE)
            self.lengths[table] = max(row, self.lengths.get(table, 0))

    def values(self, number: int) -> dict[Mark, str]:
        """For the copy of this number; the same seed gives the same."""
        copy = self._copy(number)
        found: dict[Mark, str] = {}
        for kind, write in self._plain_kinds(copy).items():
            for mark in self.by_kind.get(kind, []):
                found[mark] = write(mark.text)
        by_text = {mark.text: value for mark, value in found.items()}
        for text, compute in self.cutter.digests.items():
            by_text[text] = found[Mark("digest", text)] = compute(by_text)
        for mark in self.by_kind.get("words", []):
            words = "".join(found[piece] if isinstance(piece, Mark) else piece
                            for piece in self.cutter.cut_text(mark.text))  # fmt: skip
            found[mark] = " ".join(sorted(words.split()))
        for mark in self.hexed:
            found[mark] = found[mark._replace(is_hex=False)].encode().hex()
        return found

    def _plain_kinds(self, copy: Copy) -> dict[str, Callable[[str], str]]:
        secrets = random.Random(f"{self.seed} secrets {copy.number}")
        return {
            "number": lambda text: self._number(text, copy.number),
            "day": lambda text: _earlier_day(text, copy.days),
            "word": copy.words.__getitem__,
            "both": lambda text: " ".join(
                sorted(" ".join(copy.words[word] for word in text.split()).split())
            ),
            "secret": lambda text: f"{secrets.getrandbits(6 * len(text)):0{len(text)}x}"[: len(text)],
        }

    def _number(self, text: str, copy: int) -> str:
        table, row = divmod(int(text) - FIRST_NUMBER, NUMBERS_PER_TABLE)
        return str(FIRST_COPY + copy * self.lengths[table] + row - 1)

    def _copy(self, number: int) -> Copy:
        """With the names of its people; every mark of a name is written as it is, and folded."""
        from core.db.folding import folded_words

        dice = random.Random(f"{self.seed} copy {number}")
        words: dict[str, str] = {}
        for mark in [*self.by_kind.get("word", []), *self.by_kind.get("both", [])]:
            for text in mark.text.split():
                spelt = text.capitalize()
                if spelt not in words:
                    words[spelt] = _new_word(spelt, number, dice)
                    words[spelt.lower()] = " ".join(folded_words(words[spelt]))
        return Copy(number, dice.randrange(self.days), words)


def _new_word(mark: str, number: int, dice: random.Random) -> str:
    if mark.startswith("Z"):
        return _town(number) if mark == "Ztownq" else dice.choice(GIVEN)
    return "".join(dice.choices(SYLLABLES, k=dice.randint(2, 3))).capitalize()


def _town(number: int) -> str:
    """A name that no other has."""
    found = []
    for _ in range(4):
        number, place = divmod(number, len(TOWN_SYLLABLES))
        found.append(TOWN_SYLLABLES[place])
    return "".join(found).capitalize()


@lru_cache(maxsize=1 << 17)
def _earlier_day(text: str, days: int) -> str:
    """Written with the same marks between year, month and day."""
    earlier = date(int(text[:4]), int(text[5:7]), int(text[8:])) - timedelta(days=days)
    return earlier.isoformat().replace("-", text[4])


def _in_turns(pieces: list[Piece]) -> tuple[list[str], list[Mark]]:
    texts: list[str] = []
    marks: list[Mark] = []
    text: list[str] = []
    for piece in pieces:
        if isinstance(piece, Mark):
            texts.append("".join(text))
            marks.append(piece)
            text = []
        else:
            text.append(piece)
    return [*texts, "".join(text)], marks
