"""The lists of a round as they are shown, cached until the event changes, and the QR code that leads to them."""

from collections.abc import Iterable
from html import escape
from typing import TypedDict

import segno
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from core.web.fragments import cached_fragment
from tournaments.models import Entry, PairingResult, Round
from tournaments.presenters import ColourNames, colour_names
from tournaments.rounds.selectors.lists import BoardRow, load_round_list


class RenderedList(TypedDict):
    html: str
    missing: int


def render_round_list(round_: Round, *, by_name: bool = False) -> RenderedList:
    """No query while it is cached, else those of `load_round_list`."""
    name = f"round:{round_.pk}:{'names' if by_name else 'boards'}"
    shown: RenderedList = cached_fragment(
        round_.section.event, name, lambda: _render(round_, by_name)
    ).content
    return shown


def _render(round_: Round, by_name: bool) -> RenderedList:
    lines = load_round_list(round_, by_name=by_name)
    colours = colour_names(round_.section.event)
    context = {
        "round": round_,
        "list": lines,
        "rows": "" if by_name else render_board_rows(lines.boards, colours),
        "colours": colours,
    }
    template = f"tournaments/rounds/parts/{'by_name' if by_name else 'by_board'}.html"
    return {"html": render_to_string(template, context), "missing": lines.missing}


class _RowRenderer:
    """The words and addresses that all rows have in common are looked up once."""

    def __init__(self, colours: ColourNames) -> None:
        self._first, self._second = escape(str(colours.first)), escape(str(colours.second))
        self._points_before = escape(_("Points before this round"))
        self._third_place = f'<abbr title="{escape(_("Match for the third place"))}">3.</abbr>'
        no_result = escape(_("no result yet"))
        self._results = {
            value: f"<strong>{escape(str(label))}</strong>" for value, label in PairingResult.choices
        } | {PairingResult.NONE.value: f'<span class="soft" aria-label="{no_result}">–</span>'}
        self._before, self._after = reverse("person", args=[0]).split("0")

    def __call__(self, line: BoardRow) -> str:
        pairing = line.pairing
        board = self._third_place if pairing.third_place else str(pairing.board)
        if line.is_in_match:
            game = escape(_("game %(leg)s") % {"leg": pairing.leg})
            board += f'<span class="boards__leg">{game}</span>'
        return (
            f'<tr><th scope="row" class="number">{board}</th>'
            f'<td data-label="{self._first}" data-entry="{line.first.pk}">'
            f"{self._player(line.first, line.first_points)}</td>"
            f'<td class="boards__result">{self._results[pairing.result]}</td>'
            f'<td data-label="{self._second}" data-entry="{line.second.pk}">'
            f"{self._player(line.second, line.second_points)}</td></tr>"
        )

    def _player(self, entry: Entry, points: str) -> str:
        link = f'<a href="{self._before}{entry.person_id}{self._after}">{escape(entry.person.name)}</a>'
        if not points:
            return link
        return f'{link} <span class="boards__points" title="{self._points_before}">{escape(points)}</span>'


def render_board_rows(lines: Iterable[BoardRow], colours: ColourNames) -> SafeString:
    row = _RowRenderer(colours)
    return mark_safe("\n".join(map(row, lines)))  # noqa: S308  names and words are escaped above


def render_qr_code(address: str) -> str:
    """As SVG to stand in a page: no style attribute, and light behind it in a dark room too."""
    picture: str = segno.make(address, error="m", micro=False).svg_inline(
        scale=4, border=4, light="#fff", svgclass="qr", lineclass=None, omitsize=True
    )
    return picture
