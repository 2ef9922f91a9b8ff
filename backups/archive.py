"""The file itself: a ZIP whose parts are written and read as streams, each with its digest."""

import hashlib
import json
import time
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, Final

from backups.errors import BackupRefused, DamagedBackup
from backups.files import PRIVATE_FILE
from backups.manifest import Manifest, Part

MANIFEST: Final = "manifest.json"
SETTINGS: Final = "settings.json"
SECRETS: Final = "secrets.json"
CHUNK_BYTES: Final = 256 * 1024
# Three times as fast as the usual 6, and files that are a seventh larger.
COMPRESSION_LEVEL: Final = 3
MAX_MANIFEST_BYTES: Final = 512 * 1024 * 1024


class PartWriter:
    """One part, while it is written."""

    def __init__(self, name: str, stream: IO[bytes]) -> None:
        self._name = name
        self._stream = stream
        self._digest = hashlib.sha256()
        self._size = 0

    def write(self, data: bytes) -> None:
        self._stream.write(data)
        self._digest.update(data)
        self._size += len(data)

    def finished(self) -> Part:
        return Part(self._name, self._size, self._digest.hexdigest())


class BackupWriter:
    """Parts in any order; the manifest is written last, so that a file that was cut off has none."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._zip = zipfile.ZipFile(stream, "w", allowZip64=True)

    @contextmanager
    def part(self, name: str, *, compressed: bool = True) -> Iterator[PartWriter]:
        info = zipfile.ZipInfo(name, time.gmtime()[:6])
        info.external_attr = PRIVATE_FILE << 16
        info.compress_type = zipfile.ZIP_DEFLATED if compressed else zipfile.ZIP_STORED
        # zipfile takes the level of a part from its entry, and the name of the attribute changed with Python 3.13.
        setattr(
            info, "compress_level" if hasattr(info, "compress_level") else "_compresslevel", COMPRESSION_LEVEL
        )
        with self._zip.open(info, "w", force_zip64=True) as stream:
            yield PartWriter(name, stream)

    def document(self, name: str, content: Any) -> Part:
        with self.part(name) as part:
            part.write(json.dumps(content, ensure_ascii=False, indent=1).encode())
        return part.finished()

    def close(self, manifest: Manifest) -> None:
        self.document(MANIFEST, manifest.as_json())
        self._zip.close()

    def __enter__(self) -> "BackupWriter":
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        """What was not closed has no manifest, and goes with its file."""
        if kind is not None:
            with suppress(OSError, ValueError):
                self._zip.close()


class BackupReader:
    """A backup to read from; refuses what is none, and notices whatever differs from what was written."""

    def __init__(self, path: Path) -> None:
        try:
            self._zip = zipfile.ZipFile(path)
        except OSError as error:
            raise BackupRefused(f"{path} cannot be read ({error.strerror or error}).") from error
        except zipfile.BadZipFile as error:
            raise DamagedBackup("it is no ZIP file, or its end is missing") from error
        self.path = path
        try:
            self.manifest = Manifest.from_json(self._contents())
        except BaseException:
            self._zip.close()
            raise

    def __enter__(self) -> "BackupReader":
        return self

    def __exit__(self, *_: object) -> None:
        self._zip.close()

    def check(self) -> Iterator[int]:
        """Read everything and compare the digests, yielding how many bytes have been read."""
        names = [MANIFEST, *(part.name for part in self.manifest.parts)]
        if len(set(names)) != len(names) or sorted(names) != sorted(self._zip.namelist()):
            raise DamagedBackup("its parts are not those of its table of contents")
        done = 0
        for part in self.manifest.parts:
            for chunk in self.chunks(part):
                done += len(chunk)
                yield done

    def chunks(self, part: Part) -> Iterator[bytes]:
        """The bytes of a part; at the end their digest is compared."""
        digest, size = hashlib.sha256(), 0
        with self._opened(part.name) as stream:
            while chunk := stream.read(CHUNK_BYTES):
                digest.update(chunk)
                size += len(chunk)
                yield chunk
        if size != part.size or digest.hexdigest() != part.sha256:
            raise DamagedBackup(f"{part.name} is not what was written")

    def lines(self, part: Part) -> Iterator[bytes]:
        pieces: list[bytes] = []  # of a line that is longer than a chunk
        for chunk in self.chunks(part):
            *lines, rest = chunk.split(b"\n")
            if lines:
                yield b"".join([*pieces, lines[0]])
                yield from lines[1:]
                pieces = []
            if rest:
                pieces.append(rest)
        if pieces:
            raise DamagedBackup(f"{part.name} ends in the middle of a line")

    def document(self, part: Part) -> Any:
        try:
            return json.loads(b"".join(self.chunks(part)))
        except ValueError as error:
            raise DamagedBackup(f"{part.name} cannot be read") from error

    def _contents(self) -> Any:
        try:
            if self._zip.getinfo(MANIFEST).file_size > MAX_MANIFEST_BYTES:
                raise DamagedBackup("its table of contents is too large")
        except KeyError:
            raise BackupRefused(f"The file is no backup of Kiebitz: it has no {MANIFEST}.") from None
        with self._opened(MANIFEST) as stream:
            content = stream.read()
        try:
            return json.loads(content)
        except ValueError as error:
            raise DamagedBackup("its table of contents cannot be read") from error

    @contextmanager
    def _opened(self, name: str) -> Iterator[IO[bytes]]:
        try:
            with self._zip.open(name) as stream:
                yield stream
        except KeyError:
            raise DamagedBackup(f"{name} is missing") from None
        except (
            zipfile.BadZipFile,
            zlib.error,
            EOFError,
            NotImplementedError,
            RuntimeError,
            OSError,
        ) as error:
            raise DamagedBackup(f"{name} cannot be unpacked ({error})") from error
