"""Read the history: of an object, of a club, what there is to look for, and rows for an export.

Each is one query, newest line first.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.contenttypes.models import ContentType
from django.db.models import Model, Q, QuerySet, TextField, Value
from django.db.models.functions import Cast, Concat

from audit import changes
from audit.actions import ACTIONS, Action
from audit.models import AuditEntry
from audit.policies import HISTORIES, MaySeeHistory
from core.db.folding import Folded, fold_text

ROWS_AT_A_TIME = 2000
MAX_WORDS = 8


@dataclass(frozen=True, kw_only=True)
class HistoryFilter:
    """What to look for; what is left out does not matter. `since` is included, `until` is not."""

    actor: int | None = None
    # Of those whose account is gone the name is left. Empty means the site itself.
    actor_name: str | None = None
    actions: frozenset[str] = frozenset()
    kind: int | None = None
    since: datetime | None = None
    until: datetime | None = None
    text: str = ""


@dataclass(frozen=True)
class ExportRow:
    """A line as it is exported."""

    when: datetime
    actor: str
    action: str
    sentence: str
    target_kind: str
    target_id: int
    target: str
    before: dict[str, changes.Value]
    after: dict[str, changes.Value]
    reason: str
    request_id: str


@dataclass(frozen=True)
class Facets:
    """What there is to choose from when looking for lines."""

    actors: dict[int, str]
    gone_actors: list[str]
    by_the_site: bool
    actions: list[str]
    kinds: list[int]


NO_FILTER = HistoryFilter()


def history_of(target: Model) -> QuerySet[AuditEntry]:
    """The lines about one object. The caller cuts a page out of it."""
    kind = ContentType.objects.get_for_model(target)
    return _newest_first(AuditEntry.objects.filter(target_type=kind, target_id=target.pk))


def history_of_club(club: int, wanted: HistoryFilter = NO_FILTER) -> QuerySet[AuditEntry]:
    """The lines that concern a club, whatever they are about."""
    return _newest_first(filter_lines(AuditEntry.objects.filter(club_id=club), wanted))


def filter_lines(entries: QuerySet[AuditEntry], wanted: HistoryFilter) -> QuerySet[AuditEntry]:
    if wanted.text:
        entries = entries.alias(words=_SEARCHED_TEXT)
    return entries.filter(_condition(wanted))


def history_facets(entries: QuerySet[AuditEntry]) -> Facets:
    """Who did what to which kinds of objects in these lines. One query."""
    rows = entries.order_by().values_list("actor_id", "actor_name", "action", "target_type_id").distinct()
    actors: dict[int, str] = {}
    gone, actions, kinds = set[str](), set[str](), set[int]()
    for actor, name, action, kind in rows:
        if actor is None:
            gone.add(name)
        else:
            actors[actor] = name
        actions.add(action)
        kinds.add(kind)
    return Facets(
        actors=dict(sorted(actors.items(), key=lambda item: item[1].casefold())),
        gone_actors=sorted(gone - {""}, key=str.casefold),
        by_the_site="" in gone,
        actions=sorted(actions),
        kinds=sorted(kinds),
    )


def export_rows(entries: QuerySet[AuditEntry]) -> Iterator[ExportRow]:
    """Every line, read a few thousand at a time: the memory needed does not grow with the history."""
    for entry in entries.iterator(chunk_size=ROWS_AT_A_TIME):
        # Content types are few and remembered by their manager: no query a row.
        kind = ContentType.objects.get_for_id(entry.target_type_id)
        yield ExportRow(
            when=entry.when,
            actor=entry.actor_name,
            action=entry.action,
            sentence=str(entry),
            target_kind=f"{kind.app_label}.{kind.model}",
            target_id=entry.target_id,
            target=entry.target_name,
            before=entry.before,
            after=entry.after,
            reason=entry.reason,
            request_id=entry.request_id,
        )


class _JsonText(Cast):
    """A column of JSON as text. SQLite's has its letters written as numbers, which have to be read first."""

    def __init__(self, column: str) -> None:
        super().__init__(column, TextField())

    def as_sqlite(self, compiler: Any, connection: Any, **context: Any) -> Any:
        template = (
            "(SELECT group_concat(coalesce(key, '') || ' ' || coalesce(atom, ''), ' ') "
            "FROM json_tree(%(expressions)s))"
        )
        return self.as_sql(compiler, connection, template=template, **context)


# Everything of a line that people read, but the sentence, which is not in the database.
_SEARCHED_TEXT = Folded(
    Concat(
        "actor_name", Value(" "), "target_name", Value(" "), "reason",
        Value(" "), _JsonText("before"), Value(" "), _JsonText("after"),
        output_field=TextField(),
    )
)  # fmt: skip


def _newest_first(entries: QuerySet[AuditEntry]) -> QuerySet[AuditEntry]:
    return entries.order_by("-when", "-pk")


def _condition(wanted: HistoryFilter) -> Q:
    condition = Q()
    if wanted.actor is not None:
        condition &= Q(actor_id=wanted.actor)
    if wanted.actor_name is not None:
        condition &= Q(actor_id=None, actor_name=wanted.actor_name)
    if wanted.kind is not None:
        condition &= Q(target_type_id=wanted.kind)
    if wanted.actions:
        condition &= Q(action__in=wanted.actions)
    if wanted.since is not None:
        condition &= Q(when__gte=wanted.since)
    if wanted.until is not None:
        condition &= Q(when__lt=wanted.until)
    for word in fold_text(wanted.text.replace("\0", " ")).split()[:MAX_WORDS]:
        condition &= _mentions(word)
    return condition


def _mentions(word: str) -> Q:
    """The folded word stands in a name, in the reason, in what was before or after, or in what the sentence says."""
    return Q(words__contains=word) | Q(action__in=[each.key for each in ACTIONS if _sentence_has(each, word)])


def _sentence_has(action: Action, word: str) -> bool:
    sentence = str(action.sentence) % {"actor": "", "target": ""}
    return word in fold_text(sentence)


def object_with_history(label: str, pk: int) -> tuple[Model, MaySeeHistory] | None:
    """The object by its model's label (`players.person`) and id, and who may see its history."""
    history = HISTORIES.get(label)
    target = history.model._base_manager.filter(pk=pk).first() if history else None
    return (target, history.may_see) if history and target is not None else None
