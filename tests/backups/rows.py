"""At least one row for every table that a backup has, and all rows of a backup to compare."""

import json
import zipfile
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any
from uuid import uuid4

from django.apps import apps
from django.db import models

from backups.contributions import LEFT_OUT

# Columns that a restore changes on purpose: whose turn it is, and the tags of pages that somebody may still show.
CHANGED = frozenset({"enqueued_at", "claimed_at", "claimed_by", "change_number"})

# What the constraints of a table ask for beyond the types of its columns.
FITTING: dict[str, dict[str, Any]] = {
    "games.recording": {"state": "handed_in"},
    "games.recordingstep": {"number": 2},
    "games.visibilitywish": {"embargo_until": None},
    "players.apitoken": {"reads": True},
    "players.profileinvitation": {"closed_at": None},
    "tournaments.eventfileimport": {"problem": ""},
    "tournaments.keptapart": {"one_id": 1},
}


def fill_empty_tables() -> None:
    """What the demo club leaves empty gets a row with a value in every column."""
    empty = {model for model in _stored_models() if not model._base_manager.exists()}
    while True:
        filled = {model for model in empty if _add_row(model)}
        empty -= filled
        if not filled:
            assert not empty
            return


def _stored_models() -> list[type[models.Model]]:
    found = apps.get_models(include_auto_created=True)
    return [model for model in found if model._meta.managed and model._meta.label_lower not in LEFT_OUT]


def _add_row(model: type[models.Model]) -> bool:
    values = {}
    for field in model._meta.local_concrete_fields:
        if field.generated or isinstance(field, models.AutoField):
            continue
        if field.is_relation:
            target = field.related_model._base_manager.order_by("-pk").first()
            if target is None and not field.null:
                return False
            values[field.attname] = target.pk if target else None
        else:
            values[field.attname] = _value(field)
    values |= FITTING.get(model._meta.label_lower, {})
    model._base_manager.bulk_create([model(**values)])
    return True


def _value(field: Any) -> Any:
    if field.choices and not isinstance(field, models.JSONField):
        return next(value for value, _label in field.flatchoices if value)
    if field.has_default() or field.name == "finished_at":
        return field.get_default()
    kind = field.get_internal_type()
    values: dict[str, Any] = {
        "BooleanField": True,
        "DateField": date(2026, 2, 28),
        "DateTimeField": datetime(2026, 11, 18, 7, 15, 0, 123456, UTC),
        "TimeField": time(23, 59, 59, 1),
        "DurationField": timedelta(days=3, microseconds=5),
        "DecimalField": Decimal("1.50"),
        "FloatField": 0.1 + 0.2,
        "JSONField": {"ß": ["½", None, 1.5], "a": {}},
        "BinaryField": bytes(range(256)),
        "UUIDField": uuid4(),
        "GenericIPAddressField": "2001:db8::1",
    }
    if kind in values:
        return values[kind]
    if "Integer" in kind:
        return 1
    text = "Größe “½”\n\t\\N"
    return text[: field.max_length] if field.max_length else text


def rows_in(path: Path, *, without: frozenset[str] = frozenset()) -> dict[str, list[Any]]:
    """Of every table, with documents as what they say: PostgreSQL writes them in its own way.

    `without` are the names of columns that are of no interest.
    """
    found = {}
    with zipfile.ZipFile(path) as backup:
        manifest = json.loads(backup.read("manifest.json"))
        for table in manifest["tables"]:
            documents = [i for i, column in enumerate(table["columns"]) if column["type"] == "json"]
            rows = [json.loads(line) for line in backup.read(table["name"]).splitlines()]
            for row in rows:
                for place in documents:
                    row[place] = None if row[place] is None else json.loads(row[place])
            wanted = [i for i, column in enumerate(table["columns"]) if column["name"] not in without]
            found[table["table"]] = [[row[place] for place in wanted] for row in rows]
    return found
