"""Static files: hashed names, headers, and whether those that were collected are up to date."""

import hashlib
from functools import cache
from pathlib import Path
from typing import Any, ClassVar
from wsgiref.headers import Headers

from csp.constants import HEADER
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.contrib.staticfiles.storage import HashedFilesMixin
from whitenoise.storage import CompressedManifestStaticFilesStorage

# What is found, and what is written instead with the hashed name.
_JS_IMPORT = (r"""(?P<matched>from\s*["'](?P<url>\./[^"']+)["'];)""", 'from "%(url)s";')


class StaticStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """In `static/js/`, `import … from "./state.js"` is rewritten to the hashed name.

    Django's own switch for this would rewrite the files of all packages, and stumbles over some of them.
    """

    patterns: ClassVar = (*HashedFilesMixin.patterns, ("js/*.js", (_JS_IMPORT,)))

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        # Every page asks for the same dozen addresses, and they change with the next start only.
        self.url = cache(super().url)


def source_fingerprint() -> str:
    """Changes whenever a static file of the project or of a package is added, removed or rewritten."""
    digest = hashlib.sha256()
    for finder in get_finders():
        for name, storage in finder.list([]):
            status = Path(storage.path(name)).stat()
            digest.update(f"{name} {status.st_size} {status.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def collected_fingerprint() -> str:
    try:
        return _fingerprint_file().read_text(encoding="ascii")
    except FileNotFoundError:
        return ""


def save_fingerprint(fingerprint: str) -> None:
    _fingerprint_file().write_text(fingerprint, encoding="ascii")


def _fingerprint_file() -> Path:
    return Path(settings.STATIC_ROOT) / ".collected"


def add_static_headers(headers: Headers, path: str, url: str) -> None:
    """A drawing is a document of its own, with a policy that lets it wear its own colours."""
    from games.replay.presenters.pictures import picture_csp  # the settings name this module

    if path.endswith(".svg"):
        headers[HEADER] = picture_csp(Path(path).read_text(encoding="utf-8"))
