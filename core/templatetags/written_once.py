"""Parts of pages that are the same for everybody: written once in each language, and kept.

    {% load written_once %}
    {% written_once theme user.is_staff %} … {% endwritten_once %}

What stands inside may depend on the language, on the values that the tag names, and on nothing else: least of all on
who looks, or on a token of a form. The frame of every page is made of such parts; to write them again each time takes
longer than the rest of many pages.
"""

from typing import Any, Final

from django import template
from django.conf import settings
from django.template.base import FilterExpression, NodeList, Parser, Token
from django.urls import get_script_prefix
from django.utils.safestring import SafeString
from django.utils.translation import get_language

register = template.Library()

# Of one part; the values that it depends on are few.
MAX_ENTRIES: Final = 200
_generations = [0]


class WrittenOnce(template.Node):
    def __init__(self, content: NodeList, depends_on: list[FilterExpression]) -> None:
        self.content, self.depends_on = content, depends_on
        self.kept: dict[Any, SafeString] = {}

    def render(self, context: template.Context) -> SafeString:
        if settings.DEBUG:
            return self.content.render(context)
        values = [expression.resolve(context, ignore_failures=True) for expression in self.depends_on]
        key = (_generations[0], get_language(), get_script_prefix(), *values)
        written = self.kept.get(key)
        if written is None:
            if len(self.kept) >= MAX_ENTRIES:
                self.kept.clear()
            written = self.kept[key] = self.content.render(context)
        return written


@register.tag
def written_once(parser: Parser, token: Token) -> WrittenOnce:
    depends_on = [parser.compile_filter(bit) for bit in token.split_contents()[1:]]
    content = parser.parse(("endwritten_once",))
    parser.delete_first_token()
    return WrittenOnce(content, depends_on)


def clear_on_changed_setting(**kwargs: object) -> None:
    """Only tests change settings under a running site."""
    _generations[0] += 1
