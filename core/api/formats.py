"""In which formats the API is spoken to and answers: JSON, and files whose format is asked for by name."""

from collections.abc import Iterable
from io import BytesIO
from typing import Any, Final

from django.utils.translation import gettext as _
from rest_framework.exceptions import ParseError
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import BaseParser, JSONParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from core.json_bounds import count_json_values

# Some MB of memory; large bodies are long texts, and have few.
MAX_VALUES: Final = 100_000


class JsonParser(JSONParser):
    """Python's own reader goes down into what is nested, and gives up at some depth: a mistake of the sender."""

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> Any:
        data = stream.read()
        if count_json_values(data) > MAX_VALUES:
            raise ParseError(_("The JSON has too many values: at most %(max)d.") % {"max": MAX_VALUES})
        try:
            return super().parse(BytesIO(data), media_type, parser_context)
        except RecursionError as error:
            raise ParseError(_("The JSON is nested too deeply.")) from error


class FileNegotiation(BaseContentNegotiation):
    """The file has the format that was asked for by name; problems are JSON whatever is accepted."""

    def select_parser(self, request: Request, parsers: Iterable[BaseParser]) -> BaseParser:
        return next(iter(parsers))

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        first = next(iter(renderers))
        return first, str(first.media_type)
