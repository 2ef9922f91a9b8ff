"""Black out the names of somebody who wants to be forgotten. What happened, when and to which object stays."""

from collections.abc import Collection, Iterable, Mapping
from typing import Final

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.db.models import Model, QuerySet

from audit.changes import CONCEALED, Value
from audit.models import AuditEntry
from audit.protection import NAME_KEYS, VALUE_COLUMNS

ROWS_AT_A_TIME: Final = 2000
# Keys under which a line about one object names another of its kind.
MENTIONS: Final = ("profile", "merged_into")
# The model's own manager refuses every change; this one leaves it to the database, which lets names be blacked out.
_lines = AuditEntry._base_manager


@transaction.atomic
def forget_names(*, actor: AbstractBaseUser, targets: Iterable[Model], names: Iterable[str] = ()) -> set[str]:
    """In the lines that `actor` wrote, in those about the objects that were the person (profile and account), and in
    those about others of their kind that mention them by one of `names` or of the names they had. Those names, all of
    them, for whoever keeps them elsewhere.
    """
    targets, had = list(targets), {*names}
    for target in targets:
        had.update(_about(target).values_list("target_name", flat=True))
    had -= {"", CONCEALED}
    _lines.filter(actor_id=actor.pk).exclude(actor_name=CONCEALED).update(actor_name=CONCEALED)
    for target in targets:
        about = _about(target)
        about.exclude(target_name=CONCEALED).update(target_name=CONCEALED)
        _black_out(about, {})
    kinds = {ContentType.objects.get_for_model(target) for target in targets}
    for key in MENTIONS:
        for column in VALUE_COLUMNS:
            mentioning = _lines.filter(target_type__in=kinds, **{f"{column}__{key}__in": sorted(had)})
            _black_out(mentioning, {key: had})
    return had


def _about(target: Model) -> QuerySet[AuditEntry]:
    return _lines.filter(target_type=ContentType.objects.get_for_model(target), target_id=target.pk)


def _black_out(lines: QuerySet[AuditEntry], only: Mapping[str, Collection[str]]) -> None:
    """All names in the lines, or only those given for a key."""
    for line in lines.only("pk", *VALUE_COLUMNS).iterator(chunk_size=ROWS_AT_A_TIME):
        changed = {
            column: blacked
            for column in VALUE_COLUMNS
            if (blacked := _blacked_out(getattr(line, column), only)) != getattr(line, column)
        }
        if changed:
            _lines.filter(pk=line.pk).update(**changed)


def _blacked_out(values: dict[str, Value], only: Mapping[str, Collection[str]]) -> dict[str, Value]:
    def is_name(key: str, value: Value) -> bool:
        return key in NAME_KEYS and bool(value) and (not only or value in only.get(key, ()))

    return {key: CONCEALED if is_name(key, value) else value for key, value in values.items()}
