"""The pattern for work derived from a row: delivered after commit, done once, retried, swept up."""

from collections.abc import Callable
from contextlib import ExitStack
from datetime import timedelta
from threading import Barrier, Thread
from typing import Any

import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.db import connection, transaction
from django.utils import timezone
from kombu.exceptions import OperationalError

from jobs import services
from jobs.kinds import JOB_KINDS, JobKind, PermanentFailure
from jobs.models import OutgoingMail, WorkState
from jobs.tasks import perform_job
from players.models import Club

KIND = "found a club"
Delivered = list[tuple[str, int]]


@pytest.fixture
def job_kind(until_test_ends: ExitStack) -> Callable[..., JobKind]:
    """Puts one kind of job in place of all others: each run of its effect leaves one more club."""

    def use(prepare: Callable[[Any], Any] = lambda item: item.subject, max_attempts: int = 3) -> JobKind:
        kind = JobKind(
            name=KIND, model=OutgoingMail, prepare=prepare, apply=_found_a_club, max_attempts=max_attempts
        )
        until_test_ends.enter_context(JOB_KINDS.replaced({KIND: kind}))
        return kind

    return use


def _found_a_club(item: OutgoingMail, name: str) -> None:
    number = Club.objects.count() + 1
    Club.objects.create(name=f"{name} {number}", slug=f"club-{number}")


def _item(**fields: Any) -> OutgoingMail:
    fields = {
        "message_id": f"<{OutgoingMail.objects.count()}@test>",
        "subject": "Club",
        "recipients": [],
    } | fields
    return OutgoingMail.objects.create(**fields)


@pytest.fixture
def delivered(monkeypatch: pytest.MonkeyPatch) -> Delivered:
    """What was handed to the broker, in order."""
    messages: Delivered = []
    monkeypatch.setattr(perform_job, "apply_async", lambda arguments, **options: messages.append(arguments))
    return messages


@pytest.mark.django_db(transaction=True)
def test_a_job_is_delivered_only_after_the_commit(job_kind: Any, delivered: Delivered) -> None:
    job_kind()
    with transaction.atomic():
        item = _item()
        services.enqueue(item=item)
        before_commit = list(delivered)

    item.refresh_from_db()
    assert (before_commit, delivered) == ([], [(KIND, item.pk)])
    assert item.enqueued_at is not None


@pytest.mark.django_db(transaction=True)
def test_a_job_of_a_rolled_back_transaction_is_never_delivered(job_kind: Any, delivered: Delivered) -> None:
    job_kind()
    with transaction.atomic():
        services.enqueue(item=_item())
        transaction.set_rollback(True)

    assert delivered == []


