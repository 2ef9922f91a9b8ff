"""Old rows are deleted in small batches, by one or by two workers, and an operator can look first."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from io import StringIO
from threading import Thread

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import Settings

from core import retention, tasks
from core.retention import RETENTION, RetentionRule, delete_due_rows
from jobs.models import OutgoingMail, WorkState
from jobs.retention import FINISHED_MAILS

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def rule() -> Iterator[RetentionRule]:
    """Mails alone, ten at a time."""
    rule = RetentionRule(
        title="mails", setting=FINISHED_MAILS.setting, rows=FINISHED_MAILS.rows, rows_at_a_time=10
    )
    with RETENTION.replaced({"mails": rule}):
        yield rule


def make_mails(count: int, *, days: int = 15) -> None:
    OutgoingMail.objects.bulk_create(
        OutgoingMail(
            sender="a@example.org", recipients=[], message_id=f"{days}-{n}", state=WorkState.DONE,
            finished_at=timezone.now() - timedelta(days=days),
        )
        for n in range(count)
    )  # fmt: skip


def run(*arguments: str) -> str:
    out = StringIO()
    call_command("delete_old_rows", *arguments, stdout=out)
    return out.getvalue()


def test_whatever_is_older_than_the_setting_goes_in_batches_and_the_rest_stays() -> None:
    make_mails(25)
    make_mails(3, days=13)

    with CaptureQueriesContext(
        connection,
    ) as queries:
        done = delete_due_rows(seconds=60)

    assert (done.deleted, done.is_complete) == ({"mails": 25}, True)
    assert OutgoingMail.objects.count() == 3
    assert sum(query["sql"].startswith("DELETE") for query in queries) == 3
    assert delete_due_rows(seconds=60).deleted == {"mails": 0}


def test_zero_days_keep_rows_for_ever(settings: Settings) -> None:
    settings.KEEP_MAILS_DAYS = 0
    make_mails(1, days=9000)

    assert run() == "mails: 0 deleted (KEEP_MAILS_DAYS=0, kept for ever)\n"
    assert OutgoingMail.objects.count() == 1


def test_a_dry_run_says_what_would_go_and_deletes_nothing() -> None:
    make_mails(12)

    assert run("--dry-run") == "mails: 12 would go (KEEP_MAILS_DAYS=14)\n"
    assert OutgoingMail.objects.count() == 12
    assert run() == "mails: 12 deleted (KEEP_MAILS_DAYS=14)\n"
    assert OutgoingMail.objects.count() == 0


def test_what_one_task_has_no_time_for_is_left_to_another(monkeypatch: pytest.MonkeyPatch) -> None:
    ordered: list[dict[str, object]] = []
    monkeypatch.setattr(tasks.delete_old_rows, "apply_async", lambda **options: ordered.append(options))
    monkeypatch.setattr(tasks, "SHARE_OF_TIME", -1)
    make_mails(15)

    tasks.delete_old_rows()
    assert (OutgoingMail.objects.count(), len(ordered)) == (5, 1)

    monkeypatch.setattr(tasks, "SHARE_OF_TIME", 1)
    tasks.delete_old_rows()
    assert (OutgoingMail.objects.count(), len(ordered)) == (0, 1)


def test_without_a_broker_the_next_night_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(**options: object) -> None:
        raise ConnectionRefusedError

    monkeypatch.setattr(tasks.delete_old_rows, "apply_async", refuse)
    monkeypatch.setattr(tasks, "SHARE_OF_TIME", -1)
    make_mails(15)

    tasks.delete_old_rows()

    assert OutgoingMail.objects.count() == 5


@pytest.mark.django_db(transaction=True)
def test_two_workers_at_once_delete_everything_without_an_error() -> None:
    make_mails(200)
    done: list[int] = []

    def work() -> None:
        try:
            done.append(delete_due_rows(seconds=60).deleted["mails"])
        finally:
            connection.close()

    _at_once(work, work)

    assert OutgoingMail.objects.count() == 0
    assert sum(done) == 200


def _at_once(*works: Callable[[], None]) -> None:
    threads = [Thread(target=work) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def test_no_batch_holds_its_rows_for_long() -> None:
    assert retention.ROWS_AT_A_TIME <= 1000
