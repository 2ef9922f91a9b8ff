"""What a page waits for is done by a worker that is at other work, in between."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from jobs import batches, urgent
from jobs.kinds import JOB_KINDS, Batch, BatchResult, JobKind
from jobs.models import OutgoingMail
from jobs.queues import PAIRING_QUEUE
from tests.tournaments.rounds.builders import running_section
from tournaments.models import PairingOrder, Round, RoundState
from tournaments.rounds.jobs import PAIR_ROUND

pytestmark = pytest.mark.django_db
KIND = "long work"


class LongWork:
    """A batch of three mails. The round is ordered while the first is done; `states` are its states after each."""

    def __init__(self) -> None:
        self.section = running_section(4)
        self.claim: dict[str, Any] = {}
        self.states: list[str] = []
        self.kind = JobKind(
            name=KIND,
            model=OutgoingMail,
            prepare=lambda item: None,
            batch=Batch(
                size=lambda item: 9, prepare=self.prepare, apply=lambda items, pks: BatchResult(done=pks)
            ),
        )

    def prepare(self, items: Any, go_on: Any) -> list[int]:
        round_ = Round.objects.create(section=self.section, number=1)
        PairingOrder.objects.create(round=round_, **self.claim)
        for _ in items:
            go_on()
            self.states.append(Round.objects.get().state)
        return [item.pk for item in items]


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> Iterator[LongWork]:
    monkeypatch.setattr(urgent, "LOOK_EVERY", 0)
    work = LongWork()
    with JOB_KINDS.replaced({KIND: work.kind, PAIR_ROUND.name: PAIR_ROUND}):
        OutgoingMail.objects.bulk_create(
            OutgoingMail(subject="S", recipients=[], message_id=f"<{number}@test>") for number in range(3)
        )
        yield work


def test_a_round_is_paired_in_the_middle_of_a_batch_and_the_batch_goes_on(work: LongWork) -> None:
    batches.work(kind_name=KIND, message_id="m")

    assert work.states == [RoundState.PAIRED] * 3
    assert PairingOrder.objects.get().state == "done"
    assert set(OutgoingMail.objects.values_list("state", "attempts")) == {("done", 1)}


def test_a_worker_rests_while_another_pairs_a_round_but_not_for_ever(
    work: LongWork, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By a clock that only rests move: on a busy machine any time may pass between two steps."""
    rests: list[float] = []
    monkeypatch.setattr(urgent, "MAX_REST", 0.1)
    monkeypatch.setattr(urgent, "sleep", rests.append)
    monkeypatch.setattr(urgent, "monotonic", lambda: sum(rests))
    work.claim = {"claimed_at": timezone.now() + timedelta(minutes=5), "claimed_by": "another"}

    batches.work(kind_name=KIND, message_id="m")

    assert sum(rests) == pytest.approx(0.1, abs=urgent.REST)
    assert work.states == [RoundState.ORDERED] * 3
    assert set(OutgoingMail.objects.values_list("state", flat=True)) == {"done"}


def test_nobody_gives_way_outside_a_worker(work: LongWork) -> None:
    PairingOrder.objects.create(round=Round.objects.create(section=work.section, number=1))

    urgent.give_way()

    assert Round.objects.get().state == RoundState.ORDERED


def test_what_is_urgent_itself_gives_way_to_nothing(work: LongWork) -> None:
    urgent_kind = replace(work.kind, queue=PAIRING_QUEUE)

    with JOB_KINDS.replaced({KIND: urgent_kind, PAIR_ROUND.name: PAIR_ROUND}):
        batches.work(kind_name=KIND, message_id="m")

    assert work.states == [RoundState.ORDERED] * 3


def test_it_is_looked_for_what_is_urgent_now_and_then(
    work: LongWork, monkeypatch: pytest.MonkeyPatch, django_assert_num_queries: Any
) -> None:
    monkeypatch.setattr(urgent, "LOOK_EVERY", 60)

    with urgent.giving_way(work.kind, "m"), django_assert_num_queries(1):
        for _ in range(100):
            urgent.give_way()
