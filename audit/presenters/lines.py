"""Lines of the history as people read them: a sentence, what changed, which words of long texts, and why."""

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from difflib import SequenceMatcher
from enum import StrEnum
from typing import Any, Final, NamedTuple

from django.contrib.contenttypes.models import ContentType
from django.db.models import Model
from django.http import HttpRequest
from django.urls import NoReverseMatch, reverse
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString

from audit import actions
from audit.changes import Value
from audit.models import AuditEntry
from audit.policies import HISTORIES
from audit.presenters.fields import Names, field_label, referenced_objects, value_in_words
from audit.selectors import history_of
from core.errors import Conflict

LINES_ON_OBJECT_PAGE: Final = 5
MAX_SHORT_LENGTH: Final = 60
MAX_WORDS: Final = 1500
CONTEXT_WORDS: Final = 6  # words shown on either side of a change
_WORD: Final = re.compile(r"\S+\s*|^\s+")


class PieceKind(StrEnum):
    SAME = "same"
    REMOVED = "removed"
    ADDED = "added"


class TextPiece(NamedTuple):
    kind: PieceKind
    text: str


@dataclass(frozen=True)
class FieldChange:
    """One value before and after, in words; empty where there was none. Of long texts the words that differ."""

    label: str
    before: str
    after: str
    pieces: list[TextPiece]


@dataclass(frozen=True)
class HistoryLine:
    """`sentence` is markup: the object's name leads to its page while there is one."""

    when: datetime
    sentence: SafeString
    changes: list[FieldChange]
    reason: str


def conflict_context(conflict: Conflict, labels: Iterable[str], target: Model) -> dict[str, Any]:
    """For `audit/parts/conflict.html`: what both changed, and the last line about `target`."""
    last = present_lines(history_of(target)[:1], linked=False)
    return {"conflict": conflict, "both": list(labels), "last": last}


def present_lines(
    entries: Iterable[AuditEntry], *, linked: bool = True, reader: Any = None
) -> list[HistoryLine]:
    """One query for each kind of object among the lines and among their foreign keys, however many lines.

    Lines on an object's own page need no links to it. Without a reader, links are to what everybody may see.
    """
    entries = list(entries)
    addresses = _urls(entries, reader) if linked else {}
    names = _names(entries)
    return [
        HistoryLine(
            entry.when,
            _sentence(entry, addresses.get((entry.target_type_id, entry.target_id), "")),
            field_changes(entry, names),
            entry.reason,
        )
        for entry in entries
    ]


def field_changes(entry: AuditEntry, names: Names) -> list[FieldChange]:
    """What was empty and stayed empty is left out, as with the fields left out when something is entered."""
    model = _model_of(entry)
    changes = [
        _change(model, key, entry.before.get(key), entry.after.get(key), names)
        for key in sorted({**entry.before, **entry.after}, key=_order_of_fields(model))
    ]
    return [change for change in changes if change.before or change.after]


def _order_of_fields(model: type[Model] | None) -> Callable[[str], tuple[int, str]]:
    """Fields in the order of the model, then what is no field of it: PostgreSQL keeps keys in an order of its own."""
    fields = [field.name for field in model._meta.fields] if model else []
    return lambda key: (fields.index(key) if key in fields else len(fields), key)


def _change(model: type[Model] | None, key: str, before: Value, after: Value, names: Names) -> FieldChange:
    old, new = value_in_words(model, key, before, names), value_in_words(model, key, after, names)
    both_long = old and new and (is_long(old) or is_long(new))
    return FieldChange(field_label(model, key), old, new, diff_words(old, new) if both_long else [])


def _sentence(entry: AuditEntry, address: str) -> SafeString:
    target = (
        format_html('<a href="{}">{}</a>', address, entry.target_name)
        if address
        else conditional_escape(entry.target_name)
    )
    actor = format_html("<strong>{}</strong>", entry.actor_name) if entry.actor_name else SafeString()
    return actions.sentence_html(entry.action, actor=actor, target=target)


