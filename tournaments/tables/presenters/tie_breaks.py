"""The names of tie-breaks in the reader's language, by the codes of C.07; with cuts and options, however many."""

import re
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.tables.selectors.ranking import KEIZER_SCORE, KEIZER_VALUE

NAMES: Final[dict[str, str | Promise]] = {
    "PTS": gettext_lazy("Points"),
    "STD": gettext_lazy("Standard points"),
    "DE": gettext_lazy("Direct encounter"),
    "WIN": gettext_lazy("Number of wins"),
    "WON": gettext_lazy("Number of games won"),
    "BPG": gettext_lazy("Games with the second colour"),
    "BWG": gettext_lazy("Games won with the second colour"),
    "REP": gettext_lazy("Rounds one elected to play"),
    "PS": gettext_lazy("Sum of the scores after each round"),
    "BH": gettext_lazy("Buchholz"),
    "FB": gettext_lazy("Fore Buchholz"),
    "AOB": gettext_lazy("Average of the opponents’ Buchholz"),
    "AOB-F": gettext_lazy("Average of the opponents’ Fore Buchholz"),
    "SB": gettext_lazy("Sonneborn-Berger"),
    "KS": gettext_lazy("Koya"),
    "ARO": gettext_lazy("Average rating of the opponents"),
    "TPR": gettext_lazy("Performance"),
    "PTP": gettext_lazy("Perfect performance"),
    "APRO": gettext_lazy("Average performance of the opponents"),
    "APPO": gettext_lazy("Average perfect performance of the opponents"),
    "RTNG": gettext_lazy("Rating"),
    "RTNG-R": gettext_lazy("Rating, the lowest first"),
    "TPN": gettext_lazy("Starting number"),
    "TPN-R": gettext_lazy("Starting number, the highest first"),
    "LOT": gettext_lazy("Drawing of lots"),
    KEIZER_VALUE.upper(): gettext_lazy("Value"),
    KEIZER_SCORE.upper(): gettext_lazy("Points of the games"),
}

OPTIONS: Final[dict[str, str | Promise]] = {
    "C1": gettext_lazy("without the lowest"),
    "C2": gettext_lazy("without the two lowest"),
    "M1": gettext_lazy("without the lowest and the highest"),
    "M2": gettext_lazy("without the two lowest and the two highest"),
    "P": gettext_lazy("forfeits as games"),
    "U": gettext_lazy("unplayed rounds as draws"),
    "V": gettext_lazy("plain cuts"),
}


def tie_break_name(code: str, *, otherwise: str = "") -> str:
    """`BH-C1-P` is “Buchholz, without the lowest, forfeits as games”; `otherwise` names one that is not known."""
    if code in NAMES:
        return str(NAMES[code])
    base, *options = re.split(r"-(?=[A-Z])", code)
    name = str(NAMES.get(base, otherwise or base))
    for option in options:
        name = _("%(tie_break)s, %(modifier)s") % {"tie_break": name, "modifier": _option(option)}
    return name


def _option(option: str) -> str:
    if option in OPTIONS:
        return str(OPTIONS[option])
    # Of Koya: per cent of what could be scored, or half points more or less than a half.
    return _("limit %(limit)s") % {"limit": option.removeprefix("L")}
