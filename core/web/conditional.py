"""Conditional requests: what every tag depends on, and work that waits until the answer has been sent."""

import hashlib
import logging
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Final

from django.conf import settings
from django.http import HttpRequest

logger = logging.getLogger(__name__)
_AFTER_RESPONSE: Final = "_kiebitz_afterwards"
_CODE: Final = ("*.html", "*.py", "*.mo", "*.css", "*.js", "*.svg")

_FOLDERS: Final = (
    "templates",
    "tournaments",
    "games",
    "players",
    "audit",
    "jobs",
    "core",
    "config",
    "engine",
    "static",
    "locale",
)


def run_after_response(request: HttpRequest, work: Callable[[], object]) -> None:
    """Do it when the answer has been sent, in the same thread. It may fail without anybody but the log noticing."""

    def done() -> None:
        try:
            work()
        except Exception:
            logger.exception("What was to be done after %s failed", request.path)

    request.__dict__.setdefault(_AFTER_RESPONSE, []).append(done)


def code_version() -> str:
    """Of the files that pages are made of. While developing they change under a running site."""
    return _hash_code.__wrapped__() if settings.DEBUG else _hash_code()


@cache
def _hash_code() -> str:
    digest = hashlib.blake2b(digest_size=8)
    for path, stat in sorted(_code_files()):
        digest.update(f"{path} {stat}\n".encode())
    return digest.hexdigest()


def _code_files() -> Iterator[tuple[str, str]]:
    root = Path(settings.BASE_DIR)
    for folder in _FOLDERS:
        for pattern in _CODE:
            for path in (root / folder).rglob(pattern):
                stat = path.stat()
                yield str(path.relative_to(root)), f"{stat.st_size} {stat.st_mtime_ns}"
