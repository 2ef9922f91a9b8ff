"""Texts of the engine in the reader's language, and as they are stored: without a language, by template and facts."""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from django.utils.functional import lazy
from django.utils.translation import gettext, ngettext, npgettext, pgettext

from engine.core import EngineError
from engine.texts import Fact, Sentence, Text

# What files of others may hold as well: a template that names its facts and does nothing else with them.
_SAFE_TEMPLATE: Final = re.compile(r"(?:[^%]|%%|%\(\w{1,40}\)s)*")
_MAX_NESTING: Final = 20


def translate(text: Text, number: int | None = None) -> str:
    """In the reader's language, with the facts that belong into it."""
    if number is None:
        number = text.number
    if text.plural and number is not None:
        template = (
            npgettext(text.context, text.msgid, text.plural, number)
            if text.context
            else ngettext(text.msgid, text.plural, number)
        )
    elif text.msgid:
        template = pgettext(text.context, text.msgid) if text.context else gettext(text.msgid)
    else:
        template = ""  # an empty one would be translated into the catalogue's head
    facts = {name: translate(value) if isinstance(value, Text) else value for name, value in text.facts}
    return template % facts if facts else template


translate_lazy = lazy(translate, str)


def translate_sentence(words: str) -> str:
    """What the engine says; text that nobody made of a template stays as it is."""
    return translate(words.text) if isinstance(words, Sentence) else words


def translate_error(error: EngineError) -> str:
    """What is wrong with a ply, a position or a tag, and the rule that says so."""
    words = translate_sentence(error.message)
    return f"{words} ({error.rule})" if error.rule else words


def stored_form(words: str, clean: Callable[[str], str] = str) -> dict[str, Any] | None:
    """A sentence of the engine as JSON without a language; None of other text. `clean` is asked about its facts."""
    return _stored_text(words.text, clean) if isinstance(words, Sentence) else None


def translate_stored(stored: object, otherwise: str) -> str:
    """The sentence that `stored_form` kept. What releases before 0.2 stored is English text alone: `otherwise`."""
    try:
        return translate(_restored(stored)) if stored else otherwise
    except (KeyError, TypeError, ValueError):
        return otherwise


def translate_message(stored: Mapping[str, Any]) -> str:
    """Of an error or a finding, which holds the sentence as `words` and in English as `message`."""
    return translate_stored(stored.get("words"), str(stored.get("message") or ""))


def _stored_text(text: Text, clean: Callable[[str], str]) -> dict[str, Any]:
    stored: dict[str, Any] = {"text": text.msgid}
    if text.context:
        stored["context"] = text.context
    if text.plural:
        stored["plural"] = text.plural
    if text.facts:
        stored["facts"] = {
            name: _stored_text(value, clean)
            if isinstance(value, Text)
            else clean(value)
            if isinstance(value, str)
            else value
            for name, value in text.facts
        }
    return stored


def _restored(stored: object, depth: int = 0) -> Text:
    if not isinstance(stored, Mapping) or depth > _MAX_NESTING:
        raise TypeError("this is no stored text")
    words = [stored.get(name, "") for name in ("text", "context", "plural")]
    if not all(isinstance(each, str) and _SAFE_TEMPLATE.fullmatch(each) for each in words):
        raise ValueError("this is no template of ours")
    facts: dict[str, Fact] = {
        str(name): value if isinstance(value, str | int) else _restored(value, depth + 1)
        for name, value in dict(stored.get("facts") or {}).items()
    }
    msgid, context, plural = words
    return Text(msgid, context, plural, tuple(facts.items()))
