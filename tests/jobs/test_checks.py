"""Checks of background work: the scheduler, what waits, what failed, the mail server."""

from datetime import timedelta

import pytest
from django.conf import LazySettings
from django.utils import timezone

from core.monitoring import heartbeats
from core.monitoring.checks import Level
from jobs import checks
from jobs.mail import DELIVER_MAIL
from jobs.metrics import load_backlog
from jobs.models import OutgoingMail, WorkState
from players.models import DataExport, User

pytestmark = pytest.mark.django_db


def mail(*, minutes_ago: float = 0, **fields: object) -> OutgoingMail:
    when = timezone.now() - timedelta(minutes=minutes_ago)
    number = OutgoingMail.objects.count()
    return OutgoingMail.objects.create(
        subject="Hello", recipients=[], message_id=f"<{number}@test>", created_at=when, due_at=when, **fields
    )


@pytest.mark.parametrize(("seconds", "level"), [(None, Level.PROBLEM), (30, Level.OK), (100, Level.PROBLEM)])
def test_a_scheduler_that_is_silent_is_found(
    monkeypatch: pytest.MonkeyPatch, seconds: int | None, level: Level
) -> None:
    if seconds is not None:
        heartbeats.record_sweep()
        real = heartbeats._server_time
        monkeypatch.setattr(heartbeats, "_server_time", lambda answer: real(answer) + seconds)

    assert checks.check_sweeper().level is level


@pytest.mark.parametrize(("minutes", "level"), [(0.5, Level.OK), (2, Level.WARNING), (11, Level.PROBLEM)])
def test_jobs_that_wait_long_are_found(minutes: float, level: Level) -> None:
    mail(minutes_ago=minutes)

    assert checks.check_waiting().level is level


def test_a_retry_that_is_not_due_does_not_wait_for_a_worker() -> None:
    mail(minutes_ago=-5)

    assert load_backlog(DELIVER_MAIL) == (1, 0.0)


def test_failed_jobs_are_counted_with_links_to_where_they_are_tried_again() -> None:
    owner = User.objects.create_user("agnes@example.org", None)
    DataExport.objects.create(
        user=owner, state=WorkState.FAILED, finished_at=timezone.now(), last_error="It broke."
    )

    result = checks.check_failed()

    assert result.level is Level.WARNING
    assert [link.url for link in result.links] == ["/admin/players/dataexport/?state__exact=failed"]


def test_without_failed_jobs_all_is_in_order() -> None:
    assert checks.check_failed().level is Level.OK


@pytest.mark.parametrize(
    ("host", "fields", "level"),
    [
        ("", {}, Level.WARNING),
        ("mail.example.org", {}, Level.OK),
        ("mail.example.org", {"attempts": 2, "last_error": "SMTPAuthenticationError: no"}, Level.PROBLEM),
        ("mail.example.org", {"state": WorkState.FAILED, "finished_at": timezone.now()}, Level.WARNING),
    ],
)
def test_a_mail_server_that_refuses_is_found(
    settings: LazySettings, host: str, fields: dict[str, object], level: Level
) -> None:
    settings.EMAIL_HOST = host
    mail(**fields)

    assert checks.check_mail().level is level
