"""The history as a file."""

import csv
import io
import json
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import cast

import pytest
from django.contrib.contenttypes.models import ContentType
from django.http import StreamingHttpResponse
from django.utils import timezone, translation
from pytest_django import DjangoAssertNumQueries

from audit.models import AuditEntry
from audit.selectors import history_of_club
from audit.views import EXPORT_COLUMNS, export_response
from players.models import Club, User


@pytest.fixture
def lines(agnes: User, club: Club) -> None:
    kind = ContentType.objects.get_for_model(Club)
    AuditEntry.objects.bulk_create(
        AuditEntry(
            when=datetime(2026, 5, 1, 22, number // 60, number % 60, tzinfo=UTC),
            actor=agnes,
            actor_name="Agnes Brandt",
            action="club.closed",
            target_type=kind,
            target_id=club.pk,
            target_name="=Lapwing, “Ulm”",
            club_id=club.pk,
            before={"place": "Łódź"},
            after={},
            reason="-1",
        )
        for number in range(450)
    )


def pieces(response: StreamingHttpResponse | None) -> list[str]:
    assert response is not None
    return [piece.decode() for piece in cast(Iterable[bytes], response)]


def test_csv_has_a_row_a_line_in_the_readers_time(lines: None, club: Club) -> None:
    with timezone.override("Europe/Berlin"):
        response = export_response(history_of_club(club.pk), "csv", name="Łapwing History")
    written = pieces(response)

    rows = list(csv.DictReader(io.StringIO("".join(written))))
    assert (len(rows), len(written)) == (450, 4)  # the head, and 200 rows at a time
    assert tuple(rows[0]) == EXPORT_COLUMNS
    assert rows[-1] == {
        "when": "2026-05-02T00:00:00+02:00",
        "actor": "Agnes Brandt",
        "action": "club.closed",
        "sentence": "Agnes Brandt closed =Lapwing, “Ulm”",
        "target_kind": "players.club",
        "target_id": str(club.pk),
        "target": "'=Lapwing, “Ulm”",
        "before": '{"place": "Łódź"}',
        "after": "{}",
        "reason": "'-1",
        "request_id": "",
    }
    assert response is not None
    assert response["Content-Disposition"] == 'attachment; filename="apwing-history.csv"'


def test_json_has_the_same_as_programs_like_it(lines: None, club: Club) -> None:
    rows = json.loads("".join(pieces(export_response(history_of_club(club.pk), "json", name=""))))

    assert len(rows) == 450
    assert tuple(rows[0]) == EXPORT_COLUMNS
    assert (rows[0]["before"], rows[0]["reason"], rows[0]["target_id"]) == ({"place": "Łódź"}, "-1", club.pk)


def test_an_empty_history_is_an_empty_file(club: Club) -> None:
    nothing = history_of_club(club.pk)

    assert "".join(pieces(export_response(nothing, "csv", name="x"))) == ",".join(EXPORT_COLUMNS) + "\r\n"
    assert json.loads("".join(pieces(export_response(nothing, "json", name="x")))) == []


def test_there_is_no_other_kind_of_file(club: Club) -> None:
    assert export_response(history_of_club(club.pk), "exe", name="x") is None


def test_a_file_takes_one_query_and_begins_before_all_is_read(
    lines: None, club: Club, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    ContentType.objects.get_for_model(Club)
    with django_assert_num_queries(0):
        response = export_response(history_of_club(club.pk), "csv", name="x")
    with django_assert_num_queries(1):
        pieces(response)


def test_the_language_is_the_readers_though_the_request_is_over(lines: None, club: Club) -> None:
    with translation.override("de"):
        response = export_response(history_of_club(club.pk)[:1], "json", name="x")
    seen = pieces(response)

    assert translation.get_language() == "en"
    assert json.loads("".join(seen))[0]["actor"] == "Agnes Brandt"
