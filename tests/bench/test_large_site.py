"""The large site that is measured: what its copies have is what the site itself would have written."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from bench.large_site.copies import FIRST_COPY, CopyWriter, Mark, RowCutter, TableRows
from tests.jobs.processes import ROOT
from tests.new_sites import copy_static_files, create_database, drop_database, postgres_template

DATABASE = "kiebitz_large"
# Two events, one of them running, and free games; three times.
FILL_AND_WALK = """
import json
import django

django.setup()
from django.db import connection
from django.test import Client

from bench.large_site.club import ClubPlan, EventPlan, SectionPlan
from bench.large_site.fill import fill, make_club
from bench.scale import Site, _pages
from games.models import Game
from players.models import Person, User
from tournaments.models import Event

finished = EventPlan((SectionPlan(6, 2), SectionPlan(4, 3, "round_robin")))
running = EventPlan((SectionPlan(4, 2, "knockout"),), game="stratego", is_over=False)
fill(3, make_club(ClubPlan(people=14, accounts=4, games=30, events=(finished, running))))
visitor, administrator, site = Client(), Client(), Site(1)
administrator.force_login(User.objects.create_superuser("a@example.org", None, display_name="A"))
answers = {}
for page in _pages():
    client = administrator if page.is_for_administrators else visitor
    answers[page.name] = client.get(page.address(site), headers={"host": "localhost"}).status_code
with connection.cursor() as cursor:
    cursor.execute("SELECT count(*) FROM pg_constraint WHERE contype = 'f' AND NOT convalidated")
    unchecked = cursor.fetchone()[0]
rows = {model.__name__: model.objects.count() for model in (Event, Person, Game)}
print(json.dumps({"rows": rows, "answers": answers, "unchecked": unchecked}))
"""


@pytest.mark.postgres
@pytest.mark.one_database
@pytest.mark.timeout(600)
@pytest.mark.usefixtures("django_db_setup")
def test_pages_of_the_copies_answer_and_everything_in_them_can_be_verified(tmp_path: Path) -> None:
    copy_static_files(tmp_path)
    environment = os.environ | {
        "DATABASE_URL": create_database(DATABASE, template=postgres_template()),
        "VAR_DIR": str(tmp_path),
        "ALLOWED_HOSTS": "localhost",
        "GAMES_UPLOADS_PER_HOUR": "1000",
        "PYTHONPATH": str(ROOT),
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }
    try:
        filled = _run(environment, "-c", FILL_AND_WALK)
        verified = _run(environment, "manage.py", "verify", "--quiet")
    finally:
        drop_database(DATABASE)

    found = json.loads(filled.splitlines()[-1])
    assert found["rows"] == {"Event": 6, "Person": 42, "Game": 90}
    assert {name: code for name, code in found["answers"].items() if code != 200} == {}
    assert found["unchecked"] == 0
    assert "No problem found." in verified


def test_a_copy_has_its_own_numbers_names_and_days_wherever_they_stand() -> None:
    row = [
        "7003000002",
        r'{"url": "/games/7003000002/", "name": "Zg0001q Af0001q", "on": "2026-10-24", "rating": 1700.7003000002}',
        "af0001q zg0001q",
        "af0001q , zg0001q",
    ]
    rows = RowCutter().cut("games", ("id", "about", "key", "order"), [row])

    number, about, key, order = _copied(rows, RowCutter(), copy=5)

    assert number == str(FIRST_COPY + 5 * 2 + 1)
    document = json.loads(about)
    assert document["url"] == f"/games/{number}/"
    assert document["rating"] == 1700.7003000002
    assert document["on"] < "2026-10-25"
    assert not document["name"].startswith("Zg")
    assert key == " ".join(sorted(order.split(" , ")))


def test_bytes_of_a_text_are_copied_like_the_text() -> None:
    text = '[White "Zg0001q Af0001q"] 1. d2-d4'
    cutter = RowCutter(bytes_columns=frozenset({("records", "raw")}))
    rows = cutter.cut("records", ("raw", "text"), [[rf"\\x{text.encode().hex()}", text]])

    raw, copied = _copied(rows, cutter, copy=1)

    assert bytes.fromhex(raw.removeprefix(r"\\x")).decode() == copied
    assert copied.endswith('"] 1. d2-d4')


def test_the_same_seed_makes_the_same_copies_and_another_number_makes_another() -> None:
    marks = {
        Mark("word", "Zg0001q"),
        Mark("word", "Af0001q"),
        Mark("word", "Ztownq"),
        Mark("day", "2026-10-24"),
    }
    writer, same = (CopyWriter(marks, RowCutter(), seed=1, days=3000) for _ in range(2))

    assert writer.values(3) == same.values(3)
    assert len({writer.values(number)[Mark("word", "Ztownq")] for number in range(300)}) == 300


def _copied(rows: TableRows, cutter: RowCutter, *, copy: int) -> list[str]:
    writer = CopyWriter(set(rows.marks), cutter, seed=1, days=3000)
    return rows.copied(writer.values(copy)).rstrip("\n").split("\t")


def _run(environment: dict[str, str], *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{done.stdout[-2000:]}{done.stderr[-3000:]}"
    return done.stdout
