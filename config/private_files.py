"""The site's own files are for the user who runs it, and nobody else on the machine: new ones and old ones."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Final

PRIVATE_UMASK: Final = 0o077
# What the site writes into VAR_DIR. Nothing else there is touched: somebody may have chosen a folder that others use.
OWN_FILES: Final = (
    "secret_key",
    "serve.lock",
    "beat-schedule*",
    "*.sqlite3",
    "*.sqlite3-*",
    "*.sqlite3.*",
    "*.log",
)
OWN_FOLDERS: Final = ("backups", "broker", "media", "pictures", "static")
# SQLite's, beside the database; new ones get the mode of the database.
SQLITE_SUFFIXES: Final = ("", "-wal", "-shm", "-journal")


def write_private_files() -> None:
    """From now on this process, and those it starts, write files that only their owner can read."""
    os.umask(PRIVATE_UMASK)


def close_to_others(var: Path, *, database: str = "") -> int:
    """Take the rights of all others from what is there already; how many files and folders had them."""
    return sum(_close(path) for path in _own_paths(var, database))


def _own_paths(var: Path, database: str) -> Iterator[Path]:
    if var.is_dir() and _is_of_its_own(var):
        yield var
    for pattern in OWN_FILES:
        yield from var.glob(pattern)
    for name in OWN_FOLDERS:
        for folder, _folders, files in os.walk(var / name):
            yield Path(folder)
            yield from (Path(folder, file) for file in files)
    if database:
        yield from (Path(f"{database}{suffix}") for suffix in SQLITE_SUFFIXES)


def _is_of_its_own(folder: Path) -> bool:
    """Neither a folder of all, as /tmp is, nor somebody's home, nor the top of everything."""
    is_shared = folder.stat().st_mode & stat.S_ISVTX
    return not is_shared and folder.resolve() not in (Path("/"), Path.home().resolve())


def _close(path: Path) -> bool:
    """Whether the path was open to others and no longer is. A link leads elsewhere, and what is another's stays so."""
    try:
        status = path.lstat()
        is_closed = not status.st_mode & PRIVATE_UMASK
        if is_closed or stat.S_ISLNK(status.st_mode) or status.st_uid != os.geteuid():
            return False
        path.chmod(stat.S_IMODE(status.st_mode) & ~PRIVATE_UMASK)
    except OSError:
        return False
    return True
