"""Values of columns as JSON has them, whichever database they come from or go to.

A column has one of the types below. Numbers, text and booleans stand as they are; a date is `2026-11-18`, a moment
`2026-11-18T07:15:00.123456Z`, a decimal number its digits, bytes are base64, and a JSON document is its text, so that
an empty document and no document are told apart. docs/backup-format.md has the table.
"""

import json
import math
from base64 import b64decode, b64encode
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from decimal import Decimal
from enum import StrEnum
from typing import Any, Final
from uuid import UUID

from django.db.models import DecimalField, Field

Conversion = Callable[[Any], Any]


class ColumnType(StrEnum):
    INTEGER = "integer"
    TEXT = "text"
    BOOLEAN = "boolean"
    REAL = "real"
    DECIMAL = "decimal"
    DATE = "date"
    TIME = "time"
    MOMENT = "moment"
    DURATION = "duration"  # in microseconds
    UUID = "uuid"
    JSON = "json"
    BINARY = "binary"


_TYPES: Final[Mapping[str, ColumnType]] = {
    **dict.fromkeys(
        (
            "AutoField", "BigAutoField", "SmallAutoField", "IntegerField", "BigIntegerField", "SmallIntegerField",
            "PositiveIntegerField", "PositiveBigIntegerField", "PositiveSmallIntegerField",
        ),
        ColumnType.INTEGER,
    ),
    **dict.fromkeys(
        ("CharField", "TextField", "SlugField", "FileField", "FilePathField", "GenericIPAddressField"),
        ColumnType.TEXT,
    ),
    "BooleanField": ColumnType.BOOLEAN,
    "FloatField": ColumnType.REAL,
    "DecimalField": ColumnType.DECIMAL,
    "DateField": ColumnType.DATE,
    "TimeField": ColumnType.TIME,
    "DateTimeField": ColumnType.MOMENT,
    "DurationField": ColumnType.DURATION,
    "UUIDField": ColumnType.UUID,
    "JSONField": ColumnType.JSON,
    "BinaryField": ColumnType.BINARY,
}  # fmt: skip


def column_type(field: "Field[Any, Any]") -> ColumnType:
    """Of a foreign key: the type of what it refers to."""
    target: Any = field
    while target.remote_field is not None and target.is_relation:
        target = target.target_field
    kind = target.get_internal_type()
    if kind not in _TYPES:
        raise TypeError(f"Backups do not know what a {kind} holds ({field}): add it to backups.values.")
    return _TYPES[kind]


def decimal_places(field: "Field[Any, Any]") -> int:
    return field.decimal_places if isinstance(field, DecimalField) else 0


# --- From a database -------------------------------------------------------------------------------


def _finite_or_text(value: float) -> float | str:
    """JSON has no infinity; `float` reads both."""
    return value if math.isfinite(value) else repr(value)


def _base64(value: Any) -> str:
    return b64encode(value).decode("ascii")


def _moment_of_sqlite(value: str) -> str:
    """SQLite has text, in UTC."""
    if value[10:11] == " " and len(value) in (19, 26):
        return f"{value[:10]}T{value[11:]}Z"
    return _moment(datetime.fromisoformat(value))


def _moment(value: datetime) -> str:
    value = value.astimezone(UTC) if value.tzinfo else value
    return f"{value.replace(tzinfo=None).isoformat()}Z"


def _microseconds(value: Any) -> int:
    return int((value.days * 86_400 + value.seconds) * 1_000_000 + value.microseconds)


FROM_SQLITE: Final[Mapping[ColumnType, Conversion]] = {
    ColumnType.BOOLEAN: bool,
    ColumnType.REAL: _finite_or_text,
    ColumnType.MOMENT: _moment_of_sqlite,
    ColumnType.UUID: lambda value: str(UUID(value)),
    ColumnType.BINARY: _base64,
}
FROM_POSTGRESQL: Final[Mapping[ColumnType, Conversion]] = {
    ColumnType.TEXT: str,  # also of addresses in the net
    ColumnType.REAL: _finite_or_text,
    ColumnType.DATE: lambda value: value.isoformat(),
    ColumnType.TIME: lambda value: value.isoformat(),
    ColumnType.MOMENT: _moment,
    ColumnType.DURATION: _microseconds,
    ColumnType.UUID: str,
    ColumnType.BINARY: _base64,
}


def exact_decimal(places: int) -> Conversion:
    """SQLite keeps decimal numbers as whatever is short; PostgreSQL with all their places."""

    def convert(value: Any) -> str:
        return f"{Decimal(str(value)):.{places}f}"

    return convert


# --- Into a database -------------------------------------------------------------------------------


def _moment_for_sqlite(value: str) -> str:
    return value[:-1].replace("T", " ")


def rewritten_json(value: str) -> str:
    """As Django writes it on SQLite, which compares documents as text."""
    return json.dumps(json.loads(value))


INTO_SQLITE: Final[Mapping[ColumnType, Conversion]] = {
    ColumnType.REAL: float,
    ColumnType.MOMENT: _moment_for_sqlite,
    ColumnType.UUID: lambda value: UUID(value).hex,
    ColumnType.BINARY: b64decode,
}
INTO_POSTGRESQL: Final[Mapping[ColumnType, Conversion]] = {
    ColumnType.DURATION: lambda value: f"{value} microseconds",
    ColumnType.BINARY: b64decode,
}
