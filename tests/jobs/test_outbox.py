"""What the outbox forgets: finished mails after two weeks, and those of somebody who leaves at once."""

from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.utils import timezone

from jobs import outbox
from jobs.models import OutgoingMail
from jobs.tasks import clear_outbox
from jobs.work_item import WorkState

pytestmark = pytest.mark.django_db


def _mail(subject: str, *, to: str = "jorge@example.org", **fields: Any) -> OutgoingMail:
    number = OutgoingMail.objects.count()
    values = {"sender": "club@example.org", "recipients": [to], "message_id": f"<{number}@test>"}
    return OutgoingMail.objects.create(subject=subject, **values | fields)


def _subjects() -> list[str]:
    return list(OutgoingMail.objects.order_by("pk").values_list("subject", flat=True))


def test_mails_sent_or_given_up_two_weeks_ago_are_cleared_away_at_night() -> None:
    now = timezone.now()
    for state in (WorkState.DONE, WorkState.FAILED):
        _mail(f"{state}, long ago", state=state, finished_at=now - timedelta(days=14, minutes=1))
        _mail(f"{state}, lately", state=state, finished_at=now - timedelta(days=14, minutes=-1))
    _mail("waiting", created_at=now - timedelta(days=100))

    clear_outbox()

    assert _subjects() == ["done, lately", "failed, lately", "waiting"]
    assert clear_outbox.name in [job["task"] for job in settings.CELERY_BEAT_SCHEDULE.values()]


def test_mails_to_somebody_are_deleted_however_the_address_is_spelt() -> None:
    _mail("to Ada", to="Ada@Example.org")
    _mail("to Jorge", to="jorge@example.org")
    _mail("to another Ada", to="nevada@example.org")

    outbox.forget_addressee(address="ada@example.org")

    assert _subjects() == ["to Jorge", "to another Ada"]


def test_names_are_blacked_out_as_whole_words_and_links_stay() -> None:
    mail = _mail(
        "Jan Voss is here",
        body="Jan, in January: https://example.org/Jan/ or /Jan/",
        html_body="<p>D&#x27;Arc, <a href='https://example.org/Jan'>Jan</a></p>",
        last_error="refused: jan@example.org",
    )

    outbox.black_out(words={"Jan", "Jan Voss", "D'Arc", "jan@example.org", ""}, with_what="•••")

    mail.refresh_from_db()
    assert (mail.subject, mail.body) == ("••• is here", "•••, in January: https://example.org/Jan/ or /•••/")
    assert mail.html_body == "<p>•••, <a href='https://example.org/Jan'>•••</a></p>"
    assert mail.last_error == "refused: •••"


def test_without_words_nothing_is_blacked_out() -> None:
    _mail("Round one")

    outbox.black_out(words={""}, with_what="•••")

    assert _subjects() == ["Round one"]
