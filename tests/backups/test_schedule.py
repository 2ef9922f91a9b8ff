"""Automatic backups: when one is due, that one process makes it, and what happens where it cannot be written."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from backups.archive import BackupReader
from backups.models import RUNNING, BackupRequest, BackupRun, Occasion
from backups.selectors import LONGEST_WAIT, QUIET_TIME, RETRY_AFTER, due_occasion
from backups.services import schedule
from backups.services.requests import request_backup
from backups.services.rotation import superfluous
from backups.services.schedule import LOST_AFTER, make_due_backup
from backups.stores import KeptBackup, automatic_backups, backup_store
from backups.tasks import make_due_backups
from scripts.throwaway import ThrowawayBucket
from tests.backups.rows import rows_in
from tests.tournaments.builders import make_account, make_club, make_event, make_round, make_section
from tournaments.models import EventState, RoundState
from tournaments.rounds.services.publication import publish_round

NOON = datetime(2026, 11, 18, 12, 0, tzinfo=UTC)


@pytest.fixture
def var(tmp_path: Path, settings: Any) -> Path:
    settings.VAR_DIR = tmp_path
    settings.MEDIA_ROOT = tmp_path / "media"
    return tmp_path


@pytest.fixture
def last_night(db: None) -> None:
    """Nothing is due but what is asked for."""
    _run(timezone.now())


def _run(started_at: datetime, *, occasion: Occasion = Occasion.NIGHT, error: str = "") -> BackupRun:
    return BackupRun.objects.create(
        occasion=occasion, started_at=started_at, finished_at=started_at, error=error
    )


def _request(seconds_ago: float, now: datetime | None = None) -> BackupRequest:
    requested_at = (now or timezone.now()) - timedelta(seconds=seconds_ago)
    return BackupRequest.objects.create(occasion=Occasion.ROUND, requested_at=requested_at)


@pytest.mark.django_db
def test_a_published_round_asks_for_a_backup_in_its_own_transaction() -> None:
    event = make_event(club=make_club(), state=EventState.RUNNING)
    round_ = make_round(make_section(event, players=2), 1, [(1, 2, "")], state=RoundState.PAIRED)

    with transaction.atomic():
        publish_round(actor=make_account("Arno"), round=round_, seen=None)
        assert BackupRequest.objects.get().occasion == Occasion.ROUND
        transaction.set_rollback(True)

    assert not BackupRequest.objects.exists()


@pytest.mark.django_db
@pytest.mark.usefixtures("last_night")
def test_rounds_published_within_minutes_wait_for_one_backup() -> None:
    now = timezone.now()
    quiet, longest = QUIET_TIME.total_seconds(), LONGEST_WAIT.total_seconds()

    _request(quiet - 1, now)
    assert due_occasion(now) is None
    assert due_occasion(now + timedelta(seconds=2)) is Occasion.ROUND

    _request(0, now + timedelta(seconds=2))
    assert due_occasion(now + timedelta(seconds=2)) is None
    _request(longest, now + timedelta(seconds=2))
    assert due_occasion(now + timedelta(seconds=2)) is Occasion.ROUND


@pytest.mark.django_db
def test_every_night_and_after_a_night_when_the_machine_was_off() -> None:
    _run(NOON - timedelta(days=1))
    assert due_occasion(NOON) is Occasion.NIGHT

    _run(NOON - timedelta(hours=9))
    assert due_occasion(NOON) is None
    assert due_occasion(NOON + timedelta(hours=14)) is None
    assert due_occasion(NOON + timedelta(hours=15)) is Occasion.NIGHT


@pytest.mark.django_db
def test_a_new_site_waits_for_its_first_night(settings: Any) -> None:
    now = timezone.now()
    tomorrow = now + timedelta(days=1)

    assert due_occasion(now) in (None, Occasion.NIGHT)  # the tests may have begun before it
    assert due_occasion(tomorrow) is Occasion.NIGHT
    settings.BACKUP_KEEP = 0
    assert due_occasion(tomorrow) is None
    request_backup(occasion=Occasion.ROUND)
    assert not BackupRequest.objects.exists()


@pytest.mark.django_db
def test_after_a_failure_it_is_tried_again_some_time_later() -> None:
    now = timezone.now()
    _request(3600, now)
    _run(now - RETRY_AFTER + timedelta(seconds=1), error="The disk is full.")

    assert due_occasion(now) is None
    assert due_occasion(now + timedelta(seconds=1)) is Occasion.ROUND


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("last_night")
def test_one_backup_serves_all_that_was_asked_for_before_it(
    var: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _request(70)
    _request(65)
    write = schedule.write_backup

    def write_while_a_round_is_published(path: Path) -> Any:
        request_backup(occasion=Occasion.ROUND)
        return write(path)

    monkeypatch.setattr(schedule, "write_backup", write_while_a_round_is_published)
    run = make_due_backup()

    assert run is not None
    assert (run.error, run.slot, run.place) == ("", None, str(var / "backups"))
    assert BackupRequest.objects.count() == 1  # what came in the meantime is not in it for sure
    (file,) = (var / "backups").iterdir()
    assert file.name == run.name
    assert (file.stat().st_mode & 0o777, file.stat().st_size) == (0o600, run.size)
    with BackupReader(file) as backup:
        assert list(backup.check())
        assert backup.manifest.rows == run.rows
    assert "backups_backuprun" not in rows_in(file)
    assert make_due_backup() is None


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("last_night", "var")
def test_two_workers_make_one_backup_and_a_killed_one_is_replaced() -> None:
    _request(120)
    now = timezone.now()
    other = BackupRun.objects.create(occasion=Occasion.ROUND, slot=RUNNING, started_at=now, seen_at=now)
    assert make_due_backup() is None

    BackupRun.objects.filter(pk=other.pk).update(seen_at=now - LOST_AFTER - timedelta(seconds=1))
    run = make_due_backup()

    assert run is not None
    assert not run.error
    assert not BackupRun.objects.filter(pk=other.pk).exists()


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("last_night", "var")
def test_whoever_makes_a_backup_gives_signs_of_life(monkeypatch: pytest.MonkeyPatch) -> None:
    _request(120)
    monkeypatch.setattr(schedule, "SIGN_EVERY", 0.01)
    write = schedule.write_backup

    def write_slowly(path: Path) -> Any:
        began = BackupRun.objects.get(slot=RUNNING).seen_at
        while BackupRun.objects.get(slot=RUNNING).seen_at == began:
            pass
        return write(path)

    monkeypatch.setattr(schedule, "write_backup", write_slowly)
    run = make_due_backup()

    assert run is not None
    assert not run.error


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("last_night")
def test_a_stick_that_is_not_plugged_in_is_told_and_nothing_is_written_beside_it(
    var: Path, settings: Any
) -> None:
    settings.BACKUP_DIR = var / "stick"
    _request(120)

    run = make_due_backup()

    assert run is not None
    assert "plug the stick in" in run.error
    assert BackupRequest.objects.exists()
    assert list(var.iterdir()) == []

    (var / "stick").mkdir()
    BackupRun.objects.filter(pk=run.pk).update(started_at=timezone.now() - RETRY_AFTER)
    assert make_due_backup() is not None
    assert len(list((var / "stick").iterdir())) == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("last_night")
def test_a_bucket_keeps_them_and_one_that_is_away_is_told(bucket: ThrowawayBucket, var: Path) -> None:
    _request(120)
    run = make_due_backup()

    assert run is not None
    assert run.error == ""
    assert bucket.names() == {f"backups/{run.name}"}
    assert list((var / "backups").iterdir()) == []
    with backup_store().local_copy(run.name) as path, BackupReader(path) as backup:
        assert list(backup.check())
    assert list((var / "backups").iterdir()) == []

    bucket.stop()
    _request(120)
    failed = make_due_backup()

    assert failed is not None
    assert "cannot be reached" in failed.error
    assert BackupRequest.objects.exists()
    assert list((var / "backups").iterdir()) == []


def test_the_scheduler_asks_for_it_and_a_long_one_is_not_handed_out_again(settings: Any) -> None:
    """A message that is confirmed at the end goes to another worker when it takes longer than a job may."""
    assert make_due_backups.name in [job["task"] for job in settings.CELERY_BEAT_SCHEDULE.values()]
    assert make_due_backups.acks_late is False
    assert make_due_backups.soft_time_limit > settings.CELERY_TASK_SOFT_TIME_LIMIT


def test_so_many_of_each_kind_stay_and_none_that_is_too_old_but_the_newest(settings: Any) -> None:
    settings.BACKUP_KEEP, settings.BACKUP_KEEP_DAYS = 2, 10

    def made(days: int, occasion: Occasion) -> KeptBackup:
        return KeptBackup(f"{occasion} {days}", NOON - timedelta(days=days), occasion)

    nights = [made(days, Occasion.NIGHT) for days in (0, 1, 2, 3)]
    rounds = [made(days, Occasion.ROUND) for days in (9, 11)]
    upgrades = [made(days, Occasion.UPGRADE) for days in (100, 200)]

    gone = superfluous([*nights, *rounds, *upgrades], NOON)

    assert gone == [*nights[2:], rounds[1], upgrades[1]]


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("last_night")
def test_old_ones_go_when_a_new_one_is_there_and_other_files_stay(var: Path, settings: Any) -> None:
    settings.BACKUP_KEEP = 1
    folder = var / "backups"
    folder.mkdir()
    for name in ("kiebitz-2026-01-01-000000-round.zip", "kiebitz-2026-01-01-000000.zip", "mine.zip"):
        (folder / name).write_bytes(b"")
    _request(120)

    run = make_due_backup()

    assert run is not None
    assert {path.name for path in folder.iterdir()} == {run.name, "kiebitz-2026-01-01-000000.zip", "mine.zip"}
    assert [kept.name for kept in automatic_backups(backup_store())] == [run.name]
