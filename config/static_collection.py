"""Whether the collected static files are up to date: compressing them takes seconds, looking at them does not."""

import hashlib
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders


def fingerprint_of_sources() -> str:
    """Changes whenever a static file of the project or of a package is added, removed or written anew."""
    digest = hashlib.sha256()
    for finder in get_finders():
        for name, storage in finder.list([]):
            status = Path(storage.path(name)).stat()
            digest.update(f"{name} {status.st_size} {status.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def fingerprint_of_last_collection() -> str:
    try:
        return _note().read_text(encoding="ascii")
    except FileNotFoundError:
        return ""


def remember_collection(fingerprint: str) -> None:
    _note().write_text(fingerprint, encoding="ascii")


def _note() -> Path:
    return Path(settings.STATIC_ROOT) / ".collected"
