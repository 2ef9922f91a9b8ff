"""The lists of a round as they are shown: rendered once for each change of the event, for everybody."""

from typing import Final, TypedDict

from django.core.cache import caches
from django.template.loader import render_to_string
from django.utils.translation import get_language

from tournaments.events.conditional import version_of_the_code
from tournaments.models import Round
from tournaments.rounds.colours import colours_of
from tournaments.rounds.selectors import round_list

# What does not change with the event, such as people's names, is up to date after so many seconds.
KEPT_FOR: Final = 300


class ShownList(TypedDict):
    html: str
    missing: int


def shown_list(round_: Round, *, by_name: bool = False) -> ShownList:
    """Nothing in it depends on who looks. No query where it is kept, else those of `round_list`."""
    event = round_.section.event
    key = f"round:{round_.pk}:{event.change_number}:{by_name}:{get_language()}:{version_of_the_code()}"
    kept: ShownList | None = caches["pages"].get(key)
    if kept is None:
        lines = round_list(round_, by_name=by_name)
        template = f"tournaments/rounds/parts/{'by_name' if by_name else 'by_board'}.html"
        context = {"round": round_, "list": lines, "colours": colours_of(event)}
        kept = {"html": render_to_string(template, context), "missing": lines.missing}
        caches["pages"].set(key, kept, KEPT_FOR)
    return kept
