"""The standings as they are shown: rendered once for each change of the event, for everybody."""

from typing import Final, TypedDict

from django.core.cache import caches
from django.template.loader import render_to_string
from django.utils.translation import get_language

from tournaments.events.conditional import version_of_the_code
from tournaments.models import Section
from tournaments.tables.freezing import SectionTable, table_of
from tournaments.tables.words import head_of_column, name_of_column

# What does not change with the event, such as people's names, is up to date after so many seconds.
KEPT_FOR: Final = 300


class ShownTable(TypedDict):
    html: str
    rounds: int
    unfinished: bool
    frozen: bool


def shown_standings(section: Section, *, after: int | None = None) -> ShownTable:
    """Nothing in it depends on who looks. No query where it is kept, else those of `table_of`."""
    key = f"standings:{section.pk}:{section.event.change_number}:{after}:{get_language()}:{version_of_the_code()}"
    kept: ShownTable | None = caches["pages"].get(key)
    if kept is None:
        kept = _rendered(table_of(section, after=after), after)
        caches["pages"].set(key, kept, KEPT_FOR)
    return kept


def _rendered(table: SectionTable, after: int | None) -> ShownTable:
    columns = [
        {"head": head_of_column(column), "name": name_of_column(column), "article": column["article"]}
        for column in table.data["columns"]
    ]
    context = {
        "section": table.section,
        "table": table.data,
        "rows": table.rows,
        "columns": columns,
        "query": "" if after is None else f"?after={after}",
        "with_clubs": any(row.entry.club_name for row in table.rows),
        "with_ratings": any(row.entry.rating for row in table.rows),
    }
    return {
        "html": render_to_string("tournaments/tables/parts/standings_table.html", context),
        "rounds": table.data["rounds"],
        "unfinished": table.data["unfinished"],
        "frozen": table.frozen,
    }
