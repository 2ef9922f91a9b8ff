"""However long rows wait and however often somebody looks: the broker has one message for a kind, and one sweep."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.utils import timezone
from redis import Redis

from core.monitoring.broker import connect_to_queue
from jobs import services, tasks
from jobs.kinds import JOB_KINDS
from jobs.mail import DELIVER_MAIL
from jobs.metrics import queue_lengths
from jobs.models import OutgoingMail, WorkState
from jobs.queues import DEFAULT_QUEUE, PAIRING_QUEUE
from tests.tournaments.rounds.builders import running_section
from tournaments.models import PairingOrder, Round

pytestmark = pytest.mark.django_db
ITEMS = 300


@pytest.fixture(autouse=True)
def queue() -> Iterator[Redis]:
    """The broker's, without what other tests have left there."""
    with connect_to_queue() as client:
        client.flushdb()
        yield client
        client.flushdb()


def _mails(count: int) -> list[OutgoingMail]:
    rows = [OutgoingMail(subject="News", recipients=[], message_id=f"<{n}@test>") for n in range(count)]
    return OutgoingMail.objects.bulk_create(rows)


def _later(seconds: float) -> None:
    """All rows have waited for so much longer."""
    for row in OutgoingMail.objects.all():
        row.due_at -= timedelta(seconds=seconds)
        row.enqueued_at = row.enqueued_at and row.enqueued_at - timedelta(seconds=seconds)
        row.save()


@pytest.mark.django_db(transaction=True)
def test_without_workers_there_are_never_more_messages_than_items() -> None:
    for mail in _mails(ITEMS):
        services.enqueue(item=mail)
    for _ in range(20):
        OutgoingMail.objects.update(enqueued_at=timezone.now() - timedelta(hours=1))
        tasks.sweep.apply_async(expires=3, queue=PAIRING_QUEUE)
        tasks.sweep()

    assert sum(queue_lengths().values()) == 2  # a message for the kind, and one sweep
    assert OutgoingMail.objects.filter(state=WorkState.WAITING).count() == ITEMS


def test_a_message_that_the_broker_lost_is_sent_again(queue: Redis) -> None:
    _mails(2)
    first = services.sweep().delivered[DELIVER_MAIL.name]
    _later(60)
    waiting = services.sweep().delivered[DELIVER_MAIL.name]
    queue.flushdb()
    _later(60)

    again = services.sweep().delivered[DELIVER_MAIL.name]

    assert (first, waiting, again) == (1, 0, 1)


def test_a_message_of_another_kind_says_nothing_of_this_one() -> None:
    PairingOrder.objects.create(round=Round.objects.create(section=running_section(4), number=1))
    services.sweep()
    _mails(1)

    services.sweep()

    assert queue_lengths() == {PAIRING_QUEUE: 1, DEFAULT_QUEUE: 1}


def test_one_sweep_at_a_time_and_a_lock_that_ends_by_itself(queue: Redis) -> None:
    _mails(1)
    queue.set(services.SWEEP_LOCK, "another", ex=services.SWEEP_LOCK_SECONDS)

    while_another_sweeps = services.sweep_alone()
    before = queue_lengths()[DEFAULT_QUEUE]
    queue.delete(services.SWEEP_LOCK)

    assert (while_another_sweeps, before) == (False, 0)
    assert services.sweep_alone()
    assert (queue_lengths()[DEFAULT_QUEUE], queue.exists(services.SWEEP_LOCK)) == (1, 0)


def test_a_sweep_that_is_lost_with_its_worker_holds_the_lock_for_a_minute(
    queue: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    held: list[object] = []
    monkeypatch.setattr(services, "sweep", lambda: held.append(queue.ttl(services.SWEEP_LOCK)))

    services.sweep_alone()

    (seconds,) = held
    assert isinstance(seconds, int)
    assert 0 < seconds <= services.SWEEP_LOCK_SECONDS == 60


def test_what_a_page_waits_for_has_a_queue_of_its_own() -> None:
    urgent = [kind.name for kind in JOB_KINDS if kind.queue == PAIRING_QUEUE]

    assert urgent == ["pair a round"]
