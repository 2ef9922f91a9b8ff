"""What the two colours of an event are called: White and Brown, or Red and Blue."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from engine import registry
from tournaments.models import Event

_NAMES: Final[Mapping[str, str | Promise]] = {
    "white": _("White"),
    "brown": _("Brown"),
    "black": _("Black"),
    "red": _("Red"),
    "blue": _("Blue"),
}


class Colours(NamedTuple):
    first: str
    second: str


def colours_of(event: Event) -> Colours:
    """As the rules of the game name its sides."""
    first, second = (str(_NAMES.get(side, side.capitalize())) for side in registry.rules(event.game).sides)
    return Colours(first, second)
