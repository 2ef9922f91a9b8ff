"""Writes a record of draughts as PDN, for other programs."""

from __future__ import annotations

import re
from typing import Final

from ...core import Result
from ...record import Record, write
from ...record.tags import read_tags
from .conventions import GAME_TYPE, OFFER_COMMENT, PDN_TAGS, SOURCE_FORMAT, WRITTEN_RESULTS

# The tags PDN has first, in its order.
_ROSTER: Final = ("Event", "Site", "Date", "Round", "White", "Black")
_COMMENT_OR_OFFER: Final = re.compile(r"\{[^}]*\}|;[^\n]*|\(=\)")


def write_pdn(record: Record) -> str:
    """The game as PDN; `ValueError` if it cannot be written, or is no game of draughts."""
    if record.rules is None or record.rules.tag != "Draughts":
        raise ValueError("only games of draughts can be written as PDN")
    text = write(record)
    section = read_tags(text)
    tags = section.tags
    result = WRITTEN_RESULTS[Result(tags["Result"])]
    pairs = [(name, tags[name]) for name in _ROSTER]
    pairs += [("Result", result), ("GameType", GAME_TYPE)]
    if "Position" in tags:
        pairs += [("SetUp", "1"), ("FEN", tags["Position"])]
    pairs.append(("Termination", tags["Termination"]))
    known = {*_ROSTER, *PDN_TAGS, SOURCE_FORMAT}
    pairs += [(name, tags[name]) for name in tags if name not in known]
    head = "".join(f'[{name} "{_escaped(value)}"]\n' for name, value in pairs)
    moves = text[section.end :].strip().removesuffix(tags["Result"])
    return f"{head}\n{_COMMENT_OR_OFFER.sub(_with_offer_as_comment, moves)}{result}\n"


def _with_offer_as_comment(found: re.Match[str]) -> str:
    return f"{{{OFFER_COMMENT}}}" if found.group() == OFFER_COMMENT else found.group()


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')
