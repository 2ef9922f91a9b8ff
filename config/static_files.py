"""Static files: hashed names, headers, and whether those of this release were collected.

The files of earlier releases stay beside them, see `config.static_releases`: each release has a manifest of its own.
"""

import hashlib
import re
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, Final
from wsgiref.headers import Headers

from csp.constants import HEADER
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.contrib.staticfiles.storage import HashedFilesMixin
from whitenoise.storage import CompressedManifestStaticFilesStorage

# What is found, and what is written instead with the hashed name.
_JS_IMPORT = (r"""(?P<matched>from\s*["'](?P<url>\.\.?/[^"']+)["'];)""", 'from "%(url)s";')
_HASHED: Final = re.compile(r"(?:[\w-][\w.-]*/)*[\w-][\w.-]*\.[0-9a-f]{12}(?:\.\w+)?")
MANIFESTS: Final = "staticfiles-*.json"


class StaticStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """In `static/js/`, `import … from "./state.js"` (or `"../…"`) is rewritten to the hashed name.

    Django's own switch for this would rewrite the files of all packages, and stumbles over some of them.
    """

    patterns: ClassVar = (*HashedFilesMixin.patterns, ("js/*.js", (_JS_IMPORT,)))

    def __init__(self, *arguments: Any, **options: Any) -> None:
        self.manifest_name = manifest_name(source_fingerprint())
        super().__init__(*arguments, **options)
        if not self.hashed_files:
            self._use_newest_manifest()
        # Every page asks for the same dozen addresses, and they change with the next start only.
        self.url = cache(super().url)

    def _use_newest_manifest(self) -> None:
        """The sources are newer than what was collected, as between an upgrade and `prepare`: pages go on meanwhile."""
        manifests = Path(settings.STATIC_ROOT).glob(MANIFESTS)
        newest = max(manifests, key=lambda path: path.stat().st_mtime, default=None)
        if newest is not None:
            self.hashed_files, self.manifest_hash = _read_manifest(self, newest.name)


def _read_manifest(storage: StaticStorage, name: str) -> tuple[dict[str, str], str]:
    own, storage.manifest_name = storage.manifest_name, name
    try:
        files, digest = storage.load_manifest()
    finally:
        storage.manifest_name = own
    return files, digest


def is_hashed(name: str) -> bool:
    """Whether this can be the name of one of our files below STATIC_ROOT, and lead nowhere else."""
    return _HASHED.fullmatch(name) is not None


@cache
def source_fingerprint() -> str:
    """Changes whenever a static file of the project or of a package is added, removed or rewritten."""
    digest = hashlib.sha256()
    for finder in get_finders():
        for name, storage in finder.list([]):
            status = Path(storage.path(name)).stat()
            # Images and archives keep no fractions of a second.
            digest.update(f"{name} {status.st_size} {int(status.st_mtime)}\n".encode())
    return digest.hexdigest()


def manifest_name(fingerprint: str) -> str:
    return MANIFESTS.replace("*", fingerprint[:16])


def are_collected() -> bool:
    """Whether those of this release are, completely."""
    root = Path(settings.STATIC_ROOT)
    try:
        finished = _finished_file().read_text(encoding="ascii").split()
    except FileNotFoundError:
        return False
    fingerprint = source_fingerprint()
    return fingerprint in finished and (root / manifest_name(fingerprint)).is_file()


def note_that_they_are_collected() -> None:
    """The manifest is written before the files are compressed: it does not say that all was done."""
    with _finished_file().open("a", encoding="ascii") as file:
        file.write(f"{source_fingerprint()}\n")


def _finished_file() -> Path:
    return Path(settings.STATIC_ROOT) / ".collected"


def add_static_headers(headers: Headers, path: str, url: str) -> None:
    """A drawing is a document of its own, with a policy that lets it wear its own colours."""
    from games.replay.presenters.pictures import picture_csp  # the settings name this module

    if path.endswith(".svg"):
        headers[HEADER] = picture_csp(Path(path).read_text(encoding="utf-8"))
