"""Workers killed at each step of a record's way, broker lost, database restarted: one game or one error each."""

import os
import signal
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psycopg
import pytest
from django.db import connection, connections

from audit.selectors import history_of
from engine.random_games import random_games
from engine.record import write
from games.archive.selectors.verification import (
    VerificationReport,
    verify_games,
    verify_submissions,
    verify_uploads,
)
from games.models import Adjudication, Game, GameText, RatingOrder, Submission, SubmissionSlice, Upload
from jobs.models import WorkState
from players.models import RatedResult, User
from players.people.services.people import create_person
from scripts.processes import wait_until
from scripts.throwaway import ThrowawayPostgres
from tests.games.archive.free_games import confirm
from tests.games.records import BARRAGOON, BROKEN
from tests.jobs.processes import JobProcesses, locked, postgres_of_its_own
from tests.tournaments.builders import make_account
from tests.tournaments.results.builders import account_of, board_of, record, running_section
from tournaments.models import ResultOrigin

pytestmark = [pytest.mark.faults, pytest.mark.django_db(transaction=True), pytest.mark.timeout(480)]

SUBMIT = """
import sys, django
django.setup()
from games.submissions.services.uploads import submit_text
from players.models import User
submit_text(account=User.objects.filter(email__in=sys.argv[1:]).first(), text=sys.stdin.read())
"""
# With everything that stands before it: sessions, the page's own cache, the limit of uploads an hour.
SUBMIT_ON_THE_PAGE = """
import sys, django
django.setup()
from django.test import Client
from players.models import User
client = Client(headers={"host": "localhost"})
client.force_login(User.objects.get(email=sys.argv[1]), backend="django.contrib.auth.backends.ModelBackend")
answer = client.post("/games/submit/", {"text": sys.stdin.read(), "visibility": "public"})
print(answer.status_code, answer.headers.get("Location"))
"""
GAMES = 24