@pytest.mark.django_db(transaction=True)
def test_a_broker_that_is_away_leaves_the_item_for_the_sweeper(
    job_kind: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    job_kind()

    def refuse(arguments: tuple[str, int], **options: Any) -> None:
        raise OperationalError("Connection refused")

    monkeypatch.setattr(perform_job, "apply_async", refuse)

    item = _item()
    services.enqueue(item=item)

    item.refresh_from_db()
    assert (item.state, item.enqueued_at) == (WorkState.WAITING, None)


@pytest.mark.django_db
def test_performing_twice_has_one_effect(job_kind: Any) -> None:
    job_kind()
    item = _item()

    services.perform(kind_name=KIND, pk=item.pk, message_id="first")
    services.perform(kind_name=KIND, pk=item.pk, message_id="second")

    item.refresh_from_db()
    assert (item.state, item.attempts, Club.objects.count()) == (WorkState.DONE, 1, 1)


@pytest.mark.django_db(transaction=True)
def test_two_processes_that_prepared_the_same_item_write_one_effect(job_kind: Any) -> None:
    both_prepared = Barrier(2, timeout=30)

    def prepare(item: OutgoingMail) -> str:
        both_prepared.wait()
        return item.subject

    job_kind(prepare=prepare)
    item = _item()

    def perform() -> None:
        # The same message delivered twice: the only way for two workers to pass the claim at the same time.
        services.perform(kind_name=KIND, pk=item.pk, message_id="same")
        connection.close()

    threads = [Thread(target=perform) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    item.refresh_from_db()
    assert (item.state, Club.objects.count()) == (WorkState.DONE, 1)


@pytest.mark.django_db
def test_an_item_in_another_messages_hands_is_left_alone(job_kind: Any) -> None:
    job_kind()
    item = _item(claimed_at=timezone.now(), claimed_by="other")

    services.perform(kind_name=KIND, pk=item.pk, message_id="mine")

    item.refresh_from_db()
    assert (item.state, item.attempts, item.claimed_by) == (WorkState.WAITING, 0, "other")


@pytest.mark.django_db
def test_a_message_that_comes_again_goes_on_where_its_worker_died(job_kind: Any) -> None:
    job_kind()
    item = _item(claimed_at=timezone.now(), claimed_by="mine", attempts=1)

    services.perform(kind_name=KIND, pk=item.pk, message_id="mine")

    item.refresh_from_db()
    assert (item.state, item.attempts) == (WorkState.DONE, 2)


@pytest.mark.django_db
def test_failures_are_retried_with_back_off_until_the_limit(job_kind: Any) -> None:
    def prepare(item: OutgoingMail) -> str:
        raise ConnectionError("the mail server is on holiday")

    job_kind(prepare=prepare, max_attempts=3)
    item = _item()
    waits = []

    for _ in range(3):
        services.perform(kind_name=KIND, pk=item.pk, message_id="m")
        item.refresh_from_db()
        if item.state == WorkState.WAITING:
            waits.append(round((item.due_at - timezone.now()).total_seconds()))
            OutgoingMail.objects.update(due_at=timezone.now())

    assert waits == [5, 10]
    assert (item.state, item.attempts, Club.objects.count()) == (WorkState.FAILED, 3, 0)
    assert item.last_error == "ConnectionError: the mail server is on holiday"


@pytest.mark.django_db
def test_the_log_says_where_an_error_of_ours_came_from(
    job_kind: Any, caplog: pytest.LogCaptureFixture
) -> None:
    def prepare(item: OutgoingMail) -> str:
        raise ConnectionError("the mail server is on holiday")

    job_kind(prepare=prepare)
    item = _item()

    services.perform(kind_name=KIND, pk=item.pk, message_id="m")

    (line,) = caplog.records
    assert (line.levelname, line.getMessage()) == ("ERROR", f"{KIND} {item.pk} failed")
    assert line.exc_info is not None


@pytest.mark.parametrize(
    ("attempts", "seconds"), [(1, 5), (2, 10), (3, 20), (10, 2560), (11, 3600), (900, 3600)]
)
def test_waits_double_up_to_an_hour(attempts: int, seconds: int) -> None:
    assert services.retry_delay(attempts) == timedelta(seconds=seconds)


@pytest.mark.django_db
def test_an_item_that_is_not_due_is_not_worked_on(job_kind: Any) -> None:
    job_kind()
    item = _item(due_at=timezone.now() + timedelta(seconds=5))

    services.perform(kind_name=KIND, pk=item.pk, message_id="m")

    item.refresh_from_db()
    assert (item.state, item.attempts) == (WorkState.WAITING, 0)


@pytest.mark.django_db
def test_what_cannot_be_done_fails_at_once_and_says_why(job_kind: Any) -> None:
    def prepare(item: OutgoingMail) -> str:
        raise PermanentFailure("There is nobody to write to.")

    job_kind(prepare=prepare)
    item = _item()

    services.perform(kind_name=KIND, pk=item.pk, message_id="m")

    item.refresh_from_db()
    assert (item.state, item.attempts, item.last_error) == (
        WorkState.FAILED,
        1,
        "There is nobody to write to.",
    )


@pytest.mark.django_db
def test_an_item_that_kills_its_workers_is_given_up(job_kind: Any) -> None:
    job_kind(max_attempts=3)
    item = _item(attempts=3, claimed_at=timezone.now(), claimed_by="m")

    services.perform(kind_name=KIND, pk=item.pk, message_id="m")

    item.refresh_from_db()
    assert (item.state, item.last_error) == (WorkState.FAILED, "The worker was lost in each of 3 attempts.")


@pytest.mark.django_db
def test_work_that_takes_too_long_is_tried_again_and_given_up_at_the_limit(job_kind: Any) -> None:
    def prepare(item: OutgoingMail) -> str:
        raise SoftTimeLimitExceeded

    job_kind(prepare=prepare, max_attempts=2)
    item = _item()
    states = []

    for _ in range(2):
        services.perform(kind_name=KIND, pk=item.pk, message_id="m")
        item.refresh_from_db()
        states.append((item.state, item.attempts, item.last_error))
        OutgoingMail.objects.update(due_at=timezone.now())

    assert states == [
        (WorkState.WAITING, 1, "It took longer than 5 seconds."),
        (WorkState.FAILED, 2, "It took longer than 5 seconds."),
    ]
    assert Club.objects.count() == 0


@pytest.mark.django_db
def test_an_effect_that_fails_half_way_leaves_nothing_behind(
    job_kind: Any, until_test_ends: ExitStack
) -> None:
    def apply(item: OutgoingMail, name: str) -> None:
        _found_a_club(item, name)
        raise RuntimeError("half-way")

    kind = JobKind(name=KIND, model=OutgoingMail, prepare=lambda item: "Club", apply=apply)
    until_test_ends.enter_context(JOB_KINDS.replaced({KIND: kind}))
    item = _item()

    services.perform(kind_name=KIND, pk=item.pk, message_id="m")

    item.refresh_from_db()
    assert (item.state, item.last_error, Club.objects.count()) == (
        WorkState.WAITING,
        "RuntimeError: half-way",
        0,
    )


@pytest.mark.django_db
def test_a_failed_item_can_be_tried_again(job_kind: Any) -> None:
    job_kind()
    item = _item(state=WorkState.FAILED, attempts=3, finished_at=timezone.now())

    services.retry(item=item)
    services.perform(kind_name=KIND, pk=item.pk, message_id="m")

    item.refresh_from_db()
    assert (item.state, item.attempts, Club.objects.count()) == (WorkState.DONE, 1, 1)


def _seconds_ago(seconds: float) -> Any:
    return timezone.now() - timedelta(seconds=seconds)


@pytest.mark.django_db
def test_the_sweeper_delivers_what_was_left_behind_and_nothing_else(
    job_kind: Any, delivered: Delivered
) -> None:
    job_kind()
    patience, lease = settings.JOB_PATIENCE, settings.JOB_LEASE
    lost = {
        "never delivered": {"due_at": _seconds_ago(99)},
        "its message was lost": {"due_at": _seconds_ago(98), "enqueued_at": _seconds_ago(patience + 1)},
        "its worker was lost": {
            "due_at": _seconds_ago(97),
            "enqueued_at": _seconds_ago(lease + 2),
            "claimed_at": _seconds_ago(lease + 1),
            "claimed_by": "dead",
        },
        "a retry that is due now": {"due_at": _seconds_ago(0), "enqueued_at": _seconds_ago(1)},
    }
    _item(due_at=_seconds_ago(99), enqueued_at=_seconds_ago(0))  # just delivered
    _item(
        due_at=_seconds_ago(99), enqueued_at=_seconds_ago(patience + 1), claimed_at=_seconds_ago(1)
    )  # being done
    _item(due_at=_seconds_ago(-60))  # not due yet
    _item(state=WorkState.DONE, finished_at=timezone.now())
    _item(state=WorkState.FAILED, finished_at=timezone.now())
    nothing = services.sweep()
    found = {}

    for why, fields in lost.items():
        item = _item(**fields)
        found[why] = (services.sweep().delivered, delivered.pop())
        assert found[why] == ({KIND: 1}, (KIND, item.pk)), why
        item.delete()

    assert (nothing.delivered, delivered) == ({KIND: 0}, [])


@pytest.mark.django_db
def test_a_second_sweep_right_after_the_first_delivers_nothing(job_kind: Any, delivered: Delivered) -> None:
    job_kind()
    _item()

    services.sweep()
    again = services.sweep()

    assert (len(delivered), again.delivered) == (1, {KIND: 0})


@pytest.mark.django_db
def test_an_unknown_kind_of_job_is_dropped_with_a_log_line(caplog: pytest.LogCaptureFixture) -> None:
    services.perform(kind_name="make coffee", pk=1, message_id="m")

    assert [record.getMessage() for record in caplog.records] == [
        "A message asks for the unknown kind of job 'make coffee': it is dropped."
    ]


@pytest.mark.django_db
def test_the_sweep_asks_one_query_a_kind_to_find_nothing(
    job_kind: Any, django_assert_num_queries: Any
) -> None:
    job_kind()
    with django_assert_num_queries(1):
        services.sweep()
