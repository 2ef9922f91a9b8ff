"""How an upload is cut into slices: none lost, none twice, and small ones at the end."""

from collections import Counter

import pytest

from games.models import SourceKind, Submission, SubmissionSlice, Upload
from games.submissions.jobs import _batches, _store_batch
from games.submissions.selectors.records import FoundRecord

RECORD = b"x" * 1000


def sizes(records: int, size_of_all: int) -> list[int]:
    return [len(batch) for batch in _batches(iter([FoundRecord(RECORD)] * records), size_of_all)]


def test_slices_become_smaller_towards_the_end_of_an_upload() -> None:
    assert sizes(5000, 5000 * len(RECORD)) == [*[500] * 8, 333, 222, 150, 150, 145]


def test_a_small_upload_is_one_slice() -> None:
    assert sizes(500, 500 * len(RECORD)) == [500]


def test_slices_of_a_packed_upload_stay_large() -> None:
    assert sizes(1200, 100 * len(RECORD)) == [500, 500, 200]


def test_refusals_without_a_text_are_cut_as_well() -> None:
    assert [len(batch) for batch in _batches(iter([FoundRecord(b"")] * 600), 10)] == [500, 100]


@pytest.mark.django_db
def test_whoever_takes_over_with_other_slices_stores_what_is_missing() -> None:
    upload = Upload.objects.create(source=SourceKind.FILE, size=10)
    found = [FoundRecord(str(number).encode()) for number in range(1, 8)]
    _store_batch(upload, 0, found[:3])

    _store_batch(upload, 0, found[:2])
    _store_batch(upload, 2, found[2:5])
    _store_batch(upload, 5, found[5:])

    rows = Submission.objects.order_by("ordinal").values_list("ordinal", "raw")
    assert [(ordinal, bytes(raw)) for ordinal, raw in rows] == [
        (number, str(number).encode()) for number in range(1, 8)
    ]
    upload.refresh_from_db()
    assert upload.received == 7
    assert sorted(Counter(Submission.objects.values_list("slice", flat=True)).values()) == [2, 2, 3]
    assert SubmissionSlice.objects.count() == 3
