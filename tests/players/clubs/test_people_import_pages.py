"""The pages of a table of people: sending it, its preview, the decisions, the bar."""

from html import unescape

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from core.errors import Refused
from jobs.models import WorkState
from players.clubs.selectors.imports import counts_of
from players.clubs.services import imports
from players.models import PeopleImport, PeopleUpload, Person
from players.people.selectors.tables import read_table
from tests.markup import compact
from tests.players.circle import Circle
from tests.players.people_tables import TABLE, work


def page(client: Client, upload: PeopleUpload, **query: str) -> HttpResponse:
    return client.get(reverse("people-upload", args=[upload.club.slug, upload.pk]), query)  # type: ignore[return-value]


@pytest.mark.parametrize("way", ["text", "file"])
def test_a_table_is_pasted_or_sent_as_a_file(signed_in: Client, circle: Circle, way: str) -> None:
    value = TABLE if way == "text" else SimpleUploadedFile("members\n.csv", TABLE.encode())

    answer = signed_in.post(reverse("import-people", args=["lapwing"]), {way: value})

    upload = PeopleUpload.objects.get()
    assert answer["Location"] == reverse("people-upload", args=["lapwing", upload.pk])
    assert upload.file_name in ("", "members.csv")
    text = compact(page(signed_in, upload))
    assert "Reading the table" in text
    assert f'hx-get="/people/import/lapwing/{upload.pk}/state/"' in text


@pytest.mark.parametrize("content", [b"", b"\0" * 100, b"Country\nDE", b"x" * 5_000_000])
def test_a_bad_file_is_told_and_nothing_kept(signed_in: Client, circle: Circle, content: bytes) -> None:
    with pytest.raises(Refused) as refused:
        read_table(content)
    file = SimpleUploadedFile("x.csv", content)

    answer = signed_in.post(reverse("import-people", args=["lapwing"]), {"file": file, "text": ""})

    assert (answer.status_code, PeopleUpload.objects.count()) == (200, 0)
    assert str(refused.value) in unescape(answer.content.decode())


def test_a_bad_paste_is_told_and_not_lost(signed_in: Client, circle: Circle) -> None:
    answer = signed_in.post(reverse("import-people", args=["lapwing"]), {"text": "Ort;Alter\nUlm;7"})

    (problem,) = answer.context["form"].errors["text"]
    assert problem in unescape(answer.content.decode())
    assert "Ort;Alter\nUlm;7" in answer.content.decode()


def test_the_preview_shows_what_would_happen(signed_in: Client, upload: PeopleUpload) -> None:
    text = compact(page(signed_in, upload))

    assert counts_of(upload)._asdict() == {
        "new": 1, "known": 1, "near": 1, "refused": 2, "undecided": 1, "to_enter": 2,
        "entered": 0, "added": 0, "asked": 0, "unchanged": 0,
    }  # fmt: skip
    confirm = reverse("confirm-people-upload", args=["lapwing", upload.pk])
    assert f'<form action="{confirm}" method="post">' in text
    assert "Shoes" in text
    problem = upload.rows.get(column="Country").problem
    assert f"<strong>Country:</strong> {problem}" in text
    assert text.count('type="radio"') == 3
    assert [row.row.line for row in page(signed_in, upload, show="near").context["rows"]] == [4]


def test_decisions_and_the_confirmation_are_forms(signed_in: Client, upload: PeopleUpload) -> None:
    arguments = [upload.club.slug, upload.pk]
    row = upload.rows.get(line=4)

    signed_in.post(
        reverse("decide-people-upload", args=arguments),
        {f"row-{row.pk}": "new", "row-x": "new", "row-" + "9" * 30: "new"},
    )
    signed_in.post(reverse("confirm-people-upload", args=arguments))

    row.refresh_from_db()
    item = PeopleImport.objects.get()
    assert (row.is_new, item.rows_in_all) == (True, 3)
    assert "Adding people" in page(signed_in, upload).content.decode()
    work(item)
    done = page(signed_in, upload).content.decode()
    assert "Import finished" in done
    assert "Hugo de Vries</a>" in done


def test_the_bar_asks_for_the_whole_page_when_the_work_is_done(signed_in: Client, circle: Circle) -> None:
    upload = imports.upload_people(actor=circle.organiser, club=circle.club, data=b"Rosa Roth")
    address = reverse("people-upload-state", args=["lapwing", upload.pk])
    PeopleUpload.objects.filter(pk=upload.pk).update(rows_done=3, rows_in_all=7)

    bar = signed_in.get(address, headers={"HX-Request": "true"})
    assert ("HX-Refresh" in bar, 'value="3" max="7"' in bar.content.decode()) == (False, True)
    assert signed_in.get(address)["Location"] == reverse("people-upload", args=["lapwing", upload.pk])
    work(upload)

    assert signed_in.get(address, headers={"HX-Request": "true"})["HX-Refresh"] == "true"


def test_a_table_is_discarded_without_a_trace(signed_in: Client, upload: PeopleUpload) -> None:
    signed_in.post(reverse("discard-people-upload", args=[upload.club.slug, upload.pk]))

    assert (PeopleUpload.objects.count(), Person.objects.count()) == (0, 4)


@pytest.mark.parametrize("state", [WorkState.FAILED])
def test_an_import_that_failed_says_so(signed_in: Client, upload: PeopleUpload, state: WorkState) -> None:
    PeopleImport.objects.create(
        upload=upload, state=state, finished_at=upload.created_at, rows_done=3, rows_in_all=9
    )

    assert "3 of 9 people were added, then something went wrong" in page(signed_in, upload).content.decode()


def test_a_preview_of_many_rows_is_paginated_and_bounded(
    signed_in: Client, circle: Circle, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    table = "Name\n" + "\n".join(f"Jan Pijl{letter * 1}" for letter in "abcdefghijklmnopqrstuvwxyz" * 1)
    more = "\n".join(f"Person{number} Nr{number}" for number in range(60))
    upload = imports.upload_people(actor=circle.organiser, club=circle.club, data=f"{table}\n{more}".encode())
    work(upload)

    page(signed_in, upload)  # the session notes when it was last seen

    # session, account, club, right, upload, count, rows, candidates, their clubs, counts, to enter
    with django_assert_num_queries(11):
        answer = page(signed_in, upload)
    assert len(answer.context["rows"]) == 50  # type: ignore[attr-defined]


def test_only_organisers_see_an_upload(client: Client, circle: Circle, upload: PeopleUpload) -> None:
    for seat in ("member", "stranger"):
        client.force_login(getattr(circle, seat))
        assert page(client, upload).status_code == 404
        assert client.get(reverse("people-left-out", args=["lapwing", upload.pk])).status_code == 404


def test_an_upload_of_another_club_is_not_found(signed_in: Client, circle: Circle) -> None:
    other = PeopleUpload.objects.create(
        club=type(circle.club).objects.create(name="Rooks", slug="rooks"), content=b"x"
    )

    assert signed_in.get(reverse("people-upload", args=["lapwing", other.pk])).status_code == 404
