"""The scheduler as a real process: without a database, without a broker, and two of them at once."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
import redis

from jobs.models import OutgoingMail, WorkState
from scripts.processes import wait_until
from tests.jobs.processes import JobProcesses

pytestmark = [pytest.mark.faults, pytest.mark.timeout(240)]
NO_DATABASE = "postgres://kiebitz@127.0.0.1:1/none"


@pytest.fixture
def workplace(tmp_path: Path) -> Iterator[JobProcesses]:
    place = JobProcesses(tmp_path)
    yield place
    place.close()


def _messages(workplace: JobProcesses) -> int:
    with redis.Redis.from_url(workplace.redis.url) as client:
        return int(client.llen("celery"))


def _sends(workplace: JobProcesses) -> bool:
    before = _messages(workplace)
    return wait_until(lambda: _messages(workplace) > before, seconds=60)


@pytest.mark.one_database
def test_the_scheduler_starts_without_database_and_broker_and_goes_on_when_they_come(
    workplace: JobProcesses, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.jobs.processes.database_url", lambda: NO_DATABASE)
    workplace.redis.stop()
    beat = workplace.start_beat()
    assert wait_until(lambda: "Connection error" in workplace.log("beat"), seconds=60)

    workplace.redis.start()
    assert _sends(workplace)

    workplace.redis.stop(lose_data=True)
    assert wait_until(lambda: "Couldn't apply scheduled task" in workplace.log("beat"), seconds=60)
    workplace.redis.start()

    assert _sends(workplace)
    assert beat.poll() is None


@pytest.mark.django_db(transaction=True)
def test_of_two_schedulers_nothing_is_done_twice_and_each_goes_on_without_the_other(
    workplace: JobProcesses, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With one file for both, as two on one machine have it."""
    monkeypatch.setenv("LOG_LEVEL", "DEBUG")  # each task that is sent, also those of routine
    mails = [
        OutgoingMail.objects.create(subject=f"{n}", sender="a@example.org", recipients=[], message_id=f"{n}")
        for n in range(20)
    ]
    first, second = workplace.start_beat(), workplace.start_beat()
    assert wait_until(lambda: workplace.log("beat").count("Sending due task") > 4, seconds=60)
    workplace.start_worker()

    def finished() -> bool:
        return OutgoingMail.objects.filter(state=WorkState.DONE).count() == len(mails)

    assert wait_until(finished, seconds=90)
    assert set(OutgoingMail.objects.values_list("attempts", flat=True)) == {1}
    os.killpg(first.pid, signal.SIGKILL)
    sent = workplace.log("beat").count("Sending due task")
    assert wait_until(lambda: workplace.log("beat").count("Sending due task") > sent, seconds=60)
    assert second.poll() is None
