"""The program in docs/api-games.md does what the guide says, against a running site."""

import os
import re
import subprocess
import sys
import time
from pathlib import Path

from pytest_django.live_server_helper import LiveServer

from games.models import Game
from players.accounts.services.tokens import create_token
from players.clubs.services.members import add_member
from players.models import Club, Scope
from players.people.services.people import create_person
from tests.core.api.client import make_account
from tests.games.records import BARRAGOON, BROKEN
from tests.jobs.job_runner import run_jobs

GUIDE = Path(__file__).parents[3] / "docs" / "api-games.md"


def block(language: str) -> str:
    found = re.search(
        rf"^```{language}\n(.*?)^```$", GUIDE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
    )
    assert found is not None
    return found[1]


def printed(live_server: LiveServer, records: Path) -> str:
    """What the program prints for a file, while workers do what they do."""
    agnes = make_account("Agnes")
    club = Club.objects.create(name="Lapwing Games Circle", slug="lapwing")
    add_member(actor=None, club=club, person=create_person(actor=None, name="Agnes", account=agnes))
    token = create_token(account=agnes, name="Example", scopes=[Scope.READ, Scope.SUBMIT])
    program = subprocess.Popen(
        [sys.executable, "-c", block("python"), str(records)],
        env={**os.environ, "SITE": live_server.url, "TOKEN": token.secret},
        stdout=subprocess.PIPE,
        text=True,
    )
    started = time.monotonic()
    while program.poll() is None and time.monotonic() - started < 60:
        run_jobs()
        time.sleep(0.2)
    output, _ = program.communicate(timeout=5)

    assert program.returncode == 0
    return output


def test_the_example_submits_a_file_and_waits_for_the_result(live_server: LiveServer, tmp_path: Path) -> None:
    records = tmp_path / "evening.txt"
    records.write_text(f"{BARRAGOON}\n{BROKEN}", encoding="utf-8")

    assert printed(live_server, records) == block("text")
    assert Game.objects.get().club == Club.objects.get(slug="lapwing")


def test_the_example_tells_of_every_record_of_a_large_file(live_server: LiveServer, tmp_path: Path) -> None:
    records = tmp_path / "season.txt"
    records.write_text(BARRAGOON + f"\n{BROKEN}" * 60, encoding="utf-8")

    output = printed(live_server, records)

    assert re.findall(r"^(\d+) (\w+)$", output, re.MULTILINE) == [
        ("1", "accepted"),
        *((str(number), "error") for number in range(2, 62)),
    ]
