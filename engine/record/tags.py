"""Reads the tag section of a record."""

from __future__ import annotations

import re
from typing import NamedTuple

_ITEM = re.compile(
    r"""\s*(?:
        \[ \s* (?P<name>[A-Za-z0-9_]+) \s+ "(?P<value>[^"\\\n]*(?:\\.[^"\\\n]*)*)" \s* \]
      | ; (?P<comment>[^\n]*)
      | (?P<escape>(?<![^\n])%[^\n]*)
      | (?P<broken>\[[^\n]*)
    )""",
    re.VERBOSE,
)
_ESCAPED = re.compile(r'\\(["\\])')


class TagSection(NamedTuple):
    """What stands before the move text; offsets are positions in the record's text."""

    tags: dict[str, str]
    offsets: dict[str, int]
    comments: list[str]
    twice: list[tuple[str, int]]  # tags that appear again, and where
    broken: list[int]  # where something begins that looks like a tag and is none
    end: int  # where the move text begins


def read_tags(text: str) -> TagSection:
    section = TagSection({}, {}, [], [], [], 0)
    tags, offsets = section.tags, section.offsets
    end = 0
    while found := _ITEM.match(text, end):
        end = found.end()
        name, value, comment, _escape, broken = found.groups()
        if name is not None:
            if name in tags:
                section.twice.append((name, found.start("name") - 1))
                continue
            tags[name] = _ESCAPED.sub(r"\1", value) if "\\" in value else value
            offsets[name] = found.start("name") - 1
        elif comment is not None:
            if comment := comment.strip():
                section.comments.append(comment)
        elif broken is not None:
            section.broken.append(found.start("broken"))
    return section._replace(end=end)
