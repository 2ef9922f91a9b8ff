"""The standings as they are shown: headings and words, and the rendered table, cached until the event changes."""

from collections.abc import Iterable
from html import escape
from typing import Final

from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.web.fragments import cached_fragment
from tournaments.models import EntryState, Section
from tournaments.pairing import Outcome
from tournaments.standings import Cut, write_fraction
from tournaments.tables.presenters.tie_breaks import tie_break_name
from tournaments.tables.selectors.ranking import KEIZER_SCORE, KEIZER_VALUE
from tournaments.tables.selectors.standings import SectionTable, TableRow, load_table, public_round_numbers
from tournaments.tables.selectors.table_data import Column, TableKind

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


def column_name(column: Column) -> str:
    return tie_break_name(column["code"], otherwise=column["name"])


def column_heading(column: Column) -> str:
    """The code of a tie-break, as report files have it; what Keizer counts has no code."""
    return (
        column_name(column)
        if column["code"] in (KEIZER_VALUE.upper(), KEIZER_SCORE.upper())
        else column["label"]
    )


def describe_cut(cut: str | None) -> str:
    return str(_CUTS[cut]) if cut in _CUTS else ""


def describe_outcome(outcome: Outcome) -> str:
    return str(_OUTCOMES[outcome])


def render_standings(section: Section, *, after: int | None = None) -> SafeString:
    """No query while they are cached, else one more than `load_table`."""
    name = f"standings:{section.pk}:{after}"
    shown: SafeString = cached_fragment(section.event, name, lambda: _render(section, after)).content
    return shown


def _render(section: Section, after: int | None) -> SafeString:
    table = load_table(section, after=after)
    context = {
        "event": section.event,
        "section": section,
        "rounds": public_round_numbers(section),
        "after": after,
        "follows": after is None and not section.event.has_finished,
        "table": table.data,
        "frozen": table.frozen,
        **_column_context(table, "" if after is None else f"?after={after}"),
    }
    return render_to_string("tournaments/tables/parts/standings.html", context)


def _column_context(table: SectionTable, query: str) -> dict[str, object]:
    with_clubs = any(row.entry.club_name for row in table.rows)
    with_ratings = any(row.entry.rating for row in table.rows)
    if table.data["kind"] == TableKind.KNOCKOUT:
        body = SafeString()
    else:
        body = render_rows(table.rows, query=query, ratings=with_ratings, clubs=with_clubs)
    return {
        "rows": table.rows,
        "body": body,
        "columns": [
            {"head": column_heading(column), "name": column_name(column), "article": column["article"]}
            for column in table.data["columns"]
        ],
        "with_clubs": with_clubs,
        "with_ratings": with_ratings,
    }


def render_rows(rows: Iterable[TableRow], *, query: str, ratings: bool, clubs: bool) -> SafeString:
    """Addresses are relative to that of the standings."""
    why = escape(_("why?"))
    left = f' <span class="tag tag--red">{escape(_("withdrawn"))}</span>'
    made = (_render_row(row, why, left, query, ratings=ratings, clubs=clubs) for row in rows)
    return mark_safe("\n".join(made))  # noqa: S308  names and clubs are escaped below


def _render_row(row: TableRow, why: str, left: str, query: str, *, ratings: bool, clubs: bool) -> str:
    entry = row.entry
    rating = f'<td class="number wide-only">{entry.rating or ""}</td>' if ratings else ""
    club = f'<td class="wide-only">{escape(entry.club_name)}</td>' if clubs else ""
    points = escape(write_fraction(row.points))
    gone = left if entry.state == EntryState.WITHDRAWN else ""
    return (
        f'<tr data-entry="{entry.pk}"><td class="number">{row.rank}</td>'
        f'<th scope="row"><a href="../players/{row.number}/">{escape(entry.person.name)}</a>{gone}</th>{rating}{club}'
        f'<td class="number"><a href="{row.number}/{query}" aria-label="{points}, {why}">{points}</a></td>'
        f'{"".join(f"""<td class="number">{escape(write_fraction(value))}</td>""" for value in row.values)}</tr>'
    )
