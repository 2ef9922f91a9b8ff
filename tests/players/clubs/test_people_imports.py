"""Taking people over from a table, from the upload to the last row."""

import csv
import io
from collections.abc import Sequence

import pytest

from audit.models import AuditEntry
from core.errors import Refused
from jobs.services import perform
from players.clubs import jobs
from players.clubs.selectors.imports import left_out_csv
from players.clubs.services import imports
from players.models import Membership, PeopleImport, PeopleUpload, PeopleUploadRow, Person
from players.people.selectors.table_rows import read_row
from players.people.selectors.tables import read_table
from players.people.services.people import create_person, edit_person
from tests.players.circle import Circle
from tests.players.people_tables import TABLE, work


def findings(item: PeopleUpload) -> list[tuple[int, str, str, list[int]]]:
    return [(row.line, row.name, row.finding, row.candidates) for row in item.rows.all()]


def test_nothing_is_entered_before_it_is_confirmed(circle: Circle, upload: PeopleUpload) -> None:
    pijl = circle.listed.pk

    assert findings(upload) == [
        (2, "Hugo de Vries", "new", []),
        (3, "Jan Pijl", "known", [pijl]),
        (4, "Jan Pyjl", "near", [pijl]),
        (5, "", "refused", []),
        (6, "Hugo Vries de", "refused", []),
    ]
    assert [row.problem for row in upload.rows.filter(finding="refused")] == [
        _problem_of("Atlantis"),
        "The same name is in line 2. If they are two people, give both years of birth.",
    ]
    assert (upload.state, upload.unread_columns, upload.rows_done, upload.rows_in_all) == (
        "done", ["Shoes"], 5, 5,
    )  # fmt: skip
    assert Person.objects.count() == 4


def _problem_of(country: str) -> str:
    table = read_table(f"Name;Country\nJan Neu;{country}".encode())
    return read_row(table, table.lines[0]).problem


def test_what_is_confirmed_is_entered_and_the_rest_left_out(circle: Circle, upload: PeopleUpload) -> None:
    item = imports.confirm_upload(actor=circle.organiser, upload=upload)
    work(item)

    hugo = Person.objects.get(name="Hugo de Vries")
    assert (hugo.country, hugo.year_of_birth, hugo.listed) == ("NL", 1990, True)
    assert Membership.objects.get(person=hugo).club == circle.club
    assert [(row.line, row.outcome) for row in upload.rows.all()] == [
        (2, "entered"), (3, "unchanged"), (4, ""), (5, ""), (6, ""),
    ]  # fmt: skip
    assert (item.state, item.rows_done, item.rows_in_all) == ("done", 2, 2)
    upload.refresh_from_db()
    assert bytes(upload.content) == b""
    assert [
        (entry.action, entry.actor_name, entry.club_id, entry.after.get("year_of_birth"))
        for entry in AuditEntry.objects.filter(target_id=hugo.pk).order_by("pk")
    ] == [
        ("person.entered", "Organiser", circle.club.pk, "•••"),
        ("membership.added", "Organiser", circle.club.pk, None),
    ]


@pytest.mark.parametrize(("choice", "people", "outcome"), [("new", 6, "entered"), ("pijl", 5, "unchanged")])
def test_a_near_match_is_entered_as_somebody_decided(
    circle: Circle, upload: PeopleUpload, choice: str, people: int, outcome: str
) -> None:
    row = upload.rows.get(line=4)
    value = str(circle.listed.pk) if choice == "pijl" else choice
    imports.save_decisions(upload=upload, choices={row.pk: value})

    work(imports.confirm_upload(actor=circle.organiser, upload=upload))

    row.refresh_from_db()
    assert (Person.objects.count(), row.outcome) == (people, outcome)


def test_only_a_candidate_can_be_chosen(circle: Circle, upload: PeopleUpload) -> None:
    row = upload.rows.get(line=4)
    refused = upload.rows.get(line=5)

    imports.save_decisions(
        upload=upload, choices={row.pk: str(circle.unlisted.pk), refused.pk: "new", 10**9: "new"}
    )

    row.refresh_from_db()
    refused.refresh_from_db()
    assert (row.chosen, row.is_new, refused.is_new) == (None, False, False)


