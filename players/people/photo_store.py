"""Where photographs lie: files named by a hash, below the media folder. Nobody reaches them but through a view."""

import hashlib
from typing import Final

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage

from players.people.photos import SIZES, PreparedPhoto

_FOLDER: Final = "people"


def key_of(photo: PreparedPhoto, *, person: int) -> str:
    """The person is part of it: two people never share a file, so that one can remove theirs."""
    digest = hashlib.sha256(f"person {person}\n".encode())
    for size in SIZES:
        digest.update(photo.squares[size])
    return digest.hexdigest()


def keep(photo: PreparedPhoto, key: str) -> None:
    for size, content in photo.squares.items():
        path = _path(key, size)
        if not default_storage.exists(path):
            default_storage.save(path, ContentFile(content))


def read(key: str, size: int) -> bytes | None:
    try:
        with default_storage.open(_path(key, size)) as file:
            return bytes(file.read())
    except FileNotFoundError:
        return None


def forget(key: str) -> None:
    for size in SIZES:
        default_storage.delete(_path(key, size))


def _path(key: str, size: int) -> str:
    return f"{_FOLDER}/{key[:2]}/{key}-{size}.webp"
