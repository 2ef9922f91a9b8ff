"""Files that are slow to make and always the same: made once, and kept in a folder that never grows beyond its size.

A site on several machines shares them as well: what one node has made the others find in the bucket. Whatever is lost
is made again.
"""

import logging
import os
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

from django.core.files.base import ContentFile
from django.core.files.storage import Storage

# Each has its share of the room, so that only one of them is looked through when a file is added.
SHELVES: Final = 16
_PRIVATE_FOLDER, _PRIVATE_FILE = 0o700, 0o600
# After a failure the bucket is left alone for so long: to draw a picture is quicker than to wait for it.
SECONDS_WITHOUT_BUCKET: Final = 30
logger = logging.getLogger(__name__)


class _StoredFile(NamedTuple):
    used_at: float
    size: int
    path: str


class KeptFiles:
    """By keys that say everything a file depends on, also what of it somebody may see."""

    _bucket_away_until = 0.0

    def __init__(self, folder: Path, max_bytes: int, bucket: Storage | None = None) -> None:
        self.folder = folder
        self.shelf_bytes = max_bytes // SHELVES
        self.bucket = bucket

    def get_or_make(self, key: str, make: Callable[[], bytes]) -> bytes:
        """What is kept, or what `make` returns. A folder that cannot be written keeps nothing, and nobody notices."""
        path = self._path(key)
        try:
            data = path.read_bytes()
            os.utime(path)  # used just now: others are thrown away before it
        except OSError:
            data = self._get_shared_or_make(path.name, make)
            self._keep(path, data)
        return data

    def _get_shared_or_make(self, name: str, make: Callable[[], bytes]) -> bytes:
        data = self._get_shared(name)
        if data is None:
            data = make()
            self._share(name, data)
        return data

    def _get_shared(self, name: str) -> bytes | None:
        if self.bucket is None or time.monotonic() < KeptFiles._bucket_away_until:
            return None
        try:
            with self.bucket.open(name) as file:
                return bytes(file.read())
        except FileNotFoundError:
            return None
        except OSError as error:
            self._leave_bucket(error)
            return None

    def _share(self, name: str, data: bytes) -> None:
        if self.bucket is None or time.monotonic() < KeptFiles._bucket_away_until:
            return
        try:
            self.bucket.save(name, ContentFile(data))
        except OSError as error:
            self._leave_bucket(error)

    def _leave_bucket(self, error: OSError) -> None:
        logger.warning("Pictures are not shared for now (%s).", error)
        KeptFiles._bucket_away_until = time.monotonic() + SECONDS_WITHOUT_BUCKET

    def _path(self, key: str) -> Path:
        digest = sha256(key.encode()).hexdigest()
        return self.folder / f"{int(digest[:8], 16) % SHELVES:02}" / digest

    def _keep(self, path: Path, data: bytes) -> None:
        if len(data) > self.shelf_bytes:
            return
        unfinished = path.with_name(f".{secrets.token_hex(8)}")
        try:
            path.parent.mkdir(_PRIVATE_FOLDER, parents=True, exist_ok=True)
            self._make_room(path.parent, len(data))
            unfinished.touch(_PRIVATE_FILE, exist_ok=False)
            unfinished.write_bytes(data)
            unfinished.replace(path)
        except OSError as error:
            logger.warning("A file cannot be kept in %s (%s).", path.parent, error)
            with suppress(OSError):
                unfinished.unlink()

    def _make_room(self, shelf: Path, size: int) -> None:
        """Throw away what was not asked for the longest time. Another process may do so at the same moment."""
        files = sorted(self._files_on(shelf))
        total = sum(file.size for file in files)
        for file in files:
            if total + size <= self.shelf_bytes:
                return
            Path(file.path).unlink(missing_ok=True)
            total -= file.size

    def _files_on(self, shelf: Path) -> list[_StoredFile]:
        found = []
        with os.scandir(shelf) as entries:
            for entry in entries:
                with suppress(FileNotFoundError):
                    facts = entry.stat()
                    found.append(_StoredFile(facts.st_mtime, facts.st_size, entry.path))
        return found
