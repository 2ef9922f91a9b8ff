"""The scheduler's memory: what was due meanwhile is sent, and no file is a reason to end."""

import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from celery import beat
from celery.schedules import crontab
from django.conf import settings

from config.celery import app
from config.scheduler import Scheduler
from config.settings import DAY, HOUR

NIGHTLY = "adjudicate again what a newer engine has not seen"

BeginScheduler = Callable[[], Scheduler]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "beat.json"


@pytest.fixture
def begin(tmp_path: Path) -> Iterator[BeginScheduler]:
    """Makes the scheduler as it begins anew, with what the one before it has kept on disk."""
    made: list[Scheduler] = []

    def begin() -> Scheduler:
        for before in made:
            before.close()
        made.append(Scheduler(app, schedule_filename=str(tmp_path / "beat")))
        return made[-1]

    yield begin
    made[-1].close()


def is_due(scheduler: Scheduler) -> bool:
    return bool(scheduler.schedule[NIGHTLY].is_due().is_due)


def test_the_scheduler_keeps_its_times_with_the_data_of_the_site() -> None:
    assert app.conf.beat_scheduler == "config.scheduler:Scheduler"
    assert beat.Service(app).schedule_filename == f"{settings.VAR_DIR}/beat-schedule"


def test_the_schedule_is_that_of_the_settings(begin: BeginScheduler) -> None:
    assert begin().schedule.keys() == settings.CELERY_BEAT_SCHEDULE.keys()


def test_no_message_outlives_the_next_ones_of_its_kind(begin: BeginScheduler) -> None:
    """While no worker runs, some of each wait, and not one for every hour that it was away."""
    for entry in begin().schedule.values():
        if isinstance(entry.schedule, crontab):
            pause = HOUR if len(entry.schedule.hour) == 24 else DAY
            assert entry.options["expires"] <= pause
        else:
            assert entry.options["expires"] <= 3 * settings.JOB_SWEEP_INTERVAL


def test_what_was_due_while_the_machine_was_off_is_sent_at_the_next_start(begin: BeginScheduler) -> None:
    first = begin()
    fresh = is_due(first)
    first.schedule[NIGHTLY].last_run_at = datetime.now(UTC) - timedelta(days=2)

    assert (fresh, is_due(begin())) == (False, True)


def test_a_clock_that_was_years_ahead_puts_nothing_off(begin: BeginScheduler) -> None:
    begin().schedule[NIGHTLY].last_run_at = datetime.now(UTC) + timedelta(days=3000)

    assert begin().schedule[NIGHTLY].last_run_at <= datetime.now(UTC)


@pytest.mark.parametrize("content", [b"", b'{"clear', b"[]", b'{"clear": 7}', b"\xff\xfe\x00"])
def test_a_file_that_is_cut_off_or_garbage_is_begun_anew(
    begin: BeginScheduler, file: Path, content: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    file.write_bytes(content)

    begin().sync()

    assert len(caplog.records) == 1
    assert json.loads(file.read_text()).keys() == settings.CELERY_BEAT_SCHEDULE.keys()


def test_a_file_that_cannot_be_written_is_complained_of_once(
    begin: BeginScheduler, file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    scheduler = begin()
    (file / "in the way").mkdir(parents=True)

    for _ in range(3):
        scheduler.sync()

    assert len(caplog.records) == 1
    assert [path.name for path in file.parent.iterdir()] == ["beat.json"]


def test_of_two_schedulers_with_one_file_none_ends(tmp_path: Path, file: Path) -> None:
    both = [Scheduler(app, schedule_filename=str(tmp_path / "beat")) for _ in range(2)]

    for scheduler in both * 3:
        scheduler.sync()

    assert json.loads(file.read_text()).keys() == settings.CELERY_BEAT_SCHEDULE.keys()
