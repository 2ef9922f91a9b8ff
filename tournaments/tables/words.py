"""What stands above and beside the numbers of a table, in the reader's language."""

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from games.models import GameKind
from tournaments.models import Event
from tournaments.pairing import Outcome
from tournaments.standings import Cut
from tournaments.tables.keizer_ranking import GAMES, VALUE
from tournaments.tables.table_data import Column

_NAMES: Final[dict[str, str | Promise]] = {
    "PTS": gettext_lazy("Points"),
    "DE": gettext_lazy("Direct encounter"),
    "WIN": gettext_lazy("Number of wins"),
    "WON": gettext_lazy("Number of games won"),
    "BPG": gettext_lazy("Games with the second colour"),
    "BWG": gettext_lazy("Games won with the second colour"),
    "PS": gettext_lazy("Sum of the scores after each round"),
    "BH": gettext_lazy("Buchholz"),
    "SB": gettext_lazy("Sonneborn-Berger"),
    "KS": gettext_lazy("Koya"),
    "ARO": gettext_lazy("Average rating of the opponents"),
    "TPR": gettext_lazy("Performance"),
    "LOT": gettext_lazy("Drawing of lots"),
    VALUE.upper(): gettext_lazy("Value"),
    GAMES.upper(): gettext_lazy("Points of the games"),
}
_MODIFIERS: Final[dict[str, str | Promise]] = {
    "C1": gettext_lazy("without the lowest"),
    "C2": gettext_lazy("without the two lowest"),
    "M1": gettext_lazy("without the lowest and the highest"),
    "M2": gettext_lazy("without the two lowest and the two highest"),
}
_CUTS: Final[dict[str, str | Promise]] = {
    Cut.LOWEST.name: gettext_lazy("does not count: the least significant value (article 14.1)"),
    Cut.VOLUNTARY.name: gettext_lazy(
        "does not count: the lowest from a round that the player chose not to play (article 16.5)"
    ),
    Cut.HIGHEST.name: gettext_lazy("does not count: the most significant value (article 14.3)"),
}

_OUTCOMES: Final[dict[Outcome, str | Promise]] = {
    Outcome.WIN: gettext_lazy("won"),
    Outcome.DRAW: gettext_lazy("drawn"),
    Outcome.LOSS: gettext_lazy("lost"),
    Outcome.PENDING: gettext_lazy("no result yet"),
    Outcome.FORFEIT_WIN: gettext_lazy("won by forfeit"),
    Outcome.FORFEIT_LOSS: gettext_lazy("lost by forfeit"),
    Outcome.PAIRING_BYE: gettext_lazy("bye"),
    Outcome.FULL_POINT_BYE: gettext_lazy("full-point bye"),
    Outcome.HALF_POINT_BYE: gettext_lazy("half-point bye"),
    Outcome.ZERO_POINT_BYE: gettext_lazy("zero-point bye"),
    Outcome.ABSENT: gettext_lazy("absent"),
}


def name_of_column(column: Column) -> str:
    base, _hyphen, modifier = column["code"].partition("-")
    name = str(_NAMES.get(base, column["name"]))
    if modifier:
        return _("%(tie_break)s, %(modifier)s") % {
            "tie_break": name,
            "modifier": _MODIFIERS.get(modifier, modifier),
        }
    return name


def head_of_column(column: Column) -> str:
    """The code of a tie-break, as report files have it; what Keizer counts has no code."""
    return name_of_column(column) if column["code"] in (VALUE.upper(), GAMES.upper()) else column["label"]


def why_it_does_not_count(cut: str | None) -> str:
    return str(_CUTS[cut]) if cut in _CUTS else ""


def outcome_in_words(outcome: Outcome) -> str:
    return str(_OUTCOMES[outcome])


def colours_of(event: Event) -> tuple[str, str]:
    """What the two sides of the event's game are called, who moves first being first."""
    if event.game == GameKind.BARRAGOON:
        return pgettext("side", "White"), pgettext("side", "Brown")
    return pgettext("side", "Red"), pgettext("side", "Blue")
