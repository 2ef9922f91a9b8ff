"""An event's file as it was sent: a zip file of a stranger, from which nothing is unpacked but what is asked for."""

import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from tempfile import TemporaryFile
from typing import IO, Final

from django.conf import settings
from django.utils.translation import gettext as _

from core.errors import Refused
from engine.record import MAX_BYTES as MAX_RECORD_BYTES
from engine.zip_files import ZIP_ERRORS, has_known_method, is_encrypted
from games.submissions.selectors.upload_files import problem_with_list
from tournaments.event_files.selectors.archive import CONTENT_NAME
from tournaments.event_files.selectors.consistency import check_consistency
from tournaments.event_files.selectors.file_format import read_content
from tournaments.event_files.selectors.file_parts import FileContent
from tournaments.event_files.selectors.nodes import FileProblem, parse_json
from tournaments.models import EventFile, EventFilePiece

MAX_CONTENT_BYTES: Final = 8 << 20
MAX_MEMBERS: Final = 20_000
_BROKEN: Final = (*ZIP_ERRORS, OSError)


class EventFileReader:
    """What is in the zip file. Everything that is unpacked counts against one budget."""

    def __init__(self, stream: IO[bytes]) -> None:
        if problem_with_list(stream, MAX_MEMBERS):
            raise Refused(_not_a_zip_file())
        try:
            self._archive = zipfile.ZipFile(stream)
            members = self._archive.infolist()
        except _BROKEN as error:
            raise Refused(_not_a_zip_file()) from error
        self._members = {member.filename: member for member in members}
        if len(self._members) != len(members):
            raise Refused(_("The zip file has two files of the same name in it."))
        self._left = settings.GAMES_MOST_UNPACKED_BYTES

    def content(self) -> FileContent:
        """Checked as far as it can be without the database."""
        if CONTENT_NAME not in self._members:
            raise Refused(
                _(
                    "There is no event.json in the zip file: it is not an event that was downloaded from Kiebitz."
                )
            )
        content = read_content(parse_json(self._read(CONTENT_NAME, MAX_CONTENT_BYTES), name=CONTENT_NAME))
        check_consistency(content, files=self._members.keys())
        return content

    def record(self, name: str) -> bytes:
        return self._read(name, MAX_RECORD_BYTES)

    def _read(self, name: str, most: int) -> bytes:
        """No more is unpacked than may be, whatever the zip file's list says."""
        member = self._members[name]
        if not has_known_method(member) or is_encrypted(member):
            raise FileProblem(
                name, _("it is packed in a way that is not read: use deflate, without a password.")
            )
        most = min(most, self._left)
        try:
            with self._archive.open(member) as unpacked:
                data = unpacked.read(most + 1)
        except _BROKEN as error:
            raise FileProblem(name, _("it is broken in the zip file.")) from error
        if len(data) > most:
            raise FileProblem(name, _("it is larger than any event needs."))
        self._left -= len(data)
        return data


@contextmanager
def open_event_file(file: EventFile) -> Iterator[EventFileReader]:
    """From the pieces in the database, by way of the disk: a file may be larger than the memory to spare."""
    with TemporaryFile() as stream:
        for data in (
            EventFilePiece.objects.filter(file=file)
            .order_by("number")
            .values_list("data", flat=True)
            .iterator()
        ):
            stream.write(bytes(data))
        stream.seek(0)
        yield EventFileReader(stream)


def _not_a_zip_file() -> str:
    return _(
        "This is not an event’s file: it is not a zip file, or it is damaged. Please download the event again."
    )
