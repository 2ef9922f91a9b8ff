"""The tie-breaks by their codes, as C.07 and the report files write them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from types import MappingProxyType
from typing import Final

from tournaments.standings.buchholz import AverageBuchholz, Buchholz, ForeBuchholz
from tournaments.standings.counts import (
    GamesWithBlack,
    GamesWon,
    GamesWonWithBlack,
    RoundsElectedToPlay,
    Wins,
)
from tournaments.standings.cuts import NO_CUTS, Modifier
from tournaments.standings.direct_encounter import DirectEncounter
from tournaments.standings.koya import Koya, Limit
from tournaments.standings.lots import DrawingOfLots
from tournaments.standings.opponents_ratings import AverageRating
from tournaments.standings.options import Options
from tournaments.standings.own_data import PairingNumber, Rating
from tournaments.standings.performances import OpponentsPerformance, PerfectPerformance, PerformanceRating
from tournaments.standings.points import Points, StandardPoints
from tournaments.standings.progressive import Progressive
from tournaments.standings.scorebook import UnplayedRounds
from tournaments.standings.sonneborn_berger import SonnebornBerger
from tournaments.standings.tie_break import TieBreak

LOTS: Final = DrawingOfLots.code
SWISS_DEFAULT: Final = ("BH-C1", "BH", "SB")
ROUND_ROBIN_DEFAULT: Final = ("DE", "SB", "WIN")

_CUTS: Final = {"C1": Modifier(1), "C2": Modifier(2), "M1": Modifier(1, 1), "M2": Modifier(2, 2)}
_OLDER_NAMES: Final = {"GE": "REP"}
"""What the edition of 2024 calls otherwise."""

_FIXED: Final = MappingProxyType(
    {
        each.code: each
        for each in (
            Points(),
            StandardPoints(),
            DirectEncounter(),
            DirectEncounter(forfeits_as_games=True),
            Wins(),
            GamesWon(),
            GamesWithBlack(),
            GamesWonWithBlack(),
            RoundsElectedToPlay(),
            AverageBuchholz(),
            AverageBuchholz(fore=True),
            PerformanceRating(),
            PerfectPerformance(),
            OpponentsPerformance(),
            OpponentsPerformance(perfect=True),
            Rating(),
            Rating(reverse=True),
            PairingNumber(),
            PairingNumber(reverse=True),
        )
    }
)
_WITH_OPTIONS: Final[dict[str, Callable[[Options], TieBreak]]] = {
    "BH": Buchholz,
    "FB": ForeBuchholz,
    "SB": SonnebornBerger,
}
_WITH_CUTS: Final[dict[str, Callable[[Modifier], TieBreak]]] = {"PS": Progressive, "ARO": AverageRating}


class TieBreakError(ValueError):
    """A list of tie-breaks that cannot be used; the sentence says what to change."""


def canonical(code: str) -> str:
    """A code in capitals with a hyphen before its options; report files also write BH/C1 or BH#C1."""
    capitals = re.sub(r"[/#:]", "-", code.strip().upper())
    name, hyphen, options = capitals.partition("-")
    return _OLDER_NAMES.get(name, name) + hyphen + options


def find_tie_break(code: str) -> TieBreak | None:
    """The tie-break with this code, however many options it has; None if there is none, or if it needs a seed.

    >>> find_tie_break("BH/C1/P").name
    'Buchholz, Cut-1, forfeits as games'
    """
    code = canonical(code)
    if code in _FIXED:
        return _FIXED[code]
    name, *options = re.split(r"-(?=[A-Z])", code)
    if name == "KS":
        limit = _limit(options)
        return Koya(limit) if limit else None
    if name in _WITH_CUTS:
        cut = _CUTS.get(options[0]) if options else NO_CUTS
        fits = cut is not None and len(options) <= 1 and not (name == "PS" and cut.highest)
        return _WITH_CUTS[name](cut) if fits and cut is not None else None
    if name in _WITH_OPTIONS:
        chosen = _options(options)
        return _WITH_OPTIONS[name](chosen) if chosen else None
    return None


def _options(options: list[str]) -> Options | None:
    cuts = [_CUTS[option] for option in options if option in _CUTS]
    letters = [option for option in options if option not in _CUTS]
    if len(cuts) > 1 or len(set(letters)) != len(letters) or not {"P", "U", "V"}.issuperset(letters):
        return None
    unplayed = UnplayedRounds("P" in letters, "U" in letters)
    return Options(cuts[0] if cuts else NO_CUTS, unplayed, "V" in letters)


def _limit(options: list[str]) -> Limit | None:
    if not options:
        return Limit()
    found = re.fullmatch(r"L(?:(?P<percent>\d{1,2}|100)|(?P<half_points>[+-]\d{1,2}))", options[0])
    if not found or len(options) > 1:
        return None
    if found["percent"]:
        return Limit(percent=int(found["percent"]))
    return Limit(half_points=int(found["half_points"]))


def _known(*codes: str) -> dict[str, TieBreak]:
    found = {code: find_tie_break(code) for code in codes}
    return {code: each for code, each in found.items() if each is not None}


TIE_BREAKS = MappingProxyType(
    _known(
        "PTS",
        *("BH", "BH-C1", "BH-C2", "BH-M1", "BH-M2", "BH-P", "BH-C1-P"),
        *("FB", "FB-C1", "FB-C2", "FB-M1", "FB-M2", "AOB", "AOB-F"),
        *("SB", "SB-C1", "SB-C2", "SB-M1", "SB-M2", "SB-P", "SB-C1-P"),
        *("DE", "DE-P", "WIN", "WON", "BPG", "BWG", "REP", "STD"),
        *("PS", "PS-C1", "PS-C2", "KS"),
        *("ARO", "ARO-C1", "ARO-C2", "ARO-M1", "ARO-M2"),
        *("TPR", "PTP", "APRO", "APPO", "RTNG", "RTNG-R", "TPN", "TPN-R"),
    )
)
"""The tie-breaks that are offered and need no seed, by their codes; `find_tie_break` knows more combinations."""

CODES = (*TIE_BREAKS, LOTS)


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
        elif (found := find_tie_break(code)) is not None:
            chosen.append(found)
        else:
            raise TieBreakError(f"unknown tie-break {written.strip()!r}; known are {', '.join(CODES)}")
        if any(each.code == chosen[-1].code for each in chosen[:-1]) and not chosen[-1].among_the_tied:
            raise TieBreakError(f"the tie-break {chosen[-1].code} is listed twice")
    return tuple(chosen)
