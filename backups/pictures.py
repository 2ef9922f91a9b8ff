"""Pictures that people sent: as the storage has them, a folder of this machine or a bucket elsewhere."""

from collections.abc import Iterator
from typing import Final

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage

from backups.archive import CHUNK_BYTES, BackupReader, BackupWriter
from backups.errors import DamagedBackup
from backups.manifest import Part

FOLDER: Final = "pictures/"


def write_pictures(backup: BackupWriter) -> Iterator[Part]:
    """One that is removed while we look is left out: nobody wants it any more."""
    for name in _names(""):
        try:
            stream = default_storage.open(name)
        except FileNotFoundError:
            continue
        with stream, backup.part(FOLDER + name, compressed=False) as part:
            for chunk in stream.chunks(CHUNK_BYTES):
                part.write(chunk)
        yield part.finished()


def restore_pictures(backup: BackupReader) -> tuple[int, list[Part]]:
    """Add those that are missing: how many, and those whose name is taken by another picture, which stays for now."""
    added, taken = 0, []
    for picture in backup.manifest.pictures:
        name = picture_name(picture)
        if not default_storage.exists(name):
            default_storage.save(name, ContentFile(b"".join(backup.chunks(picture))))
            added += 1
        elif _content(name) != b"".join(backup.chunks(picture)):
            taken.append(picture)
    return added, taken


def replace_pictures(backup: BackupReader, pictures: list[Part]) -> None:
    for picture in pictures:
        content = b"".join(backup.chunks(picture))
        default_storage.delete(picture_name(picture))
        default_storage.save(picture_name(picture), ContentFile(content))


def picture_name(picture: Part) -> str:
    """Inside the storage; a name that leads elsewhere is refused."""
    name = picture.name.removeprefix(FOLDER)
    pieces = name.split("/")
    is_plain = picture.name.startswith(FOLDER) and "\\" not in name and "\0" not in name
    if not is_plain or any(piece in ("", ".", "..") for piece in pieces):
        raise DamagedBackup(f"{picture.name} is no name of a picture")
    return name


def _content(name: str) -> bytes:
    with default_storage.open(name) as stream:
        return bytes(stream.read())


def _names(folder: str) -> Iterator[str]:
    try:
        folders, files = default_storage.listdir(folder)
    except FileNotFoundError:
        return
    for file in sorted(files):
        yield f"{folder}/{file}" if folder else file
    for inner in sorted(folders):
        yield from _names(f"{folder}/{inner}" if folder else inner)
