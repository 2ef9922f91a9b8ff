"""The bytes of an upload, in pieces: written as they come in, read without having more than one in memory."""

import errno
import io
from collections.abc import Iterable
from typing import Final

from audit.many_rows import insert_rows
from games.models import Upload, UploadPiece

PIECE_SIZE: Final = 256 * 1024


def store(upload: Upload, chunks: Iterable[bytes]) -> None:
    """Write the pieces of an upload, inside the caller's transaction."""
    for number, piece in enumerate(_pieces(chunks)):
        insert_rows(UploadPiece, [{"upload_id": upload.pk, "number": number, "data": piece}])


def _pieces(chunks: Iterable[bytes]) -> Iterable[bytes]:
    waiting = bytearray()
    for chunk in chunks:
        waiting += chunk
        while len(waiting) >= PIECE_SIZE:
            yield bytes(waiting[:PIECE_SIZE])
            del waiting[:PIECE_SIZE]
    if waiting:
        yield bytes(waiting)


class StoredBytes(io.RawIOBase):
    """A readable, seekable file over the pieces of an upload."""

    def __init__(self, upload: Upload) -> None:
        self._upload = upload
        self._place = 0
        self._piece_number = -1
        self._piece = b""

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        start = {io.SEEK_SET: 0, io.SEEK_CUR: self._place, io.SEEK_END: self._upload.size}[whence]
        if start + offset < 0:
            # As of a file on disk: whoever looks for what a short zip file does not have, counts on it.
            raise OSError(errno.EINVAL, "there is nothing before the beginning of a file")
        self._place = start + offset
        return self._place

    def tell(self) -> int:
        return self._place

    def readinto(self, buffer: object) -> int:
        view = memoryview(buffer).cast("B")  # type: ignore[arg-type]
        if self._place >= self._upload.size or not view:
            return 0
        number, offset = divmod(self._place, PIECE_SIZE)
        if number != self._piece_number:
            self._piece = bytes(UploadPiece.objects.get(upload=self._upload, number=number).data)
            self._piece_number = number
        found = self._piece[offset : offset + len(view)]
        view[: len(found)] = found
        self._place += len(found)
        return len(found)