@pytest.fixture
def workplace(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[JobProcesses]:
    """Its parameter, if any, are settings in the place of the tests' own."""
    place = JobProcesses(tmp_path, **getattr(request, "param", {}))
    yield place
    place.close()


def text_of(count: int, *, seed: int) -> str:
    """Games with a broken record after every third, and the first one once more at the end."""
    games = [write(record) for record in random_games(count, seed=seed, plies=40)]
    broken = [BROKEN.replace("Bo Lind", f"Bo {number}") for number in range(count // 3)]
    return "\n".join([*games, *broken, games[0]])


def submit(workplace: JobProcesses, text: str, *, account: User | None = None) -> None:
    """From a process of its own, as the web server does it."""
    workplace.run(SUBMIT, *([account.email] if account else []), text=text)


def assert_each_record_has_exactly_one_fate(*, games: int, uploads: int = 1) -> None:
    """And everything that follows from it was done once, and is right. Each of the uploads has so many games."""
    assert wait_until(_all_done, seconds=180)
    states = Counter(Submission.objects.values_list("state", flat=True))
    assert states == {"accepted": uploads * games, "error": uploads * (games // 3), "duplicate": uploads}
    games *= uploads
    assert Game.objects.count() == games
    accepted = Submission.objects.filter(state="accepted").values_list("game", flat=True)
    assert sorted(accepted) == sorted(Game.objects.values_list("pk", flat=True))
    assert Adjudication.objects.count() == games
    problems: list[str] = []
    findings = VerificationReport(problems.append)
    assert list(verify_games(findings))[-1] == games
    assert list(verify_uploads(findings))[-1] == uploads
    verify_submissions(findings)
    assert problems == []


def _all_done() -> bool:
    return (
        Upload.objects.filter(state=WorkState.DONE).exists()
        and not Upload.objects.exclude(state=WorkState.DONE).exists()
        and not SubmissionSlice.objects.exclude(state=WorkState.DONE).exists()
        and not Game.objects.filter(adjudicated_with="").exists()
    )


@pytest.mark.postgres
def test_a_worker_killed_in_the_middle_of_each_step(workplace: JobProcesses) -> None:
    """While it stores the records of an upload, the games of the next one, their texts, their history, the verdicts."""
    steps = ("games_submission", "games_game", "games_gametext", "audit_auditentry", "games_adjudication")
    for seed, step in enumerate(steps, start=11):
        submit(workplace, text_of(6, seed=seed))
        with locked(step) as lock:
            worker = workplace.start_worker()
            assert wait_until(lambda lock=lock: lock.waiting() > 0, seconds=60)
            os.killpg(worker.pid, signal.SIGKILL)
            worker.wait()

    workplace.start_worker()
    workplace.start_beat()
    assert_each_record_has_exactly_one_fate(games=6, uploads=len(steps))


def test_workers_killed_again_and_again(workplace: JobProcesses) -> None:
    workplace.start_beat()
    submit(workplace, text_of(GAMES, seed=2))
    for settled in (1, GAMES // 2):
        worker = workplace.start_worker()
        assert wait_until(lambda settled=settled: Game.objects.count() >= settled, seconds=90)
        os.killpg(worker.pid, signal.SIGKILL)
        worker.wait()

    workplace.start_worker()
    assert_each_record_has_exactly_one_fate(games=GAMES)


@pytest.mark.postgres
def test_workers_killed_between_slices_and_while_results_are_counted(workplace: JobProcesses) -> None:
    """Once while a record of the second slice gives its board a result, once while a free game is being rated."""
    section = running_section()
    pairing = board_of(section)
    for name in ("Agnes Brandt", "Bo Lind"):
        create_person(actor=None, name=name, listed=True)
    free_game = BARRAGOON
    others = [BARRAGOON.replace("Bo Lind", f"Bo {number}") for number in range(6)]
    two_fill_a_slice = "{ " + "long " * 80_000 + "}"
    records = [*others[:3], record(pairing), free_game, *others[3:]]
    text = "\n".join(text.replace("{ An open fight }", two_fill_a_slice) for text in records)
    submit(workplace, text, account=account_of(pairing.first))
    workplace.start_beat()

    with locked("tournaments_pairing") as lock:
        worker = workplace.start_worker()
        assert wait_until(
            lambda: lock.waiting() > 0 and SubmissionSlice.objects.filter(state="done").exists(), seconds=90
        )
        os.killpg(worker.pid, signal.SIGKILL)
        worker.wait()
    worker = workplace.start_worker()
    assert wait_until(lambda: Submission.objects.filter(ordinal=5, game__isnull=False).exists(), seconds=90)
    with locked("players_ratedresult") as lock:
        confirm(Submission.objects.get(ordinal=5).game)
        assert wait_until(lambda: lock.waiting() > 0, seconds=180)
        os.killpg(worker.pid, signal.SIGKILL)
        worker.wait()
    workplace.start_worker()

    assert wait_until(
        lambda: _all_done() and not RatingOrder.objects.exclude(state="done").exists(), seconds=180
    )
    assert SubmissionSlice.objects.count() == 4
    assert list(Submission.objects.values_list("state", flat=True)) == ["accepted"] * 8
    assert Game.objects.count() == Adjudication.objects.count() == 8
    filled = board_of(section)
    assert (filled.result, filled.origin, filled.version) == ("1-0", ResultOrigin.RECORD, 2)
    assert filled.game == Submission.objects.get(ordinal=4).game
    assert [line.action for line in history_of(section.event)] == [
        "event.result_from_record",
        "event.record_linked",
    ]
    free = Submission.objects.get(ordinal=5).game_id
    assert list(RatedResult.objects.values_list("archived_game", "first_half_points")) == [(free, 2)]


@pytest.mark.one_database  # what a broker loses does not depend on it
def test_the_broker_is_away_and_loses_its_data(workplace: JobProcesses) -> None:
    submitter = make_account("Agnes Brandt")
    workplace.redis.stop(lose_data=True)
    answer = workplace.run(SUBMIT_ON_THE_PAGE, submitter.email, text=text_of(6, seed=3))
    upload = Upload.objects.get()
    assert answer.split() == ["302", f"/games/uploads/{upload.pk}/"]
    assert (upload.account, upload.enqueued_at) == (submitter, None)

    workplace.redis.start()
    workplace.start_beat()
    workplace.start_worker()
    assert wait_until(lambda: Upload.objects.get().state == WorkState.DONE, seconds=60)
    workplace.redis.stop(lose_data=True)
    workplace.redis.start()

    assert_each_record_has_exactly_one_fate(games=6)


@pytest.mark.postgres
def test_the_database_server_is_stopped_in_the_middle_and_started_again(tmp_path: Path) -> None:
    """Once it crashes while the games are being stored, once it is shut down while verdicts are: both are lost."""
    with postgres_of_its_own() as server:
        place = JobProcesses(tmp_path)
        submit(place, text_of(6, seed=6))
        with stopped_while_somebody_waits_for("games_game", server, immediately=True):
            worker, beat = place.start_worker(), place.start_beat()
        with stopped_while_somebody_waits_for("games_adjudication", server, immediately=False):
            pass

        assert_each_record_has_exactly_one_fate(games=6)
        assert (worker.poll(), beat.poll()) == (None, None)
        place.close()


@contextmanager
def stopped_while_somebody_waits_for(
    table: str, server: ThrowawayPostgres, *, immediately: bool
) -> Iterator[None]:
    with suppress(psycopg.OperationalError), locked(table) as lock:
        yield
        assert wait_until(lambda: lock.waiting() > 0, seconds=60)
        server.stop(immediately=immediately)
    connections.close_all()
    server.start()


@pytest.mark.postgres
def test_the_connections_to_the_database_are_cut_in_the_middle(workplace: JobProcesses) -> None:
    """Again and again, while the work goes on."""
    submit(workplace, text_of(GAMES, seed=4))
    workplace.start_worker()
    workplace.start_beat()
    for settled in (0, 1, GAMES // 2):
        assert wait_until(lambda settled=settled: Game.objects.count() >= settled, seconds=90)
        _cut_all_connections()

    assert_each_record_has_exactly_one_fate(games=GAMES)


@pytest.mark.postgres
@pytest.mark.parametrize("workplace", [{"JOB_TIME_LIMIT": "180", "JOB_LEASE": "60"}], indirect=True)
def test_two_workers_with_the_same_games_store_each_once(workplace: JobProcesses) -> None:
    """Two uploads of the same games in opposite order, validated at the same time."""
    games = [write(record) for record in random_games(GAMES, seed=5, plies=40)]
    # The first process waits until the second upload is made, however long that takes: nobody gives up meanwhile.
    with locked("games_game") as lock:
        workplace.start_worker()  # two processes; both come to the locked table before either may write
        submit(workplace, "\n".join(games))
        # Only then: a process that finds both would write them together.
        assert wait_until(lambda: lock.waiting() >= 1, seconds=60)
        # A busy broker may not have taken the message in time; then the sweeper sends it again.
        workplace.start_beat()
        submit(workplace, "\n".join(reversed(games)))
        assert wait_until(lambda: lock.waiting() >= 2, seconds=120)

    assert wait_until(_all_done, seconds=180)
    assert Counter(Submission.objects.values_list("state", flat=True)) == {
        "accepted": GAMES,
        "duplicate": GAMES,
    }
    assert Game.objects.count() == GAMES
    assert GameText.objects.exclude(position_keys=b"").count() == GAMES


def _cut_all_connections() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
    connections.close_all()
