"""Many lines of the ledger at once: by COPY where the database knows it, else by one prepared statement."""

from collections.abc import Iterable
from typing import Any

from django.db import connection

from players.models import LedgerLine

Line = tuple[int, float | None, float | None, float | None, float | None, str, str, str, str | None]
"""Player; rating before and after; deviation before and after; before, after, games and steps as JSON text."""

_COLUMNS = (
    "period_id", "player_id", "rating_before", "rating_after", "deviation_before", "deviation_after",
    "before", "after", "games", "steps",
)  # fmt: skip


def write_lines(lines_of_periods: Iterable[tuple[int, list[Line]]]) -> None:
    """The lines of each period, by the period's id. Has to happen in a transaction."""
    table = connection.ops.quote_name(LedgerLine._meta.db_table)
    columns = ", ".join(connection.ops.quote_name(column) for column in _COLUMNS)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(f"COPY {table} ({columns}) FROM STDIN") as copy:
                for period, lines in lines_of_periods:
                    copy.write("".join([_as_text(period, line) for line in lines]))
        else:
            marks = ", ".join(["%s"] * len(_COLUMNS))
            statement = f"INSERT INTO {table} ({columns}) VALUES ({marks})"  # noqa: S608  names from our own code
            for period, lines in lines_of_periods:
                cursor.executemany(statement, [(period, *line) for line in lines])


def _as_text(period: int, line: Line) -> str:
    """A line in COPY's text format: tabs between values, backslashes doubled, \\N for nothing.

    JSON has no raw tabs or line breaks, so backslashes are all that needs care.
    """
    player, rating, new_rating, deviation, new_deviation, before, after, games, steps = line
    documents = f"{before}\t{after}\t{games}\t"
    if "\\" in documents:
        documents = documents.replace("\\", "\\\\")
    return (
        f"{period}\t{player}\t{_number(rating)}\t{_number(new_rating)}\t{_number(deviation)}\t"
        f"{_number(new_deviation)}\t{documents}{steps if steps is not None else _NOTHING}\n"
    )


_NOTHING = "\\N"


def _number(value: Any) -> str:
    return _NOTHING if value is None else repr(value)
