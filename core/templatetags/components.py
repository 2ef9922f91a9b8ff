"""What pages are composed of, where an `{% include %}` would be clumsy. The style guide shows it all.

    {% load components %}
    {% notice "warning" %}…{% endnotice %}
    {% crumb _("Clubs") "clubs" %}{% crumb club.name club %}{% crumb _("Members") %}
    {% nav_link _("Members") "club-members" club.slug current=tab|current:"members" %}
    {% form_actions _("Save") "club-settings" club.slug %}

Where something leads is said as in `django.shortcuts.redirect`: an address, an object with a page of its own, or the
name of an address with its arguments.
"""

from typing import Any

from django import template
from django.shortcuts import resolve_url
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _

register = template.Library()

# All other levels are a success.
NOTICE_ICONS = {"error": "error", "warning": "warning", "info": "info", "debug": "info"}


@register.simple_block_tag
def notice(
    content: str,
    level: str = "success",
    *,
    role: str = "",
    focus: bool = False,
    id: str = "",  # noqa: A002
) -> SafeString:
    """Something to know: `level` as of Django's messages. `focus`: the page opens with it, so that it is read first."""
    context = {
        "content": content,
        "level": level,
        "icon": NOTICE_ICONS.get(level, "check"),
        "role": role,
        "focus": focus,
        "id": id,
    }
    return render_to_string("components/notice.html", context)


@register.simple_tag
def crumb(label: object, to: Any = None, *args: object) -> SafeString:
    """One step of the breadcrumbs; the last one leads nowhere."""
    if to is None:
        return format_html('<li aria-current="page">{}</li>', label)
    return format_html('<li><a href="{}">{}</a></li>', _address(to, *args), label)


@register.simple_tag
def nav_link(
    label: object, to: Any, *args: object, current: str = "", count: int | None = None, button: bool = False,
    id: str = "",  # noqa: A002
) -> SafeString:  # fmt: skip
    """One link of a navigation. `current` is "page", or "true" on the pages below it; `count` of what waits there."""
    return format_html(
        '<li><a href="{}"{}{}{}>{}{}</a></li>',
        _address(to, *args),
        format_html(' id="{}"', id) if id else "",
        mark_safe(' class="button button--quiet button--small"') if button else "",
        format_html(' aria-current="{}"', current) if current else "",
        label,
        _waiting(count) if count else "",
    )


@register.filter
def current(here: object, names: str) -> str:
    """What `aria-current` of a link says: its page has the first of the names, the pages below it have the others."""
    page, *below = names.split()
    if here == page:
        return "page"
    return "true" if here in below else ""


@register.simple_tag
def form_actions(
    submit: object, to: Any = None, *args: object, back: object = _("Cancel"), name: str = "", value: str = "",
    danger: bool = False,
) -> SafeString:  # fmt: skip
    """The end of a form: its button, and the way back if `to` is given. `danger`: what cannot be undone."""
    return format_html(
        '<div class="form__actions"><button class="button{}"{}>{}</button>{}</div>',
        " button--danger" if danger else "",
        format_html(' name="{}" value="{}"', name, value) if name else "",
        submit,
        format_html('<a href="{}">{}</a>', _address(to, *args), back) if to is not None else "",
    )


@register.filter
def tone(state: object, tones: str) -> str:
    """The class of a tag by what it says: `class="tag {{ state|tone:'accepted=green error=red *=gold' }}"`."""
    by_state = dict(pair.split("=") for pair in tones.split())
    colour = by_state.get(str(state)) or by_state.get("*")
    return f"tag--{colour}" if colour else ""


def _address(to: Any, *args: object) -> str:
    if isinstance(to, str) and to.startswith(
        ("/", "?", "#")
    ):  # not the name of an address: nothing to look up
        return to
    return resolve_url(to, *args)


def _waiting(count: int) -> SafeString:
    return format_html(
        ' <span class="badge">{}<span class="visually-hidden"> {}</span></span>', count, _("waiting")
    )
