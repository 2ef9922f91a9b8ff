"""Files that only their owner can read, and that have their name when they are whole."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Final

from backups.errors import BackupRefused

PRIVATE_FILE: Final = 0o600
UNFINISHED: Final = ".unfinished"


@contextmanager
def new_file(path: Path, *, overwrite: bool) -> Iterator[IO[bytes]]:
    """What is interrupted leaves nothing under this name, and what a killed process left goes with the next file."""
    if path.exists() and not overwrite:
        raise already_there(path)
    unfinished = path.with_name(f".{path.name}.{os.getpid()}{UNFINISHED}")
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        remove_unfinished(path.parent)
        with os.fdopen(_open_locked(unfinished), "w+b") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
            _give_name(unfinished, path, overwrite=overwrite)
        _sync_folder(path.parent)
    except OSError as error:
        raise BackupRefused(
            f"{path} cannot be written ({error.strerror or error}): choose another place, or make room."
        ) from error
    finally:
        unfinished.unlink(missing_ok=True)


def already_there(path: Path) -> BackupRefused:
    return BackupRefused(f"{path} is there already: choose another name, or say --overwrite.")


def remove_unfinished(folder: Path) -> None:
    """Whoever still writes one holds a lock on it; all others were killed."""
    for file in folder.glob(f".*{UNFINISHED}"):
        with suppress(OSError), file.open("rb") as stream:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
            file.unlink()


def sync_file(path: Path) -> None:
    """To the disk, and its name as well."""
    with path.open("rb+") as stream:
        os.fsync(stream.fileno())
    _sync_folder(path.parent)


def _open_locked(path: Path) -> int:
    handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, PRIVATE_FILE)
    with suppress(OSError):  # some network folders know no locks; they have no other either to be afraid of
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    return handle


def _give_name(unfinished: Path, path: Path, *, overwrite: bool) -> None:
    if not overwrite:
        try:
            path.hardlink_to(unfinished)
        except FileExistsError:
            raise already_there(path) from None
        except OSError:  # as on memory sticks, which know no second names
            if path.exists():
                raise already_there(path) from None
        else:
            return
    unfinished.replace(path)


def _sync_folder(folder: Path) -> None:
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
