"""Files of a section in the API."""

from pytest_django import DjangoAssertNumQueries

from tests.core.api.client import ApiClient
from tournaments.models import Section


def test_everybody_finds_the_files_of_a_section(
    visitor: ApiClient, played_section: Section, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(2):
        files = visitor.get(f"sections/{played_section.pk}/files/").json()

    found = {(file["key"], file["format"], file["round"]): file["url"] for file in files}
    path = f"/events/{played_section.event_id}/s/{played_section.pk}/files"
    assert found["trf26", "trf", None] == f"{path}/trf26.trf"
    assert found["pairings", "pdf", 1] == f"{path}/pairings.pdf?round=1"
    assert found["calendar", "ics", None] == f"/events/{played_section.event_id}/calendar.ics"
    assert not [key for key, _, _ in found if key == "score-sheets"]
    for url in (
        found["standings", "csv", None],
        found["standings", "json", None],
        found["trf16", "trf", None],
    ):
        assert visitor.client.get(url).status_code == 200


def test_arbiters_find_those_for_the_day_too(arbiter_api: ApiClient, played_section: Section) -> None:
    keys = {file["key"] for file in arbiter_api.get(f"sections/{played_section.pk}/files/").json()}

    assert {"score-sheets", "place-cards"} <= keys
    assert "certificates" not in keys  # the event is not over


def test_programs_read_a_file_itself(visitor: ApiClient, played_section: Section) -> None:
    path = f"sections/{played_section.pk}/file/"
    table = visitor.get(path, key="standings", format="csv")
    headers = {"Accept": "application/pdf"}
    paper = visitor.client.get(f"/api/v1/{path}?key=pairings&format=pdf&round=1", headers=headers)

    assert (table.status_code, table["Content-Type"]) == (200, "text/csv; charset=utf-8")
    assert b"Player 01" in table.getvalue()
    assert (paper.status_code, paper["Content-Type"], paper.content[:5]) == (200, "application/pdf", b"%PDF-")


def test_a_file_that_is_not_there_is_not_found(visitor: ApiClient, played_section: Section) -> None:
    path = f"sections/{played_section.pk}/file/"

    assert visitor.get(path, key="standings", format="trf").status_code == 404
    assert visitor.get(path, key="pairings", format="csv", round=7).status_code == 404


def test_files_for_arbiters_are_theirs(
    visitor: ApiClient, arbiter_api: ApiClient, played_section: Section
) -> None:
    wanted = {"key": "place-cards", "format": "pdf"}
    statuses = [
        program.get(f"sections/{played_section.pk}/file/", **wanted).status_code
        for program in (visitor, arbiter_api)
    ]

    assert statuses == [404, 200]
