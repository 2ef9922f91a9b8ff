"""An event's file as it is downloaded: a zip file that is written while it is sent."""

import io
import json
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import IO, Any, Final, cast

from django.utils import timezone

from games.models import GameText
from tournaments import trf
from tournaments.event_files.selectors.content import EventContent, RecordMember
from tournaments.models import Section

CONTENT_NAME: Final = "event.json"
RECORDS_AT_ONCE: Final = 50
_PRIVATE_FILE: Final = 0o600


def archive_chunks(content: EventContent) -> Iterator[bytes]:
    """The bytes of the zip file. No more than a few records are in memory at a time."""
    sink = _Sink()
    now = timezone.now()
    with zipfile.ZipFile(cast("IO[bytes]", sink), "w", zipfile.ZIP_DEFLATED) as archive:
        text = json.dumps(content.data, ensure_ascii=False, indent=1)
        archive.writestr(_member(CONTENT_NAME, now), text.encode())
        yield sink.take()
        for name, data in _reports(content.sections):
            archive.writestr(_member(name, now), data)
            yield sink.take()
        for name, data in _record_texts(content.records):
            archive.writestr(_member(name, now), data)
            yield sink.take()
    yield sink.take()


class _Sink(io.RawIOBase):
    """What zipfile writes to: it cannot be wound back, and is emptied after every member."""

    def __init__(self) -> None:
        self._chunks: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self._chunks.append(bytes(data))
        return len(data)

    def take(self) -> bytes:
        taken = b"".join(self._chunks)
        self._chunks.clear()
        return taken


def _member(name: str, moment: datetime) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, moment.timetuple()[:6])
    info.compress_type = zipfile.ZIP_DEFLATED
    info.external_attr = _PRIVATE_FILE << 16
    return info


def _reports(sections: Sequence[Section]) -> Iterable[tuple[str, bytes]]:
    """For other programs. A section that no report can tell of has none."""
    from tournaments.documents.presenters.catalogue import (
        trf_report,
    )  # with what draws PDF: workers do without

    for place, section in enumerate(sections, start=1):
        if not section.event.has_started:
            continue
        try:
            yield f"reports/section-{place}.trf", trf_report(section, trf.Edition.TRF26)
        except trf.TrfError:
            continue


def _record_texts(records: Sequence[RecordMember]) -> Iterator[tuple[str, bytes]]:
    for start in range(0, len(records), RECORDS_AT_ONCE):
        some = records[start : start + RECORDS_AT_ONCE]
        rows = GameText.objects.filter(game__in=[member.game for member in some])
        texts = dict(rows.values_list("game", "canonical"))
        for member in some:
            yield member.name, texts[member.game].encode()
