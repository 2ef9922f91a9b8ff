"""The tie-breaks by their codes, as C.07 and the report files write them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from types import MappingProxyType

from tournaments.standings.buchholz import Buchholz
from tournaments.standings.counts import GamesWithBlack, GamesWon, GamesWonWithBlack, Wins
from tournaments.standings.cuts import Modifier
from tournaments.standings.direct_encounter import DirectEncounter
from tournaments.standings.koya import Koya
from tournaments.standings.lots import DrawingOfLots
from tournaments.standings.opponents_ratings import AverageRating, PerformanceRating
from tournaments.standings.points import Points
from tournaments.standings.progressive import Progressive
from tournaments.standings.sonneborn_berger import SonnebornBerger
from tournaments.standings.tie_break import TieBreak

LOTS = DrawingOfLots.code
SWISS_DEFAULT = ("BH-C1", "BH", "SB")
ROUND_ROBIN_DEFAULT = ("DE", "SB", "WIN")

_CUTS = {"C1": Modifier(1), "C2": Modifier(2)}
_MEDIANS = {"M1": Modifier(1, 1), "M2": Modifier(2, 2)}


def _modified(
    kind: type[Buchholz | SonnebornBerger | Progressive | AverageRating], modifiers: dict[str, Modifier]
) -> list[TieBreak]:
    return [kind(), *(kind(modifier) for modifier in modifiers.values())]


TIE_BREAKS = MappingProxyType(
    {
        tie_break.code: tie_break
        for tie_break in (
            Points(),
            *_modified(Buchholz, _CUTS | _MEDIANS),
            *_modified(SonnebornBerger, _CUTS | _MEDIANS),
            DirectEncounter(),
            Wins(),
            GamesWon(),
            GamesWithBlack(),
            GamesWonWithBlack(),
            *_modified(Progressive, _CUTS),
            Koya(),
            *_modified(AverageRating, _CUTS | _MEDIANS),
            PerformanceRating(),
        )
    }
)
"""Every tie-break that needs no seed, by its code."""

CODES = (*TIE_BREAKS, LOTS)


class TieBreakError(ValueError):
    """A list of tie-breaks that cannot be used; the sentence says what to change."""


def tie_breaks(codes: str | Iterable[str], *, seed: str | None = None) -> tuple[TieBreak, ...]:
    """Tie-breaks from their codes: ``"BH-C1, DE"`` or ``["BH/C1", "DE"]``. Drawing lots needs a seed."""
    listed = codes.split(",") if isinstance(codes, str) else list(codes)
    chosen: list[TieBreak] = []
    for written in listed:
        code = canonical(written)
        if code == LOTS:
            if seed is None:
                raise TieBreakError("drawing of lots (LOT) needs a seed, which is kept with the table")
            chosen.append(DrawingOfLots(seed))
        elif code in TIE_BREAKS:
            chosen.append(TIE_BREAKS[code])
        else:
            raise TieBreakError(f"unknown tie-break {written.strip()!r}; known are {', '.join(CODES)}")
        if any(each.code == code for each in chosen[:-1]) and not chosen[-1].among_the_tied:
            raise TieBreakError(f"the tie-break {code} is listed twice")
    return tuple(chosen)


def canonical(code: str) -> str:
    """A code in capitals with a hyphen before its modifier; report files also write BH/C1 or BH#C1."""
    return re.sub(r"[/#:]", "-", code.strip().upper())
