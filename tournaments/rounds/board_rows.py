"""The boards of a round as rows of HTML, written here and not in a template: a large round has hundreds of them, and
they are written anew after every result."""

from collections.abc import Iterable
from html import escape

from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from tournaments.models import Entry, PairingResult
from tournaments.rounds.colours import Colours
from tournaments.rounds.selectors import BoardLine


class _Row:
    """The words and addresses that all rows have in common are looked up once."""

    def __init__(self, colours: Colours) -> None:
        self._first, self._second = escape(str(colours.first)), escape(str(colours.second))
        self._points_before = escape(_("Points before this round"))
        self._third_place = f'<abbr title="{escape(_("Match for the third place"))}">3.</abbr>'
        no_result = escape(_("no result yet"))
        self._results = {
            value: f"<strong>{escape(str(label))}</strong>" for value, label in PairingResult.choices
        } | {PairingResult.NONE.value: f'<span class="soft" aria-label="{no_result}">–</span>'}
        self._before, self._after = reverse("person", args=[0]).split("0")

    def __call__(self, line: BoardLine) -> str:
        pairing = line.pairing
        board = self._third_place if pairing.third_place else str(pairing.board)
        if line.of_a_match:
            game = escape(_("game %(leg)s") % {"leg": pairing.leg})
            board += f'<span class="boards__leg">{game}</span>'
        return (
            f'<tr><th scope="row" class="number">{board}</th>'
            f'<td data-label="{self._first}">{self._player(line.first, line.first_points)}</td>'
            f'<td class="boards__result">{self._results[pairing.result]}</td>'
            f'<td data-label="{self._second}">{self._player(line.second, line.second_points)}</td></tr>'
        )

    def _player(self, entry: Entry, points: str) -> str:
        link = f'<a href="{self._before}{entry.person_id}{self._after}">{escape(entry.person.name)}</a>'
        if not points:
            return link
        return f'{link} <span class="boards__points" title="{self._points_before}">{escape(points)}</span>'


def boards_as_html(lines: Iterable[BoardLine], colours: Colours) -> SafeString:
    row = _Row(colours)
    return mark_safe("\n".join(map(row, lines)))  # noqa: S308  names and words are escaped above
