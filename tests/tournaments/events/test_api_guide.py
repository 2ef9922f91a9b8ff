"""The program in docs/api-events.md does what the guide says, against a running site."""

import os
import re
import subprocess
import sys
import time
from pathlib import Path

from pytest_django.live_server_helper import LiveServer

from players.accounts.services.tokens import create_token
from players.clubs.services.members import add_member
from players.models import Club, Role, Scope
from players.people.services.people import create_person
from tests.core.api.client import make_account
from tests.jobs.job_runner import run_jobs
from tournaments.models import Event, EventState

GUIDE = Path(__file__).parents[3] / "docs" / "api-events.md"


def block(language: str) -> str:
    found = re.search(
        rf"^```{language}\n(.*?)^```$", GUIDE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
    )
    assert found is not None
    return found[1]


def test_the_example_plays_a_tournament_and_prints_the_table(live_server: LiveServer) -> None:
    olga = make_account("Olga")
    club = Club.objects.create(name="Lapwing Games Circle", slug="lapwing")
    organiser = create_person(actor=None, name="Olga", account=olga)
    add_member(actor=None, club=club, person=organiser, role=Role.ORGANISER)
    token = create_token(account=olga, name="Example", scopes=[Scope.READ, Scope.ORGANISE])

    program = subprocess.Popen(
        [sys.executable, "-c", block("python")],
        env={**os.environ, "SITE": live_server.url, "TOKEN": token.secret, "PYTHONUTF8": "1"},
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    started = time.monotonic()
    while program.poll() is None and time.monotonic() - started < 90:
        run_jobs()
        time.sleep(0.2)
    output, _ = program.communicate(timeout=5)

    assert program.returncode == 0
    assert output == block("text")
    assert Event.objects.get().state == EventState.RATED
