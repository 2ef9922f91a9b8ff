"""The language a page is written in, which is not always the one its reader chose.

    {% load page_language %}{% page_language as language %}
    <html lang="{{ language.code }}" dir="{{ language.direction }}">

A language without a catalogue can be chosen already: days and numbers follow it, but the words stay English, and
screen readers would read them as if they were not.
"""

from functools import cache
from gettext import find
from typing import NamedTuple

from django import template
from django.conf import settings
from django.utils.translation import get_language, get_language_info, to_locale

register = template.Library()


class PageLanguage(NamedTuple):
    code: str
    direction: str


@register.simple_tag
def page_language() -> PageLanguage:
    """Of what is written now. Without a language, which is so where translation is switched off, it is the site's."""
    chosen = get_language()
    folders = tuple(map(str, settings.LOCALE_PATHS))
    code = chosen if chosen and _has_catalogue(chosen, folders) else settings.LANGUAGE_CODE
    return PageLanguage(code, "rtl" if get_language_info(code)["bidi"] else "ltr")


@cache
def _has_catalogue(language: str, folders: tuple[str, ...]) -> bool:
    """Looked for once, as Django does: one that comes with an upgrade is there after the restart."""
    return any(find("django", folder, [to_locale(language)]) is not None for folder in folders)
