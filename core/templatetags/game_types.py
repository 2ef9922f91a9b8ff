"""The games of the site in templates: `{% game_names as games %}`, `{% if event.game|is_recordable %}`."""

from django import template
from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from core import game_types

register = template.Library()


@register.simple_tag
def game_names() -> str:
    """All games that the referee knows, in a row: “Chess, Go and Nim”."""
    return get_text_list([label for _name, label in game_types.game_choices()], _("and"))


@register.filter
def is_recordable(game: str) -> bool:
    return game_types.is_recordable(game)
