"""Static files of other releases: what a site needs while its nodes are upgraded one after the other.

A page that was made by the release before asks for the files of that release, perhaps of a node that is new already;
and the page of the first new node asks for new files, perhaps of an old node. So the files of earlier releases stay for
a while, and a node that lacks one takes it from the bucket, where `prepare` has put those of every release.
"""

import json
import logging
import secrets
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.core.files.base import ContentFile
from django.core.files.storage import storages
from django.http import HttpRequest, HttpResponse
from whitenoise.middleware import WhiteNoiseMiddleware

from config.static_files import MANIFESTS, is_hashed, manifest_name, source_fingerprint
from core.errors import StorageUnavailable

logger = logging.getLogger(__name__)
# A browser may keep a page open for as long; and so many releases stay however old they are.
SECONDS_KEPT: Final = 30 * 24 * 60 * 60
RELEASES_KEPT: Final = 5
COMPRESSED: Final = (".br", ".gz")
SHARED_MANIFESTS: Final = "manifests/"
UPLOADS_AT_ONCE: Final = 8
# Whoever asks for names that nobody has makes a node look into the bucket no more often than this.
SECONDS_BETWEEN_LOOKS: Final = 1


class StaticFilesMiddleware(WhiteNoiseMiddleware):  # type: ignore[misc]
    """WhiteNoise knows the files that were there when it started; this one also finds those that came later."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.shared = SharedReleases(Path(self.static_root)) if settings.BUCKET else None

    def __call__(self, request: HttpRequest) -> HttpResponse:
        path = request.path_info
        if not self.autorefresh and path.startswith(self.static_prefix) and path not in self.files:
            self._look_for(path)
        response: HttpResponse = super().__call__(request)
        return response

    def immutable_file_test(self, path: str, url: str) -> bool:
        """Also for the names of other releases, which our own manifest does not have."""
        return is_hashed(url.removeprefix(self.static_prefix))

    def _look_for(self, url: str) -> None:
        name = url.removeprefix(self.static_prefix)
        if not is_hashed(name):
            return
        file = Path(self.static_root) / name
        if not file.is_file() and self.shared is not None:
            self.shared.fetch(name)
        if file.is_file():
            self.add_file_to_dictionary(url, str(file))


class SharedReleases:
    """The files of all releases in the bucket, for a node that has only some of them."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._storage: Any = storages["releases"]
        self._names: set[str] = set()
        self._next_look = 0.0

    def fetch(self, name: str) -> None:
        """Bring a file here, with its compressed forms, if one of the releases has it."""
        try:
            if name not in self._names:
                self._look_around()
            if name in self._names:
                # The plain one last: where it is, the others are.
                for suffix in (*COMPRESSED, ""):
                    self._bring(f"{name}{suffix}")
        except (StorageUnavailable, OSError) as error:
            logger.warning("A static file of another release cannot be fetched: %s", error)

    def _look_around(self) -> None:
        now = time.monotonic()
        if now < self._next_look:
            return
        self._next_look = now + SECONDS_BETWEEN_LOOKS
        for manifest in self._storage.listdir(SHARED_MANIFESTS)[1]:
            self._names |= _names_in(self._storage.read_bytes(f"{SHARED_MANIFESTS}{manifest}"))

    def _bring(self, name: str) -> None:
        try:
            content = self._storage.read_bytes(name)
        except FileNotFoundError:
            return
        path = self._folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_name(f".{secrets.token_hex(8)}")
        unfinished.write_bytes(content)
        unfinished.replace(path)


def share_release() -> None:
    """Put the files of this release into the bucket, its manifest last, and delete what no release has needed for long.

    Every node does it before it serves a page; what is there already is not sent again.
    """
    root = Path(settings.STATIC_ROOT)
    storage: Any = storages["releases"]
    manifest = (root / manifest_name(source_fingerprint())).read_bytes()
    shared = storage.files()
    wanted = (f"{name}{suffix}" for name in _names_in(manifest) for suffix in ("", *COMPRESSED))
    missing = [name for name in wanted if name not in shared and (root / name).is_file()]

    def upload(name: str) -> None:
        storage.save(name, ContentFile((root / name).read_bytes()))

    with ThreadPoolExecutor(UPLOADS_AT_ONCE) as several:
        list(several.map(upload, missing))
    storage.save(f"{SHARED_MANIFESTS}{_digest(manifest)}", ContentFile(manifest))
    _delete_unused(storage)


def _delete_unused(storage: Any) -> None:
    ages = {name: stored.timestamp() for name, stored in storage.files().items()}
    manifests = {name: age for name, age in ages.items() if name.startswith(SHARED_MANIFESTS)}
    outdated = _outdated(manifests)
    kept = set().union(*(_names_in(storage.read_bytes(name)) for name in manifests.keys() - outdated))
    files = {name: age for name, age in ages.items() if name not in manifests}
    for name in [*outdated, *_unused(files, kept)]:
        storage.delete(name)


def delete_old_releases() -> None:
    """The same for the files on this machine."""
    root = Path(settings.STATIC_ROOT)
    manifests = {path.name: path.stat().st_mtime for path in root.glob(MANIFESTS)}
    outdated = _outdated(manifests)
    kept = set().union(*(_names_in((root / name).read_bytes()) for name in manifests.keys() - outdated))
    files = {str(path.relative_to(root)): path.stat().st_mtime for path in root.rglob("*") if path.is_file()}
    for name in [*outdated, *_unused(files, kept)]:
        (root / name).unlink(missing_ok=True)


def _outdated(manifests: dict[str, float]) -> set[str]:
    newest_first = sorted(manifests, key=lambda name: manifests[name], reverse=True)
    return {name for name in newest_first[RELEASES_KEPT:] if _is_old(manifests[name])}


def _unused(files: dict[str, float], kept: set[str]) -> Iterable[str]:
    for name, stored_at in files.items():
        plain = name.removesuffix(".br").removesuffix(".gz")
        if is_hashed(plain) and plain not in kept and _is_old(stored_at):
            yield name


def _is_old(stored_at: float) -> bool:
    return stored_at < time.time() - SECONDS_KEPT


def _names_in(manifest: bytes) -> set[str]:
    return set(json.loads(manifest)["paths"].values())


def _digest(manifest: bytes) -> str:
    return f"{json.loads(manifest)['hash']}.json"
