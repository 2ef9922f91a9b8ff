"""The lists of a round as they are shown: rendered once for each change of the event, for everybody."""

from typing import TypedDict

from django.template.loader import render_to_string

from tournaments.events.kept_parts import kept_part
from tournaments.models import Round
from tournaments.rounds.board_rows import boards_as_html
from tournaments.rounds.colours import colours_of
from tournaments.rounds.selectors import round_list


class ShownList(TypedDict):
    html: str
    missing: int


def shown_list(round_: Round, *, by_name: bool = False) -> ShownList:
    """No query where it is kept, else those of `round_list`."""
    name = f"round:{round_.pk}:{'names' if by_name else 'boards'}"
    shown: ShownList = kept_part(round_.section.event, name, lambda: _made(round_, by_name)).content
    return shown


def _made(round_: Round, by_name: bool) -> ShownList:
    lines = round_list(round_, by_name=by_name)
    colours = colours_of(round_.section.event)
    context = {
        "round": round_,
        "list": lines,
        "rows": "" if by_name else boards_as_html(lines.boards, colours),
        "colours": colours,
    }
    template = f"tournaments/rounds/parts/{'by_name' if by_name else 'by_board'}.html"
    return {"html": render_to_string(template, context), "missing": lines.missing}
