"""Where automatic backups are kept: a folder of this machine, a memory stick, or a bucket elsewhere."""

import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol

from django.conf import settings
from django.core.files import File
from django.core.files.storage import storages

from backups.errors import BackupRefused
from backups.files import new_file
from backups.models import Occasion

Write = Callable[[Path], object]

_TIME: Final = "%Y-%m-%d-%H%M%S"
_NAME: Final = re.compile(
    rf"kiebitz-(?P<time>\d{{4}}-\d\d-\d\d-\d{{6}})-(?P<occasion>{'|'.join(Occasion.values)})\.zip"
)


class KeptBackup(NamedTuple):
    """An automatic one, by its name: what people put there themselves is none."""

    name: str
    made_at: datetime
    occasion: Occasion


class Store(Protocol):
    place: str
    """For people."""

    def save(self, name: str, write: Write) -> int:
        """`write(path)` writes the file. How many bytes it has."""

    def names(self) -> list[str]: ...
    def delete(self, name: str) -> None: ...
    def local_copy(self, name: str) -> AbstractContextManager[Path]:
        """The file, for as long as it is looked at."""


def backup_store() -> Store:
    """The one that BACKUP_DIR names; else the bucket, if there is one; else a folder in VAR_DIR."""
    if settings.BACKUP_DIR is not None:
        return FolderStore(settings.BACKUP_DIR, must_exist=True)
    if "backups" in settings.STORAGES:
        return BucketStore()
    return FolderStore(own_folder(), must_exist=False)


@contextmanager
def found_backup(file: Path) -> Iterator[Path]:
    """A file of this machine, or an automatic backup of this name."""
    if not file.exists() and _NAME.fullmatch(str(file)):
        with backup_store().local_copy(file.name) as path:
            yield path
    else:
        yield file.absolute()


def own_folder() -> Path:
    return Path(settings.VAR_DIR) / "backups"


def automatic_name(occasion: Occasion, now: datetime) -> str:
    return f"kiebitz-{now.astimezone(UTC):{_TIME}}-{occasion}.zip"


def automatic_backups(store: Store) -> list[KeptBackup]:
    """The newest first."""
    found = []
    for name in store.names():
        if match := _NAME.fullmatch(name):
            made_at = datetime.strptime(match["time"], _TIME).replace(tzinfo=UTC)
            found.append(KeptBackup(name, made_at, Occasion(match["occasion"])))
    return sorted(found, key=lambda kept: kept.made_at, reverse=True)


class FolderStore:
    def __init__(self, folder: Path, *, must_exist: bool) -> None:
        self.folder = folder
        self.place = str(folder)
        self._must_exist = must_exist

    def save(self, name: str, write: Write) -> int:
        # The folder of a memory stick that is not plugged in would only fill the disk beside it.
        if self._must_exist and not self.folder.is_dir():
            raise BackupRefused(
                f"The folder {self.folder} is not there: plug the stick in, or correct BACKUP_DIR."
            )
        write(self.folder / name)
        return (self.folder / name).stat().st_size

    def names(self) -> list[str]:
        if not self.folder.is_dir():
            return []
        return [path.name for path in self.folder.iterdir() if path.suffix == ".zip"]

    def delete(self, name: str) -> None:
        (self.folder / name).unlink(missing_ok=True)

    @contextmanager
    def local_copy(self, name: str) -> Iterator[Path]:
        yield self.folder / name


class BucketStore:
    """A file is written here first: a bucket takes whole files only, and shows none that is half there."""

    def __init__(self) -> None:
        self._storage: Any = storages["backups"]
        self.place = f"bucket {settings.BUCKET.name}" if settings.BUCKET else "bucket"

    def save(self, name: str, write: Write) -> int:
        path = own_folder() / name
        try:
            write(path)
            with path.open("rb") as stream:
                self._storage.save(name, File(stream, name=name))
            return path.stat().st_size
        except OSError as error:
            raise BackupRefused(str(error)) from error
        finally:
            path.unlink(missing_ok=True)

    def names(self) -> list[str]:
        _folders, files = self._storage.listdir("")
        return [str(name) for name in files]

    def delete(self, name: str) -> None:
        self._storage.delete(name)

    @contextmanager
    def local_copy(self, name: str) -> Iterator[Path]:
        path = own_folder() / f"from-bucket-{name}"
        try:
            source = self._storage.open_stream(name)
        except OSError as error:
            raise BackupRefused(str(error)) from error
        try:
            with new_file(path, overwrite=True) as stream:
                shutil.copyfileobj(source, stream, 1024 * 1024)
            yield path
        finally:
            source.close()
            path.unlink(missing_ok=True)
