"""What the status page says about backups."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from backups.checks import check_backups
from backups.models import BackupRun, Occasion
from core.monitoring.checks import CHECKS, Level


def _run(*, days_ago: float, error: str = "") -> None:
    started_at = timezone.now() - timedelta(days=days_ago)
    BackupRun.objects.create(
        occasion=Occasion.NIGHT,
        started_at=started_at,
        finished_at=started_at,
        name="kiebitz-night.zip",
        place="/media/stick",
        size=2048,
        error=error,
    )


@pytest.mark.django_db
def test_a_recent_backup_is_in_order_and_named() -> None:
    _run(days_ago=0.5)

    result = check_backups()

    assert result.level is Level.OK
    assert "kiebitz-night.zip" in result.sentence
    assert "/media/stick" in result.sentence
    assert "backups" in CHECKS


@pytest.mark.django_db
def test_an_old_one_is_a_warning_that_says_what_to_do() -> None:
    _run(days_ago=3)

    result = check_backups()

    assert (result.level, result.sentence) == (Level.WARNING, "The last backup is 3 days old.")
    assert "manage.py backup" in result.advice


@pytest.mark.django_db
def test_the_last_failure_is_told_with_its_reason_until_one_succeeds() -> None:
    _run(days_ago=1)
    _run(days_ago=0.1, error="No space left on device")

    result = check_backups()

    assert result.level is Level.WARNING
    assert "No space left on device" in result.sentence

    _run(days_ago=0)
    assert check_backups().level is Level.OK


@pytest.mark.django_db
def test_a_new_site_has_time_until_its_first_night() -> None:
    assert check_backups().level is Level.OK

    MigrationRecorder(connection).migration_qs.update(applied=timezone.now() - timedelta(days=3))
    assert check_backups().level is Level.WARNING


@pytest.mark.django_db
def test_an_operator_who_switched_them_off_is_reminded(settings: Any) -> None:
    settings.BACKUP_KEEP = 0

    assert check_backups().level is Level.WARNING
