"""Rows that wait for an item hear when it is given up, in the same transaction, and when it is taken up again."""

from contextlib import ExitStack
from typing import Any

import pytest
from django.utils import timezone

from jobs import services
from jobs.kinds import JOB_KINDS, JobKind, PermanentFailure
from jobs.models import OutgoingMail, WorkState
from players.models import Club

pytestmark = pytest.mark.django_db
KIND = "found a club"


def _found_a_club(item: OutgoingMail, name: str) -> None:
    number = Club.objects.count() + 1
    Club.objects.create(name=f"{name} {number}", slug=f"club-{number}")


def _item(**fields: Any) -> OutgoingMail:
    number = OutgoingMail.objects.count()
    values = {"message_id": f"<{number}@test>", "subject": "Club", "recipients": []}
    return OutgoingMail.objects.create(**values | fields)


def test_what_waits_for_an_item_hears_when_it_is_given_up_and_when_it_is_taken_up_again(
    until_test_ends: ExitStack,
) -> None:
    def prepare(item: OutgoingMail) -> str:
        raise {"Once": ConnectionError, "Never": PermanentFailure}[item.subject]("away")

    kind = JobKind(
        name=KIND,
        model=OutgoingMail,
        prepare=prepare,
        apply=_found_a_club,
        on_failure=lambda item: _found_a_club(item, f"Without {item.subject}"),
        on_retry=lambda item: Club.objects.filter(name__startswith=f"Without {item.subject}").delete(),
        max_attempts=1,
    )
    until_test_ends.enter_context(JOB_KINDS.replaced({KIND: kind}))
    failing, refused = _item(subject="Once"), _item(subject="Never")
    killing = _item(subject="Killer", attempts=1, claimed_at=timezone.now(), claimed_by="m")

    for item in (failing, refused, killing, failing):
        services.perform(kind_name=KIND, pk=item.pk, message_id="m")

    assert list(Club.objects.order_by("pk").values_list("name", flat=True)) == [
        "Without Once 1",
        "Without Never 2",
        "Without Killer 3",
    ]

    for _ in range(2):  # the second time it waits already
        services.retry(item=refused)

    assert list(Club.objects.order_by("pk").values_list("name", flat=True)) == [
        "Without Once 1",
        "Without Killer 3",
    ]


def test_an_item_is_not_given_up_before_those_who_wait_for_it_could_hear(
    until_test_ends: ExitStack,
) -> None:
    def give_up(item: OutgoingMail) -> None:
        _found_a_club(item, "Half")
        raise RuntimeError("half-way")

    kind = JobKind(
        name=KIND,
        model=OutgoingMail,
        prepare=_refuse,
        apply=_found_a_club,
        on_failure=give_up,
        max_attempts=1,
    )
    until_test_ends.enter_context(JOB_KINDS.replaced({KIND: kind}))
    item = _item()

    with pytest.raises(RuntimeError, match="half-way"):
        services.perform(kind_name=KIND, pk=item.pk, message_id="m")

    item.refresh_from_db()
    assert (item.state, Club.objects.count()) == (WorkState.WAITING, 0)


def _refuse(item: OutgoingMail) -> str:
    raise PermanentFailure("There is nobody to write to.")
