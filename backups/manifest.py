"""What a backup says of itself: its version, where it comes from, and the digest of each of its parts."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Self

from backups.errors import BackupRefused, DamagedBackup
from backups.layout import Column, Migration, Table
from backups.values import ColumnType

FORMAT: Final = "kiebitz-backup"
# Raised when a program that knows only the former version would restore something wrongly.
VERSION: Final = 1


@dataclass(frozen=True)
class Part:
    """A file inside the backup."""

    name: str
    size: int
    sha256: str

    def as_json(self) -> dict[str, Any]:
        return {"name": self.name, "size": self.size, "sha256": self.sha256}


@dataclass(frozen=True)
class TablePart:
    table: str
    model: str
    columns: tuple[Column, ...]
    rows: int
    last_number: int | None
    """The last number that the database gave to a row, also if that row is gone: it is not given again."""
    part: Part

    def as_json(self) -> dict[str, Any]:
        columns = [
            {"name": column.name, "type": column.type.value}
            | ({"places": column.places} if column.type is ColumnType.DECIMAL else {})
            for column in self.columns
        ]
        return {
            "table": self.table,
            "model": self.model,
            "columns": columns,
            "rows": self.rows,
            "last_number": self.last_number,
            **self.part.as_json(),
        }

    def fits(self, table: Table) -> bool:
        """Whether these are the columns of that table, in whichever order."""
        return sorted(self.columns, key=lambda c: c.name) == sorted(table.columns, key=lambda c: c.name)


@dataclass(frozen=True)
class Manifest:
    site_version: str
    made_at: str
    database: str
    """`sqlite` or `postgresql`."""
    migrations: tuple[Migration, ...]
    tables: tuple[TablePart, ...] = ()
    pictures: tuple[Part, ...] = ()
    settings: Part | None = None
    secrets: Part | None = None
    left_out: Mapping[str, str] = field(default_factory=dict)
    """Tables whose rows are not kept, and why."""

    @property
    def rows(self) -> int:
        return sum(table.rows for table in self.tables)

    @property
    def parts(self) -> list[Part]:
        named = [table.part for table in self.tables]
        return [*named, *self.pictures, *(part for part in (self.settings, self.secrets) if part)]

    def fingerprint(self) -> bytes:
        """Of everything but the secrets, which are bound to it."""
        document = replace(self, secrets=None).as_json()
        return hashlib.sha256(json.dumps(document, sort_keys=True).encode()).digest()

    def as_json(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "version": VERSION,
            "site_version": self.site_version,
            "made_at": self.made_at,
            "database": self.database,
            "migrations": [list(migration) for migration in self.migrations],
            "left_out": dict(self.left_out),
            "tables": [table.as_json() for table in self.tables],
            "pictures": [picture.as_json() for picture in self.pictures],
            "settings": self.settings.as_json() if self.settings else None,
            "secrets": self.secrets.as_json() if self.secrets else None,
        }

    @classmethod
    def from_json(cls, document: Any) -> Self:
        """Refuses what is no backup, a newer version of the format, and what does not have its shape."""
        if not isinstance(document, dict) or document.get("format") != FORMAT:
            raise BackupRefused("The file is no backup of Kiebitz.")
        version = document.get("version")
        if isinstance(version, int) and version > VERSION:
            raise BackupRefused(
                f"The backup has version {version} of the format, and this release reads up to {VERSION}: "
                f"install Kiebitz {document.get('site_version', '')} or newer to restore it."
            )
        try:
            return cls(
                site_version=str(document["site_version"]),
                made_at=str(document["made_at"]),
                database=str(document["database"]),
                migrations=tuple(Migration(str(app), str(name)) for app, name in document["migrations"]),
                left_out={str(table): str(why) for table, why in document["left_out"].items()},
                tables=tuple(_table(table) for table in document["tables"]),
                pictures=_parts(document["pictures"]),
                settings=_part(document["settings"]) if document["settings"] else None,
                secrets=_part(document["secrets"]) if document["secrets"] else None,
            )
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise DamagedBackup("its table of contents cannot be read") from error


def _parts(documents: Sequence[Any]) -> tuple[Part, ...]:
    return tuple(_part(document) for document in documents)


def _part(document: Mapping[str, Any]) -> Part:
    return Part(str(document["name"]), int(document["size"]), str(document["sha256"]))


def _table(document: Mapping[str, Any]) -> TablePart:
    columns = (
        Column(str(column["name"]), ColumnType(column["type"]), int(column.get("places", 0)))
        for column in document["columns"]
    )
    last = document["last_number"]
    return TablePart(
        table=str(document["table"]),
        model=str(document["model"]),
        columns=tuple(columns),
        rows=int(document["rows"]),
        last_number=None if last is None else int(last),
        part=_part(document),
    )
