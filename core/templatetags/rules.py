"""The rule that an error or a verdict names, as a link to the page of its game's rules.

{% load rules %}
{% rule_link game error.rule %}
"""

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from core.guides.documents import rule_anchor

register = template.Library()


@register.simple_tag
def rule_link(game: str, rule: str) -> SafeString:
    """“Rule 4.1”; without a link where the rules of the game have no such place."""
    words = _("Rule %(rule)s") % {"rule": rule}
    if anchor := rule_anchor(game, rule):
        address = f"{reverse('game-rules', args=[game])}#{anchor}"
        return format_html('<a class="tag" href="{}">{}</a>', address, words)
    return format_html('<span class="tag">{}</span>', words)
