"""Real processes are killed and the broker loses its memory: everything is done in the end, and exactly once.

The job is the export of account data. A trigger in the database counts how often an export's content was written,
so the count does not depend on the code under test.
"""

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.db import connection

from jobs.models import WorkState
from players.models import DataExport, User
from scripts.processes import wait_until
from tests.jobs.processes import JobProcesses, held, locked

pytestmark = [pytest.mark.faults, pytest.mark.django_db(transaction=True), pytest.mark.timeout(480)]

SUBMIT = """
import sys, time, django
django.setup()
from players.accounts.jobs import request_export
from players.models import User
users = list(User.objects.filter(pk__in=map(int, sys.argv[1:])).order_by("pk"))
started = time.monotonic()
for user in users:
    request_export(user=user)
print(time.monotonic() - started)
"""

# The broker is frozen after the first submission, and goes on after the second.
SUBMIT_BEFORE_AND_AFTER = """
import os, signal, sys, time, django
django.setup()
from players.accounts.jobs import request_export
from players.models import User
broker, *users = map(int, sys.argv[1:])
first, second = User.objects.filter(pk__in=users).order_by("pk")
request_export(user=first)
os.kill(broker, signal.SIGSTOP)
started = time.monotonic()
try:
    request_export(user=second)
    print(time.monotonic() - started)
finally:
    os.kill(broker, signal.SIGCONT)
"""


def submit(workplace: JobProcesses, users: list[User]) -> float:
    """From a process of its own, as the web server does it; the seconds it took."""
    return float(workplace.run(SUBMIT, *_keys(users)))


def _keys(users: list[User]) -> list[str]:
    return [str(user.pk) for user in users]


@pytest.fixture
def workplace(tmp_path: Path) -> Iterator[JobProcesses]:
    place = JobProcesses(tmp_path)
    yield place
    place.close()


@pytest.fixture(autouse=True)
def _count_effects() -> Iterator[None]:
    """Count each writing of an export's content, in the database itself."""
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE effect_count (item bigint)")
        if connection.vendor == "postgresql":
            cursor.execute(
                "CREATE FUNCTION count_effect() RETURNS trigger LANGUAGE plpgsql AS $$ "
                "BEGIN INSERT INTO effect_count VALUES (NEW.id); RETURN NULL; END $$"
            )
            cursor.execute(
                "CREATE TRIGGER count_effect AFTER UPDATE OF content ON players_dataexport "
                "FOR EACH ROW EXECUTE FUNCTION count_effect()"
            )
        else:
            cursor.execute(
                "CREATE TRIGGER count_effect AFTER UPDATE OF content ON players_dataexport "
                "BEGIN INSERT INTO effect_count VALUES (NEW.id); END"
            )
    yield
    with connection.cursor() as cursor:
        on_table = " ON players_dataexport" if connection.vendor == "postgresql" else ""
        cursor.execute(f"DROP TRIGGER count_effect{on_table}")
        if connection.vendor == "postgresql":
            cursor.execute("DROP FUNCTION count_effect")
        cursor.execute("DROP TABLE effect_count")


@pytest.fixture
def make_users() -> Callable[[int], list[User]]:
    def make(count: int) -> list[User]:
        users = [
            User(email=f"player{n}@example.org", display_name=f"Player {n}", password="!")
            for n in range(count)
        ]
        return User.objects.bulk_create(users)

    return make


def _all_done() -> bool:
    return not DataExport.objects.exclude(state=WorkState.DONE).exists()


def _effects() -> list[int]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT item FROM effect_count ORDER BY item")
        return [item for (item,) in cursor.fetchall()]


def _assert_each_done_exactly_once(users: list[User]) -> None:
    assert wait_until(_all_done, seconds=150)
    exports = list(DataExport.objects.order_by("pk"))
    assert [export.user_id for export in exports] == [user.pk for user in users]
    assert [export.content["account"]["email"] for export in exports] == [user.email for user in users]
    assert _effects() == [export.pk for export in exports]


@pytest.mark.postgres
@pytest.mark.parametrize("victim", ["the processes at work", "the whole worker"])
def test_a_worker_killed_in_the_middle_of_a_task(
    workplace: JobProcesses, make_users: Callable[[int], list[User]], victim: str
) -> None:
    users = make_users(1)
    submit(workplace, users)
    with locked("players_user", "ACCESS EXCLUSIVE") as lock:
        # The job has claimed its item and now waits for the account it is to export: it is in its middle.
        worker = workplace.start_worker()
        assert wait_until(lambda: lock.waiting() > 0, seconds=90)
        claimed = DataExport.objects.get()
        if victim == "the processes at work":
            for child in _children(worker.pid):
                os.kill(child, signal.SIGKILL)
        else:
            os.killpg(worker.pid, signal.SIGKILL)
            worker.wait()

    if victim == "the whole worker":
        workplace.start_worker()
        workplace.start_beat()
    _assert_each_done_exactly_once(users)
    done = DataExport.objects.get()
    assert (claimed.state, claimed.attempts, done.attempts) == (WorkState.WAITING, 1, 2)


