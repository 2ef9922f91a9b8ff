"""Where a finished export lies: in its row, or in the bucket of a site on several machines."""

import json
from typing import Any, Final

from django.core.files.base import ContentFile
from django.core.files.storage import Storage, storages
from django.core.serializers.json import DjangoJSONEncoder

from players.models import DataExport

STORAGE: Final = "exports"


def put_into_bucket(export: DataExport, content: dict[str, Any]) -> bool:
    """False if the site has no bucket: the row keeps it then. A second time replaces the first."""
    storage = _bucket()
    if storage is None:
        return False
    text = json.dumps(content, cls=DjangoJSONEncoder, ensure_ascii=False)
    storage.save(file_name(export), ContentFile(text.encode()))
    return True


def read_export(export: DataExport) -> dict[str, Any] | None:
    """None if it is in neither place, as after a restore: whoever wants it asks again."""
    storage = _bucket()
    if export.content is not None or storage is None:
        content: dict[str, Any] | None = export.content
        return content
    try:
        with storage.open(file_name(export)) as file:
            found: dict[str, Any] = json.load(file)
            return found
    except FileNotFoundError:
        return None


def delete_from_bucket(name: str) -> None:
    if (storage := _bucket()) is not None:
        storage.delete(name)


def file_name(export: DataExport) -> str:
    """The moment is in it: a database that was restored may give the same number to somebody else's."""
    return f"{export.user_id}/{export.pk}-{export.created_at:%Y%m%dT%H%M%S.%f}.json"


def _bucket() -> Storage | None:
    return storages[STORAGE] if STORAGE in storages.backends else None
