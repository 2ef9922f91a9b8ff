"""Lines of the history as people read them: a sentence, what changed, and why."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.contenttypes.models import ContentType
from django.db.models import Model
from django.urls import NoReverseMatch
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString

from audit import actions
from audit.changes import Value
from audit.differences import Piece, is_long, word_by_word
from audit.fields import Names, label_of, references, text_of
from audit.models import AuditEntry


@dataclass(frozen=True)
class Change:
    """One value before and after, in words; empty where there was none. Long texts are told word by word."""

    label: str
    before: str
    after: str
    pieces: list[Piece]


@dataclass(frozen=True)
class Line:
    """`sentence` is markup: the object's name leads to its page while there is one."""

    when: datetime
    sentence: SafeString
    changes: list[Change]
    reason: str


# Asked with the account or visitor and ids of objects: those whose pages they may see.
InSight = Callable[[Any, Collection[int]], Collection[int]]

_in_sight: dict[type[Model], InSight] = {}


def register_in_sight(model: type[Model], in_sight: InSight) -> None:
    """Not everybody may see all pages of this kind; lines lead to those that their reader may see."""
    _in_sight[model] = in_sight


def tell_lines(entries: Iterable[AuditEntry], *, linked: bool = True, reader: Any = None) -> list[Line]:
    """One query for each kind of object among the lines and among their foreign keys, however many lines.

    Lines on an object's own page need no links to it. Without a reader, links are to what everybody may see.
    """
    entries = list(entries)
    addresses = _addresses(entries, reader) if linked else {}
    names = _names(entries)
    return [
        Line(
            entry.when,
            _sentence(entry, addresses.get((entry.target_type_id, entry.target_id), "")),
            changes_of(entry, names),
            entry.reason,
        )
        for entry in entries
    ]


def changes_of(entry: AuditEntry, names: Names) -> list[Change]:
    """What was empty and stayed empty is no news, as with the fields left out when something is entered."""
    model = _model_of(entry)
    changes = [
        _change(model, key, entry.before.get(key), entry.after.get(key), names)
        for key in sorted({**entry.before, **entry.after}, key=_place_in(model))
    ]
    return [change for change in changes if change.before or change.after]


def _place_in(model: type[Model] | None) -> Callable[[str], tuple[int, str]]:
    """Fields in the order of the model, then what is no field of it: PostgreSQL keeps keys in an order of its own."""
    fields = [field.name for field in model._meta.fields] if model else []
    return lambda key: (fields.index(key) if key in fields else len(fields), key)


def _change(model: type[Model] | None, key: str, before: Value, after: Value, names: Names) -> Change:
    old, new = text_of(model, key, before, names), text_of(model, key, after, names)
    both_long = old and new and (is_long(old) or is_long(new))
    return Change(label_of(model, key), old, new, word_by_word(old, new) if both_long else [])


def _sentence(entry: AuditEntry, address: str) -> SafeString:
    target = (
        format_html('<a href="{}">{}</a>', address, entry.target_name)
        if address
        else conditional_escape(entry.target_name)
    )
    actor = format_html("<strong>{}</strong>", entry.actor_name) if entry.actor_name else SafeString()
    return actions.tell_in_markup(entry.action, actor=actor, target=target)


def _addresses(entries: list[AuditEntry], reader: Any) -> Mapping[tuple[int, int], str]:
    """The pages of the objects that are still there and have one that the reader may see."""
    wanted = defaultdict[int, set[int]](set)
    for entry in entries:
        wanted[entry.target_type_id].add(entry.target_id)
    found: dict[tuple[int, int], str] = {}
    for kind, ids in wanted.items():
        model = ContentType.objects.get_for_id(kind).model_class()
        if model is None or not hasattr(model, "get_absolute_url"):
            continue
        seen = ids if model not in _in_sight else _in_sight[model](reader, ids) if reader else ()
        for pk, target in model._base_manager.in_bulk(seen).items():
            if address := _address(target):
                found[kind, pk] = address
    return found


def _address(target: Any) -> str:
    try:
        return str(target.get_absolute_url())
    except NoReverseMatch:  # an object may be such that it has no page
        return ""


def _names(entries: list[AuditEntry]) -> Names:
    wanted = defaultdict[type[Model], set[int]](set)
    for entry in entries:
        for values in (entry.before, entry.after):
            for model, pk in references(_model_of(entry), values):
                wanted[model].add(pk)
    return {
        (model, pk): str(target)
        for model, ids in wanted.items()
        for pk, target in model._base_manager.in_bulk(ids).items()
    }


def _model_of(entry: AuditEntry) -> type[Model] | None:
    return ContentType.objects.get_for_id(entry.target_type_id).model_class()
