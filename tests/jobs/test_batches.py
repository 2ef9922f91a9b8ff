"""A message sets many rows going: at once where a kind can, one by one otherwise, and never for long."""

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.utils import timezone

from jobs import batches
from jobs.kinds import JOB_KINDS, Batch, BatchResult, JobKind
from jobs.models import OutgoingMail, WorkState
from jobs.tasks import perform_job
from players.models import Club
from tournaments.rounds.jobs import PAIR_ROUND

pytestmark = pytest.mark.django_db
KIND = "found clubs"


def _found_club(item: OutgoingMail, name: str) -> None:
    number = Club.objects.count() + 1
    Club.objects.create(name=f"{name} {number}", slug=f"club-{number}")


def _name(item: OutgoingMail) -> str:
    if item.subject == "Broken":
        raise ZeroDivisionError
    return f"{item.subject} alone"


def _names(items: Sequence[OutgoingMail], go_on: Callable[[], bool]) -> list[OutgoingMail]:
    done = []
    for item in items:
        _name(item)
        done.append(item)
        if not go_on():
            break
    return done


def _found_clubs(items: Sequence[OutgoingMail], named: list[OutgoingMail]) -> BatchResult:
    waiting = {item.pk for item in items}
    for item in named:
        if item.pk in waiting:
            _found_club(item, item.subject)
    return BatchResult(done=[item.pk for item in named])


FOUND_CLUBS = JobKind(
    name=KIND,
    model=OutgoingMail,
    prepare=_name,
    apply=_found_club,
    batch=Batch(size=lambda item: 50, prepare=_names, apply=_found_clubs),
)


@pytest.fixture(autouse=True)
def _kinds(until_test_ends: ExitStack) -> None:
    until_test_ends.enter_context(JOB_KINDS.replaced({KIND: FOUND_CLUBS, PAIR_ROUND.name: PAIR_ROUND}))


def _items(*subjects: str, **fields: Any) -> list[OutgoingMail]:
    start = OutgoingMail.objects.count()
    rows = [
        OutgoingMail(subject=subject, recipients=[], message_id=f"<{start + n}@test>", **fields)
        for n, subject in enumerate(subjects)
    ]
    return OutgoingMail.objects.bulk_create(rows)


def _states() -> list[tuple[str, int]]:
    return list(OutgoingMail.objects.order_by("pk").values_list("state", "attempts"))


def _clubs() -> list[str]:
    return list(Club.objects.order_by("pk").values_list("name", flat=True))


def test_rows_that_nobody_has_begun_with_are_done_at_once(django_assert_max_num_queries: Any) -> None:
    _items(*["Club"] * 30)

    with django_assert_max_num_queries(2 * 30 + 20):  # the effect of each, and what it takes to do all
        batches.work(kind_name=KIND, message_id="m")

    assert _states() == [("done", 1)] * 30
    assert Club.objects.count() == 30


def test_a_message_of_the_release_before_is_understood() -> None:
    (item,) = _items("Club")

    perform_job.apply(args=(KIND, item.pk)).get()

    assert _states() == [("done", 1)]


def test_one_bad_row_is_tried_alone_and_the_others_are_done() -> None:
    _items("First", "Broken", "Last")

    for number in range(4):
        batches.work(kind_name=KIND, message_id=f"m{number}")

    assert _states() == [("done", 2), ("waiting", 2), ("done", 2)]
    assert sorted(_clubs()) == ["First alone 1", "Last alone 2"]
    assert OutgoingMail.objects.get(subject="Broken").last_error.startswith("ZeroDivisionError")


def test_a_row_that_was_tried_before_takes_no_others_with_it() -> None:
    lost = timezone.now() - timedelta(seconds=settings.JOB_LEASE + 1)
    _items("Suspect", "Other", attempts=1, claimed_at=lost, claimed_by="dead")

    claimed = batches.claims.claim_next(FOUND_CLUBS, "m", only_fresh=False)

    assert ([item.subject for item in claimed.items], claimed.is_batch) == (["Suspect"], False)
    assert OutgoingMail.objects.get(subject="Other").attempts == 1


def test_what_another_worker_holds_is_left_to_it_and_taken_when_its_claim_has_run_out() -> None:
    (item,) = _items("Club", claimed_at=timezone.now(), claimed_by="other")

    batches.work(kind_name=KIND, message_id="m")
    held = _states()
    item.claimed_at = timezone.now() - timedelta(seconds=settings.JOB_LEASE + 1)
    item.save()
    batches.work(kind_name=KIND, message_id="m")

    assert (held, _states()) == ([("waiting", 0)], [("done", 1)])


def test_after_its_turn_a_worker_gives_back_what_it_has_not_begun_with(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(batches, "TURN", 0)
    _items("One", "Two", "Three")

    batches.work(kind_name=KIND, message_id="m")

    assert _states() == [("done", 1), ("waiting", 0), ("waiting", 0)]
    assert not OutgoingMail.objects.filter(state=WorkState.WAITING).exclude(claimed_at=None).exists()


def test_a_kind_that_cannot_do_many_at_once_does_one_after_the_other(until_test_ends: ExitStack) -> None:
    until_test_ends.enter_context(JOB_KINDS.replaced({KIND: replace(FOUND_CLUBS, batch=None)}))
    _items(*["Club"] * 5)

    batches.work(kind_name=KIND, message_id="m")

    assert _states() == [("done", 1)] * 5
