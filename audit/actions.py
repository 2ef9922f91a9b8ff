"""The kinds of changes there are, each with its sentence for people.

An app defines its own as constants in its `audit_actions.py` and registers them in its `ready()`.
"""

from dataclasses import dataclass
from types import ModuleType
from typing import Final

from django.utils.functional import Promise
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from core.registry import Registry


@dataclass(frozen=True)
class Action:
    """`key` is stored and never changes its meaning; `sentence` names %(actor)s and %(target)s and is translated."""

    key: str
    sentence: str | Promise


ACTIONS: Final = Registry[Action]("kinds of changes")


def register_actions(module: ModuleType) -> None:
    """Register the constants of an app's `audit_actions`."""
    for value in vars(module).values():
        if isinstance(value, Action):
            ACTIONS.register(value.key, value)


def is_registered(action: Action) -> bool:
    return ACTIONS.get(action.key) is action


def sentence_html(key: str, *, actor: SafeString, target: SafeString) -> SafeString:
    """The same for a page: `actor` and `target` are markup, everything else is escaped."""
    action = ACTIONS.get(key)
    actor = actor or conditional_escape(_("The site"))
    if action is None:
        return format_html("{}: {}, {}", actor, key, target)
    return mark_safe(conditional_escape(str(action.sentence)) % {"actor": actor, "target": target})  # noqa: S308


def general_sentence(key: str) -> str:
    """What happened, without names: `… ended the membership of …`."""
    return sentence_for(key, actor="…", target="…") if key in ACTIONS else key


def sentence_for(key: str, *, actor: str, target: str) -> str:
    """The sentence of a stored change. Lines outlive the code that wrote them: an unknown key stands for itself."""
    action = ACTIONS.get(key)
    actor = actor or _("The site")
    if action is None:
        return f"{actor}: {key}, {target}"
    return str(action.sentence) % {"actor": actor, "target": target}
