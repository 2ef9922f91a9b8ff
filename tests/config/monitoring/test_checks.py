"""Checks of what belongs to no app: each finds what it is for, and is in order on a site that is in order."""

from pathlib import Path

import pytest
from django.conf import LazySettings
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from config.environment import RedisAddress
from config.monitoring import checks
from config.monitoring.workers import WORKER_KINDS
from core.monitoring import heartbeats
from core.monitoring.checks import CheckResult, Level

GIGABYTE = 1024**3


@pytest.mark.django_db
def test_a_site_in_order_is_in_order() -> None:
    heartbeats.record_worker(WORKER_KINDS)

    results = [
        checks.check_database(),
        checks.check_broker(),
        checks.check_migrations(),
        checks.check_workers(),
        checks.check_clocks(),
        checks.check_settings(),
        checks.check_version(),
    ]

    assert {result.level for result in results} == {Level.OK}, results


@pytest.mark.django_db
def test_a_step_of_an_upgrade_that_is_missing_is_named() -> None:
    MigrationRecorder(connection).record_unapplied("jobs", "0001_initial")

    result = checks.check_migrations()

    assert result.level is Level.PROBLEM
    assert "jobs.0001_initial" in result.sentence
    assert "manage.py prepare" in result.advice


def test_a_broker_that_is_away_is_a_problem(settings: LazySettings, tmp_path: Path) -> None:
    settings.REDIS = RedisAddress(f"unix://{tmp_path / 'broker.sock'}")

    assert checks.check_broker().level is Level.PROBLEM


def test_queues_without_a_worker_are_named() -> None:
    result = checks.check_workers()

    assert result.level is Level.PROBLEM
    assert [kind for kind in WORKER_KINDS if kind not in result.sentence] == []


def test_a_worker_of_another_version_is_named(settings: LazySettings) -> None:
    own = settings.VERSION
    settings.VERSION = "0.0.9"
    heartbeats.record_worker(WORKER_KINDS)
    settings.VERSION = own

    result = checks.check_workers()

    assert result.level is Level.WARNING
    assert "0.0.9" in result.sentence


@pytest.mark.parametrize(
    ("seconds", "level"),
    [(0.5, Level.OK), (-0.5, Level.OK), (5, Level.WARNING), (-5, Level.WARNING), (100, Level.PROBLEM)],
)
def test_clocks_that_do_not_agree_are_found(
    monkeypatch: pytest.MonkeyPatch, seconds: float, level: Level
) -> None:
    real_time = heartbeats.time.time
    monkeypatch.setattr(heartbeats.time, "time", lambda: real_time() + seconds)
    heartbeats.record_worker(WORKER_KINDS)
    monkeypatch.undo()

    assert checks.check_clocks().level is level


@pytest.mark.parametrize(
    ("free", "total", "level"),
    [
        (50 * GIGABYTE, 1000 * GIGABYTE, Level.OK),
        (GIGABYTE // 2, 4 * GIGABYTE, Level.OK),
        (GIGABYTE // 2, 100 * GIGABYTE, Level.WARNING),
        (GIGABYTE // 8, GIGABYTE, Level.PROBLEM),
    ],
)
def test_a_disk_is_judged_by_what_is_left(free: int, total: int, level: Level) -> None:
    assert checks.judge_disk(free=free, total=total).level is level


def test_the_disk_of_the_site_can_be_asked() -> None:
    assert isinstance(checks.check_disk(), CheckResult)


def test_debug_is_a_problem(settings: LazySettings) -> None:
    settings.DEBUG = True

    assert checks.check_settings().level is Level.PROBLEM
