"""Rows are handed to a broker that may be away."""

import time
from typing import Any

import pytest
from kombu.exceptions import OperationalError

from jobs import delivery
from jobs.mail import DELIVER_MAIL
from jobs.models import OutgoingMail
from jobs.queues import queue_key
from jobs.tasks import perform_job

pytestmark = pytest.mark.django_db


class Broker:
    """Refuses everybody as long as it is away, and notes who knocked."""

    def __init__(self) -> None:
        self.away = True
        self.asked: list[int] = []

    def publish(self, arguments: tuple[str, int], **_: Any) -> None:
        self.asked.append(arguments[1])
        if self.away:
            raise OperationalError("Timeout reading from socket")


@pytest.fixture
def broker(monkeypatch: pytest.MonkeyPatch) -> Broker:
    broker = Broker()
    delivery.forget_broker_failure()
    with delivery.open_queue() as client:  # what other tests have left there would be message enough
        client.delete(queue_key(DELIVER_MAIL.queue, DELIVER_MAIL.priority))
    monkeypatch.setattr(perform_job, "apply_async", broker.publish)
    return broker


def _mails(count: int) -> list[int]:
    rows = [OutgoingMail(subject="News", recipients=[], message_id=f"<{n}@test>") for n in range(count)]
    return [row.pk for row in OutgoingMail.objects.bulk_create(rows)]


def test_of_many_rows_one_learns_that_the_broker_is_away_and_the_others_do_not_try(
    broker: Broker, caplog: pytest.LogCaptureFixture
) -> None:
    first, *others = _mails(4)

    taken = [delivery.deliver(DELIVER_MAIL, [first, others[0]]), delivery.deliver(DELIVER_MAIL, others)]

    assert (taken, broker.asked) == ([0, 0], [first])
    assert OutgoingMail.objects.filter(enqueued_at=None).count() == 4
    (line,) = [record.getMessage() for record in caplog.records]
    assert line == (
        f"The broker cannot be reached (Timeout reading from socket); the sweeper will deliver deliver mail {first} "
        "and what follows."
    )


def test_a_broker_that_was_away_is_asked_again_after_a_while(
    broker: Broker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delivery, "BROKER_PAUSE", 0.1)
    (mail,) = _mails(1)
    delivery.deliver(DELIVER_MAIL, [mail])
    broker.away = False
    time.sleep(0.1)

    taken = delivery.deliver(DELIVER_MAIL, [mail])

    assert (taken, broker.asked) == (1, [mail, mail])
    assert OutgoingMail.objects.get().enqueued_at is not None
