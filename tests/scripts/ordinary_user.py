"""What an ordinary user may not do, also where the tests run as root, whom no permission stops."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

NOBODY = 65534


@contextmanager
def as_ordinary_user() -> Iterator[None]:
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


@contextmanager
def folder_for_all() -> Iterator[Path]:
    """A folder that others may look into, unlike pytest's own."""
    folder = Path(tempfile.mkdtemp(prefix="kiebitz-", dir="/tmp"))
    folder.chmod(0o755)
    try:
        yield folder
    finally:
        shutil.rmtree(folder)
