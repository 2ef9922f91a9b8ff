"""Lists come in pages that stay put while rows are added: a cursor says after which row the next page begins."""

import base64
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from rest_framework.exceptions import NotFound
from rest_framework.pagination import Cursor, CursorPagination
from rest_framework.request import Request
from rest_framework.views import APIView

from core.api.problems import InvalidQuery
from core.api.serializers import MAX_PAGE_SIZE


class ApiPagination(CursorPagination):
    """In the order that the view's `ordering` names: the last of its columns has to be unique."""

    page_size = 50
    page_size_query_param = "limit"
    max_page_size = MAX_PAGE_SIZE

    def get_ordering(self, request: Request, queryset: Any, view: APIView) -> tuple[str, ...]:
        return tuple(view.ordering)  # type: ignore[attr-defined]

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        neighbour = {"type": ["string", "null"], "format": "uri"}
        return {
            "type": "object",
            "required": ["next", "previous", "results"],
            "properties": {"next": neighbour, "previous": neighbour, "results": schema},
        }

    def decode_cursor(self, request: Request) -> Cursor | None:
        try:
            # The base class overlooks what is not base64.
            text = base64.b64decode(request.query_params.get(self.cursor_query_param, ""), validate=True)
            cursor = super().decode_cursor(request)
        except (NotFound, ValueError) as error:
            raise _invalid_cursor() from error
        if b"\0" in text or b"%00" in text:
            raise _invalid_cursor()
        return cursor

    def paginate_queryset(
        self, queryset: Any, request: Request, view: APIView | None = None
    ) -> list[Any] | None:
        try:
            return super().paginate_queryset(queryset, request, view)
        except (ValidationError, ValueError, OverflowError) as error:
            # A cursor that somebody made: its value does not fit the column.
            raise _invalid_cursor() from error


def _invalid_cursor() -> InvalidQuery:
    return InvalidQuery({"cursor": [_("This cursor is not valid. Start again without one.")]})