def _urls(entries: list[AuditEntry], reader: Any) -> Mapping[tuple[int, int], str]:
    """The pages of the objects that are still there and have one that the reader may see."""
    wanted = defaultdict[int, set[int]](set)
    for entry in entries:
        wanted[entry.target_type_id].add(entry.target_id)
    found: dict[tuple[int, int], str] = {}
    for kind, ids in wanted.items():
        model = ContentType.objects.get_for_id(kind).model_class()
        if model is None or not hasattr(model, "get_absolute_url"):
            continue
        history = HISTORIES.get(model._meta.label_lower)
        seen: Collection[int] = ids
        if history and history.visible_ids:
            seen = history.visible_ids(reader, ids) if reader else ()
        for pk, target in model._base_manager.in_bulk(seen).items():
            if address := _url(target):
                found[kind, pk] = address
    return found


def _url(target: Any) -> str:
    try:
        return str(target.get_absolute_url())
    except NoReverseMatch:  # an object may be such that it has no page
        return ""


def _names(entries: list[AuditEntry]) -> Names:
    wanted = defaultdict[type[Model], set[int]](set)
    for entry in entries:
        for values in (entry.before, entry.after):
            for model, pk in referenced_objects(_model_of(entry), values):
                wanted[model].add(pk)
    return {
        (model, pk): str(target)
        for model, ids in wanted.items()
        for pk, target in model._base_manager.in_bulk(ids).items()
    }


def _model_of(entry: AuditEntry) -> type[Model] | None:
    return ContentType.objects.get_for_id(entry.target_type_id).model_class()


@dataclass(frozen=True)
class LatestLines:
    """`more_url` leads to all of them."""

    lines: list[HistoryLine]
    more_url: str


def latest_lines(request: HttpRequest, target: Model) -> LatestLines | None:
    """What the object's page shows of its history; None for those who may not see it."""
    history = HISTORIES.get(target._meta.label_lower)
    if history is None or not history.may_see(request.user, target):
        return None
    lines = present_lines(history_of(target)[:LINES_ON_OBJECT_PAGE], linked=False)
    return LatestLines(lines, history_url(target))


def history_url(target: Model) -> str:
    return reverse("history", args=[target._meta.label_lower, target.pk])


def is_long(text: str) -> bool:
    return len(text) > MAX_SHORT_LENGTH or "\n" in text


def diff_words(before: str, after: str) -> list[TextPiece]:
    """The pieces of both texts in order. Long stretches that are the same are cut down to their ends."""
    old, new = _WORD.findall(before), _WORD.findall(after)
    if max(len(old), len(new)) > MAX_WORDS:
        # Comparing takes time that grows with the square: whole texts instead, cut.
        return [
            TextPiece(PieceKind.REMOVED, " ".join(before.split()[:MAX_WORDS])),
            TextPiece(PieceKind.ADDED, " ".join(after.split()[:MAX_WORDS])),
        ]
    pieces: list[TextPiece] = []
    steps = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    for number, (tag, start, end, new_start, new_end) in enumerate(steps):
        if tag == "equal":
            first, last = number == 0, number == len(steps) - 1
            pieces.append(TextPiece(PieceKind.SAME, _shorten(old[start:end], first=first, last=last)))
            continue
        if end > start:
            pieces.append(TextPiece(PieceKind.REMOVED, "".join(old[start:end])))
        if new_end > new_start:
            pieces.append(TextPiece(PieceKind.ADDED, "".join(new[new_start:new_end])))
    return pieces


def _shorten(words: list[str], *, first: bool, last: bool) -> str:
    if first:
        return ("… " if len(words) > CONTEXT_WORDS else "") + "".join(words[-CONTEXT_WORDS:])
    if last:
        return (
            "".join(words[:CONTEXT_WORDS]).rstrip() + " …" if len(words) > CONTEXT_WORDS else "".join(words)
        )
    if len(words) <= 2 * CONTEXT_WORDS:
        return "".join(words)
    return "".join(words[:CONTEXT_WORDS]).rstrip() + " … " + "".join(words[-CONTEXT_WORDS:])
