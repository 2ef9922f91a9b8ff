"""The rows of the standings as HTML, written here and not in a template: for 500 players with six tie-breaks a template
takes several times as long as everything else together."""

from collections.abc import Iterable
from html import escape

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from tournaments.tables.freezing import TableRow


def rows_as_html(rows: Iterable[TableRow], *, query: str, ratings: bool, clubs: bool) -> SafeString:
    """Addresses are relative to that of the standings."""
    why = escape(_("why?"))
    return mark_safe("\n".join(_row(row, why, query, ratings=ratings, clubs=clubs) for row in rows))  # noqa: S308  names and clubs are escaped below


def _row(row: TableRow, why: str, query: str, *, ratings: bool, clubs: bool) -> str:
    entry = row.entry
    rating = f'<td class="number wide-only">{entry.rating or ""}</td>' if ratings else ""
    club = f'<td class="wide-only">{escape(entry.club_name)}</td>' if clubs else ""
    points = escape(row.points)
    return (
        f'<tr><td class="number">{row.rank}</td>'
        f'<th scope="row"><a href="../players/{row.number}/">{escape(entry.person.name)}</a></th>{rating}{club}'
        f'<td class="number"><a href="{row.number}/{query}" aria-label="{points}, {why}">{points}</a></td>'
        f'{"".join(f"""<td class="number">{escape(value)}</td>""" for value in row.values)}</tr>'
    )
