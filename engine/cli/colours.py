"""Colours, for people at a terminal; elsewhere, and if NO_COLOR is set, text stays as it is."""

from __future__ import annotations

import os
import sys
from enum import StrEnum
from typing import TextIO


class Colour(StrEnum):
    """The codes that terminals know."""

    RED = "31"
    GREEN = "32"
    YELLOW = "33"


def wants_colour(stream: TextIO) -> bool:
    """https://no-color.org: any value but an empty one says no."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def paint(text: str, colour: Colour, *, wanted: bool) -> str:
    return f"\x1b[{colour}m{text}\x1b[0m" if wanted else text


def paint_for_output(text: str, colour: Colour) -> str:
    """For standard output."""
    return paint(text, colour, wanted=wants_colour(sys.stdout))
