"""The kinds of changes there are: each app registers its own, with the sentence that tells people about one."""

from dataclasses import dataclass

from django.core.exceptions import ImproperlyConfigured
from django.utils.functional import Promise
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _


@dataclass(frozen=True)
class Action:
    """`key` is stored and never changes its meaning; `sentence` names %(actor)s and %(target)s and is translated."""

    key: str
    sentence: str | Promise


_actions: dict[str, Action] = {}


def register_action(key: str, sentence: str | Promise) -> Action:
    if key in _actions:
        raise ImproperlyConfigured(f"Two kinds of changes are called {key!r}.")
    return _actions.setdefault(key, Action(key, sentence))


def is_registered(action: Action) -> bool:
    return _actions.get(action.key) is action


def all_actions() -> list[Action]:
    return sorted(_actions.values(), key=lambda action: action.key)


def sentence_html(key: str, *, actor: SafeString, target: SafeString) -> SafeString:
    """The same for a page: `actor` and `target` are markup, everything else is escaped."""
    action = _actions.get(key)
    actor = actor or conditional_escape(_("The site"))
    if action is None:
        return format_html("{}: {}, {}", actor, key, target)
    return mark_safe(conditional_escape(str(action.sentence)) % {"actor": actor, "target": target})  # noqa: S308


def general_sentence(key: str) -> str:
    """What happened, whoever did it to whatever: `… ended the membership of …`."""
    return sentence_for(key, actor="…", target="…") if key in _actions else key


def sentence_for(key: str, *, actor: str, target: str) -> str:
    """The sentence of a stored change. Lines outlive the code that wrote them: an unknown key stands for itself."""
    action = _actions.get(key)
    actor = actor or _("The site")
    if action is None:
        return f"{actor}: {key}, {target}"
    return str(action.sentence) % {"actor": actor, "target": target}