def test_workers_killed_again_and_again_while_work_is_submitted(
    workplace: JobProcesses, make_users: Callable[[int], list[User]]
) -> None:
    users = make_users(60)
    workplace.start_beat()
    for batch in range(3):
        worker = workplace.start_worker()
        submit(workplace, users[batch * 20 : batch * 20 + 20])
        done = batch * 20 + 3
        wait_until(
            lambda done=done: DataExport.objects.filter(state=WorkState.DONE).count() >= done, seconds=20
        )
        os.killpg(worker.pid, signal.SIGKILL)
        worker.wait()

    workplace.start_worker()
    _assert_each_done_exactly_once(users)


@pytest.mark.one_database
@pytest.mark.parametrize("lose_data", [False, True])
def test_the_broker_is_away_while_work_is_submitted(
    workplace: JobProcesses, make_users: Callable[[int], list[User]], lose_data: bool
) -> None:
    users = make_users(10)
    workplace.start_worker()
    workplace.start_beat()
    workplace.redis.stop(lose_data=lose_data)

    submitting = submit(workplace, users)
    waiting = DataExport.objects.filter(state=WorkState.WAITING, enqueued_at=None).count()

    workplace.redis.start()
    _assert_each_done_exactly_once(users)
    assert waiting == 10
    assert submitting < 15  # nobody waits for a broker that is not there


@pytest.mark.one_database
def test_the_broker_takes_connections_and_answers_nobody_while_work_is_submitted(
    workplace: JobProcesses, make_users: Callable[[int], list[User]]
) -> None:
    users = make_users(10)
    workplace.start_worker()
    workplace.start_beat()
    workplace.redis.freeze()

    try:
        submitting = submit(workplace, users)
        waiting = DataExport.objects.filter(state=WorkState.WAITING, enqueued_at=None).count()
    finally:
        workplace.redis.thaw()

    _assert_each_done_exactly_once(users)
    assert waiting == 10
    assert submitting < 8  # one of them waits for an answer, and the others do not try


@pytest.mark.one_database
def test_the_broker_falls_silent_between_two_jobs_of_one_process(
    workplace: JobProcesses, make_users: Callable[[int], list[User]]
) -> None:
    """The connection is there already, and no new one tells that something is wrong."""
    users = make_users(2)

    seconds = workplace.run(SUBMIT_BEFORE_AND_AFTER, str(workplace.redis.process.pid), *_keys(users))

    (delivered, waiting) = DataExport.objects.order_by("pk")
    assert float(seconds) < 4
    assert delivered.enqueued_at is not None
    assert (waiting.state, waiting.enqueued_at) == (WorkState.WAITING, None)
    workplace.start_worker()
    workplace.start_beat()
    _assert_each_done_exactly_once(users)


def test_the_broker_loses_its_data_with_a_full_queue(
    workplace: JobProcesses, make_users: Callable[[int], list[User]]
) -> None:
    users = make_users(10)
    submit(workplace, users)
    workplace.redis.stop(lose_data=True)
    workplace.redis.start()

    workplace.start_worker()
    workplace.start_beat()

    _assert_each_done_exactly_once(users)


@pytest.mark.parametrize("lose_data", [False, True])
def test_the_broker_goes_away_while_a_worker_is_busy_and_waits_for_more(
    workplace: JobProcesses, make_users: Callable[[int], list[User]], lose_data: bool
) -> None:
    """One of its two processes is in the middle of a job, the other has nothing to do: the worker lives on."""
    users = make_users(3)
    submit(workplace, users[:1])
    with held("players_user"):
        worker = workplace.start_worker()
        assert wait_until(
            lambda: "perform_job" in workplace.log("worker").partition(" ready.")[2], seconds=60
        )
        workplace.redis.stop(lose_data=lose_data)
        assert wait_until(lambda: "Connection to broker lost" in workplace.log("worker"), seconds=60)
        workplace.redis.start()

    submit(workplace, users[1:])
    workplace.start_beat()
    _assert_each_done_exactly_once(users)
    assert worker.poll() is None


def _children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