def test_all_that_are_open_can_be_new_at_once(circle: Circle, upload: PeopleUpload) -> None:
    assert imports.decide_all_new(upload=upload) == 1
    work(imports.confirm_upload(actor=circle.organiser, upload=upload))

    assert upload.rows.get(line=4).outcome == "entered"


def test_a_worker_lost_half_way_enters_nobody_twice(circle: Circle, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "ENTRY_BATCH_SIZE", 3)
    names = "\n".join(f"Person{number:02} Number{number:02}" for number in range(8))
    upload = imports.upload_people(actor=circle.organiser, club=circle.club, data=names.encode())
    work(upload)
    imports.decide_all_new(upload=upload)
    item = imports.confirm_upload(actor=circle.organiser, upload=upload)
    lots = iter(range(10))
    enter_a_lot = jobs._enter_batch

    def dies_after_two(item: PeopleImport) -> bool:
        if next(lots) == 2:
            raise SystemExit
        return enter_a_lot(item)

    monkeypatch.setattr(jobs, "_enter_batch", dies_after_two)
    with pytest.raises(SystemExit):
        work(item)
    item.refresh_from_db()
    assert (item.state, item.rows_done, item.rows_in_all) == ("waiting", 6, 8)
    monkeypatch.setattr(jobs, "_enter_batch", enter_a_lot)

    work(item)
    work(item)

    assert (item.state, item.rows_done) == ("done", 8)
    assert Person.objects.filter(name__startswith="Person").count() == 8
    assert Membership.objects.filter(person__name__startswith="Person").count() == 8


def test_a_worker_lost_while_reading_leaves_its_rows_to_the_next(
    circle: Circle, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "READ_BATCH_SIZE", 2)
    upload = imports.upload_people(actor=circle.organiser, club=circle.club, data=TABLE.encode())
    store_a_lot = jobs._store_batch
    lots = iter(range(10))

    def dies_after_one(upload: PeopleUpload, rows: Sequence[PeopleUploadRow]) -> None:
        if next(lots) == 1:
            raise SystemExit
        store_a_lot(upload, rows)

    monkeypatch.setattr(jobs, "_store_batch", dies_after_one)
    with pytest.raises(SystemExit):
        work(upload)
    upload.refresh_from_db()
    assert (upload.state, upload.rows_done, upload.rows_in_all) == ("waiting", 2, 5)
    first = list(upload.rows.values_list("pk", "line", "name"))
    monkeypatch.setattr(jobs, "_store_batch", store_a_lot)

    work(upload)

    assert (upload.state, upload.rows_done, upload.unread_columns) == ("done", 5, ["Shoes"])
    assert list(upload.rows.values_list("pk", "line", "name"))[:2] == first
    assert [(line, finding) for line, _name, finding, _candidates in findings(upload)] == [
        (2, "new"), (3, "known"), (4, "near"), (5, "refused"), (6, "refused"),
    ]  # fmt: skip
    assert upload.rows.get(line=6).problem.startswith("The same name is in line 2.")


def test_two_workers_that_read_the_same_lines_leave_one_row_of_each(circle: Circle) -> None:
    upload = imports.upload_people(actor=circle.organiser, club=circle.club, data=TABLE.encode())
    slower = list(jobs._check_lines(upload, read_table(TABLE.encode())))
    jobs.read_upload(upload)

    jobs._store_batch(upload, slower)

    upload.refresh_from_db()
    assert ([row.line for row in upload.rows.all()], upload.rows_done) == ([2, 3, 4, 5, 6], 5)


def test_a_table_discarded_while_it_is_read_gets_no_rows(
    circle: Circle, monkeypatch: pytest.MonkeyPatch
) -> None:
    upload = imports.upload_people(actor=circle.organiser, club=circle.club, data=TABLE.encode())
    store_a_lot = jobs._store_batch

    def is_discarded_before(upload: PeopleUpload, rows: Sequence[PeopleUploadRow]) -> None:
        imports.discard_upload(upload=PeopleUpload.objects.get(pk=upload.pk))
        store_a_lot(upload, rows)

    monkeypatch.setattr(jobs, "_store_batch", is_discarded_before)
    perform(kind_name="read people", pk=upload.pk, message_id="test")

    assert (PeopleUpload.objects.count(), PeopleUploadRow.objects.count()) == (0, 0)


