"""The games of the site in templates: `{% game_names as games %}`."""

from django import template
from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from core.game_types import game_choices

register = template.Library()


@register.simple_tag
def game_names() -> str:
    """All games that the referee knows, in a row: “Chess, Go and Nim”."""
    return get_text_list([label for _name, label in game_choices()], _("and"))
