"""Parts of pages that are the same for everybody: rendered once in each language, and kept in memory.

    {% load render_once %}
    {% render_once theme user.is_staff %} … {% endrender_once %}

What stands inside may depend on the language, on the values that the tag names, and on nothing else: least of all on
the reader, or on a token of a form. The frame of every page is made of such parts; to render them each time takes
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


class RenderOnce(template.Node):
    def __init__(self, content: NodeList, depends_on: list[FilterExpression]) -> None:
        self.content, self.depends_on = content, depends_on
        self.rendered: dict[Any, SafeString] = {}

    def render(self, context: template.Context) -> SafeString:
        if settings.DEBUG:
            return self.content.render(context)
        values = [expression.resolve(context, ignore_failures=True) for expression in self.depends_on]
        key = (_generations[0], get_language(), get_script_prefix(), *values)
        html = self.rendered.get(key)
        if html is None:
            if len(self.rendered) >= MAX_ENTRIES:
                self.rendered.clear()
            html = self.rendered[key] = self.content.render(context)
        return html


@register.tag
def render_once(parser: Parser, token: Token) -> RenderOnce:
    depends_on = [parser.compile_filter(bit) for bit in token.split_contents()[1:]]
    content = parser.parse(("endrender_once",))
    parser.delete_first_token()
    return RenderOnce(content, depends_on)


def clear_on_changed_setting(**kwargs: object) -> None:
    """Only tests change settings under a running site."""
    _generations[0] += 1
