"""Pictures that people sent: as the storage has them, a folder of this machine or a bucket elsewhere."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage

from backups.archive import CHUNK_BYTES, BackupReader, BackupWriter
from backups.errors import BackupRefused, DamagedBackup
from backups.manifest import Part

FOLDER: Final = "pictures/"
MAX_PICTURE_BYTES: Final = 64 * 1024 * 1024


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


@dataclass
class RestoredPictures:
    added: list[str] = field(default_factory=list)
    taken: list[Part] = field(default_factory=list)
    """Their names are those of other pictures, which stay until the restored database is in its place."""

    def take_back(self) -> None:
        for name in self.added:
            default_storage.delete(name)

    def replace_taken(self, backup: BackupReader) -> None:
        for picture in self.taken:
            content = _content_in(backup, picture)
            default_storage.delete(picture_name(picture))
            default_storage.save(picture_name(picture), ContentFile(content))


def restore_pictures(backup: BackupReader) -> RestoredPictures:
    """Add those that are missing; all of them, or none."""
    restored = RestoredPictures()
    try:
        for picture in backup.manifest.pictures:
            name = picture_name(picture)
            if not default_storage.exists(name):
                restored.added.append(name)
                default_storage.save(name, ContentFile(_content_in(backup, picture)))
            elif _content(name) != _content_in(backup, picture):
                restored.taken.append(picture)
    except OSError as error:
        restored.take_back()
        raise BackupRefused(
            f"The pictures cannot be stored here ({error.strerror or error}): make room, or mend the storage. "
            "Nothing was changed."
        ) from error
    except BaseException:
        restored.take_back()
        raise
    return restored


def picture_name(picture: Part) -> str:
    """Inside the storage; a name that leads elsewhere is refused, and so is what would not fit into the memory."""
    name = picture.name.removeprefix(FOLDER)
    pieces = name.split("/")
    is_plain = picture.name.startswith(FOLDER) and "\\" not in name and "\0" not in name
    if not is_plain or any(piece in ("", ".", "..") for piece in pieces):
        raise DamagedBackup(f"{picture.name} is no name of a picture")
    if picture.size > MAX_PICTURE_BYTES:
        raise DamagedBackup(f"{picture.name} is too large for a picture")
    return name


def _content_in(backup: BackupReader, picture: Part) -> bytes:
    return b"".join(backup.chunks(picture))


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
