"""Numbered pages that cost as much in a list of millions as in one of thousands.

A database that is to count all rows goes through all of them, and so it does through those before a page. Therefore
nobody turns pages beyond the first `MAX_ROWS`, and of a page far down the keys are read before its rows.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, Final, cast

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet

MAX_ROWS: Final = 10_000

# Before a page with more rows than these before it, its keys are worth a query of their own.
MANY_ROWS: Final = 1000


class BoundedPaginator(Paginator[Any]):
    """Of a queryset with an order of its own. `there_are_more` rows than the pages show if it is long."""

    object_list: QuerySet[Any]

    @cached_property
    def _counted(self) -> int:
        return self.object_list.order_by().values("pk")[: MAX_ROWS + 1].count()

    @property
    def there_are_more(self) -> bool:
        return self._counted > MAX_ROWS

    @cached_property
    def count(self) -> int:
        """Of the rows that the pages show."""
        return min(self._counted, MAX_ROWS)

    def page(self, number: int | str) -> Page[Any]:
        page = super().page(number)
        if page.start_index() > MANY_ROWS:
            # Joins and numbers that are counted for each row would be asked for all the rows before.
            rows = cast("QuerySet[Any]", page.object_list)
            keys = list(rows.values_list("pk", flat=True))
            page.object_list = self.object_list.filter(pk__in=keys)
        return page