def test_a_second_click_confirms_nothing_more(circle: Circle, upload: PeopleUpload) -> None:
    first = imports.confirm_upload(actor=circle.organiser, upload=upload)

    assert imports.confirm_upload(actor=circle.organiser, upload=upload) == first
    with pytest.raises(Refused, match="already been confirmed"):
        imports.save_decisions(upload=upload, choices={})
    with pytest.raises(Refused, match="already been confirmed"):
        imports.discard_upload(upload=upload)


def test_somebody_merged_since_is_taken_for_where_they_went(circle: Circle, upload: PeopleUpload) -> None:
    kept = create_person(actor=None, name="Johannes Pijl", listed=True)
    Person.objects.filter(pk=circle.listed.pk).update(merged_into=kept)

    work(imports.confirm_upload(actor=circle.organiser, upload=upload))

    row = upload.rows.get(line=3)
    assert (row.person, row.outcome) == (kept, "asked")


@pytest.mark.parametrize(
    ("known", "line", "finding"),
    [
        ({"year_of_birth": 1990, "shows_year_of_birth": True}, "Rosa Roth;1990", "near"),
        ({"year_of_birth": 1990, "shows_year_of_birth": True}, "Rosa Roth;1991", "near"),
        ({"year_of_birth": 1990}, "Rosa Roth;1990", "near"),  # nobody's business: not compared
        ({}, "Rosa Roth;", "near"),  # of another club: offered, not assumed
    ],
)
def test_somebody_of_another_club_is_offered_and_never_assumed(
    circle: Circle, known: dict[str, object], line: str, finding: str
) -> None:
    person = create_person(actor=None, name="Rosa Roth", listed=True)
    edit_person(actor=None, person=person, **known)  # type: ignore[arg-type]
    upload = imports.upload_people(
        actor=circle.organiser, club=circle.club, data=f"Name;Year\n{line}".encode()
    )
    work(upload)

    assert findings(upload) == [(2, "Rosa Roth", finding, [person.pk])]


def test_people_hidden_from_the_organiser_are_not_found_by_an_upload(circle: Circle) -> None:
    create_person(actor=None, name="Rosa Roth")
    upload = imports.upload_people(actor=circle.organiser, club=circle.club, data=b"Rosa Roth")
    work(upload)

    assert findings(upload) == [(1, "Rosa Roth", "new", [])]


def test_two_members_of_one_name_are_told_apart_by_somebody(circle: Circle) -> None:
    twin = create_person(actor=None, name="Jan Pijl")
    Membership.objects.create(club=circle.club, person=twin)
    upload = imports.upload_people(actor=circle.organiser, club=circle.club, data=b"Jan Pijl")
    work(upload)

    assert findings(upload) == [(1, "Jan Pijl", "near", [circle.listed.pk, twin.pk])]


def test_father_and_son_are_two_people_if_both_years_are_given(circle: Circle) -> None:
    table = b"Name;Year\nMax Moritz;1950\nMoritz, Max;1980\nMax Moritz;1980\nMax Moritz;"
    upload = imports.upload_people(actor=circle.organiser, club=circle.club, data=table)
    work(upload)

    assert [row.finding for row in upload.rows.all()] == ["new", "new", "refused", "refused"]


def test_what_is_left_out_can_be_mended_and_sent_again(circle: Circle) -> None:
    table = b"Name;Country;Note\n=Jan Neu;XX;-1\nUte Zorm;;\n"
    upload = imports.upload_people(actor=circle.organiser, club=circle.club, data=table)
    work(upload)

    text = "".join(left_out_csv(upload))

    assert text.startswith("\ufeff")
    assert list(csv.reader(io.StringIO(text[1:]), delimiter=";")) == [
        ["Name", "Country", "Note", "Line", "Reason"],
        ["'=Jan Neu", "XX", "'-1", "2",
         f"Country: {_problem_of('XX')}"],
        ["Ute Zorm", "", "", "3", "It was not decided who this is."],
    ]  # fmt: skip
    mended = imports.upload_people(
        actor=circle.organiser, club=circle.club, data=text.replace("XX", "NL").encode()
    )
    work(mended)
    assert [(row.name, row.finding) for row in mended.rows.all()] == [
        ("=Jan Neu", "new"),
        ("Ute Zorm", "near"),
    ]
