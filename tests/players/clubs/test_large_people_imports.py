"""Ten thousand people in one upload, compared with ten thousand who are known."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from jobs.services import perform
from players.clubs import jobs
from players.clubs.selectors.imports import counts_of
from players.clubs.services import imports
from players.models import Membership, PeopleUpload, Person
from players.people.services.people import build_person
from tests.players.circle import Circle

KNOWN, MEMBERS = 10_000, 2_000


def invented_names() -> Iterator[str]:
    """So long that by chance no two of them are near."""
    random = Random(10_000)

    def word(syllables: int) -> str:
        return "".join(random.choice("bdfghklmnprstvw") + random.choice("aeiou") for _ in range(syllables))

    while True:
        yield f"{word(3).title()} {word(4).title()}"


def misspelt(name: str) -> str:
    return f"{name[:-2]}x{name[-1]}"


@pytest.fixture
def observed(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How far the work has come, as the page would tell it after each lot."""
    progress = []

    def observe(module: Any, name: str) -> None:
        does_a_lot = getattr(module, name)

        def tells(item: Any, *rows: Any) -> Any:
            answer = does_a_lot(item, *rows)
            item.refresh_from_db(fields=["rows_done", "rows_in_all"])
            progress.append(item.rows_done)
            return answer

        monkeypatch.setattr(module, name, tells)

    observe(jobs, "_store_batch")
    observe(jobs, "_enter_batch")
    return progress


@pytest.mark.one_database
def test_ten_thousand_people_are_taken_over_in_one_upload(
    circle: Circle, signed_in: Client, observed: list[int]
) -> None:
    names = invented_names()
    known = Person.objects.bulk_create(
        (
            build_person(name=next(names), listed=True, year_of_birth=1970, shows_year_of_birth=True)
            for _ in range(KNOWN)
        ),
        batch_size=1000,
    )
    Membership.objects.bulk_create(Membership(club=circle.club, person=person) for person in known[:MEMBERS])
    lines = [
        *(f"{person.name};;" for person in known[:MEMBERS]),
        *(f"{person.name};;1970" for person in known[2000:2500]),  # of other clubs: to decide
        *(f"{misspelt(person.name)};;1970" for person in known[3000:4000]),
        *(f"{next(names)};Atlantis;" for _ in range(300)),
        *(f"{person.name};;" for person in known[:200]),  # a second time
        *(f"{next(names)};DE;1990" for _ in range(6000)),
    ]
    table = "\n".join(["Name;Country;Year of birth", *lines]).encode()

    answer = signed_in.post(reverse("import-people", args=["lapwing"]), {"text": table.decode()})
    upload = PeopleUpload.objects.get()
    assert answer["Location"] == reverse("people-upload", args=["lapwing", upload.pk])
    perform(kind_name="read people", pk=upload.pk, message_id="test")

    upload.refresh_from_db()
    assert (upload.state, upload.rows_done, upload.rows_in_all) == ("done", 10_000, 10_000)
    assert observed == list(range(500, 10_001, 500))
    assert counts_of(upload)._asdict() == {
        "new": 6000, "known": 2000, "near": 1500, "refused": 500, "undecided": 1500, "to_enter": 8000,
        "entered": 0, "added": 0, "asked": 0, "unchanged": 0,
    }  # fmt: skip
    near = upload.rows.filter(finding="near").order_by("line")
    elsewhere = [*known[2000:2500], *known[3000:4000]]
    assert [row.candidates for row in near] == [[person.pk] for person in elsewhere]

    observed.clear()
    imports.decide_all_new(upload=upload)
    item = imports.confirm_upload(actor=circle.organiser, upload=upload)
    perform(kind_name="enter people", pk=item.pk, message_id="test")

    item.refresh_from_db()
    assert (item.state, item.rows_done, item.rows_in_all) == ("done", 9500, 9500)
    assert observed == [*range(100, 9501, 100), 9500]
    counts = counts_of(upload)
    assert (counts.entered, counts.added, counts.unchanged, counts.left_out) == (7500, 0, 2000, 500)
    assert Person.objects.count() == 4 + KNOWN + 7500
    assert Membership.objects.filter(club=circle.club).count() == 4 + MEMBERS + 7500
