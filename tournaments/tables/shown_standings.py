"""The standings as they are shown: rendered once for each change of the event, for everybody."""

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from tournaments.events.kept_parts import kept_part
from tournaments.models import Round, RoundState, Section
from tournaments.tables.freezing import SectionTable, table_of
from tournaments.tables.standings_rows import rows_as_html
from tournaments.tables.table_data import KNOCKOUT
from tournaments.tables.words import head_of_column, name_of_column


def shown_standings(section: Section, *, after: int | None = None) -> SafeString:
    """No query where they are kept, else one more than `table_of`."""
    name = f"standings:{section.pk}:{after}"
    shown: SafeString = kept_part(section.event, name, lambda: _rendered(section, after)).content
    return shown


def published_rounds(section: Section) -> list[int]:
    public = (RoundState.PUBLISHED, RoundState.CLOSED)
    rounds = Round.objects.filter(section=section, state__in=public).order_by("number")
    return list(rounds.values_list("number", flat=True))


def _rendered(section: Section, after: int | None) -> SafeString:
    table = table_of(section, after=after)
    context = {
        "event": section.event,
        "section": section,
        "rounds": published_rounds(section),
        "after": after,
        "follows": after is None and not section.event.has_finished,
        "table": table.data,
        "frozen": table.frozen,
        **_columns(table, "" if after is None else f"?after={after}"),
    }
    return render_to_string("tournaments/tables/parts/standings.html", context)


def _columns(table: SectionTable, query: str) -> dict[str, object]:
    with_clubs = any(row.entry.club_name for row in table.rows)
    with_ratings = any(row.entry.rating for row in table.rows)
    if table.data["kind"] == KNOCKOUT:
        body = SafeString()
    else:
        body = rows_as_html(table.rows, query=query, ratings=with_ratings, clubs=with_clubs)
    return {
        "rows": table.rows,
        "body": body,
        "columns": [
            {"head": head_of_column(column), "name": name_of_column(column), "article": column["article"]}
            for column in table.data["columns"]
        ],
        "with_clubs": with_clubs,
        "with_ratings": with_ratings,
    }
