"""Mails are rows first, delivered by jobs, and forgotten."""

from datetime import timedelta
from smtplib import SMTPDataError
from typing import Any

import pytest
from django.conf import settings
from django.core import mail
from django.core.mail import EmailMessage, EmailMultiAlternatives
from django.utils import timezone

from core.tasks import delete_old_rows
from jobs import mail as jobs_mail
from jobs import services
from jobs.mail import DELIVER_MAIL, OutboxBackend
from jobs.models import OutgoingMail, WorkState

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _deliver_into_memory(settings: pytest.FixtureRequest) -> None:
    settings.MAIL_DELIVERY_BACKEND = "django.core.mail.backends.locmem.EmailBackend"  # type: ignore[attr-defined]


def _store(message: EmailMessage) -> OutgoingMail:
    OutboxBackend().send_messages([message])
    return OutgoingMail.objects.get()


def test_sending_stores_the_mail_and_sends_nothing_yet() -> None:
    item = _store(EmailMessage("Round one", "Begins at eight.", "club@example.org", ["ada@example.org"]))

    assert (item.state, item.subject, item.body) == (WorkState.WAITING, "Round one", "Begins at eight.")
    assert (item.sender, item.recipients) == ("club@example.org", ["ada@example.org"])
    assert mail.outbox == []


def test_the_job_sends_the_mail_with_the_stored_message_id() -> None:
    message = EmailMultiAlternatives("Round one", "Begins at eight.", "club@example.org", ["ada@example.org"])
    message.attach_alternative("<p>Begins at eight.</p>", "text/html")
    item = _store(message)

    services.perform(kind_name=DELIVER_MAIL.name, pk=item.pk, message_id="m")

    (sent,) = mail.outbox
    assert (sent.subject, sent.body, sent.to) == ("Round one", "Begins at eight.", ["ada@example.org"])
    assert [tuple(part) for part in sent.alternatives] == [("<p>Begins at eight.</p>", "text/html")]
    assert sent.message()["Message-ID"] == item.message_id


def test_headers_go_with_the_mail_and_are_forgotten_with_it() -> None:
    headers = {"List-Unsubscribe": "<https://example.org/stop/secret/>"}
    item = _store(EmailMessage("News", "…", "club@example.org", ["ada@example.org"], headers=headers))

    services.perform(kind_name=DELIVER_MAIL.name, pk=item.pk, message_id="m")

    assert mail.outbox[0].message()["List-Unsubscribe"] == "<https://example.org/stop/secret/>"
    item.refresh_from_db()
    assert item.headers == {}


def test_of_a_delivered_mail_only_its_id_is_kept() -> None:
    item = _store(
        EmailMessage("To Ada", "https://example.org/secret-link", "club@example.org", ["ada@example.org"])
    )

    services.perform(kind_name=DELIVER_MAIL.name, pk=item.pk, message_id="m")

    item.refresh_from_db()
    assert (item.state, item.subject, item.body, item.html_body) == (WorkState.DONE, "", "", "")
    assert (item.recipients, item.last_error, str(item)) == ([], "", item.message_id)


def test_a_mail_server_that_is_away_is_tried_again_later_and_worth_one_line(
    settings: pytest.FixtureRequest, caplog: pytest.LogCaptureFixture
) -> None:
    settings.MAIL_DELIVERY_BACKEND = "django.core.mail.backends.smtp.EmailBackend"  # type: ignore[attr-defined]
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1  # type: ignore[attr-defined]  nobody listens there
    item = _store(EmailMessage("Round one", "Begins at eight.", "club@example.org", ["ada@example.org"]))

    services.perform(kind_name=DELIVER_MAIL.name, pk=item.pk, message_id="m")

    item.refresh_from_db()
    assert (item.state, item.body) == (WorkState.WAITING, "Begins at eight.")
    assert item.last_error == "ConnectionRefusedError: [Errno 111] Connection refused"
    (line,) = caplog.records
    assert (line.levelname, line.exc_info) == ("WARNING", None)
    assert line.getMessage() == (
        f"deliver mail {item.pk} failed and is tried again later: "
        "ConnectionRefusedError(111, 'Connection refused')"
    )


def test_a_mail_that_the_server_refuses_is_worth_one_line(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(message: EmailMessage) -> None:
        raise SMTPDataError(550, b"no\nthanks")

    monkeypatch.setattr(EmailMultiAlternatives, "send", refuse)
    item = _store(EmailMessage("Round one", "Begins at eight.", "club@example.org", ["ada@example.org"]))

    services.perform(kind_name=DELIVER_MAIL.name, pk=item.pk, message_id="m")

    (line,) = caplog.records
    assert (line.levelname, line.exc_info) == ("WARNING", None)
    assert line.getMessage() == (
        f"deliver mail {item.pk} failed and is tried again later: SMTPDataError(550, b'no\\nthanks')"
    )


def test_attachments_are_refused() -> None:
    message = EmailMessage("Table", "See below.", "club@example.org", ["ada@example.org"])
    message.attach("table.csv", "1,2", "text/csv")

    with pytest.raises(ValueError, match="send a link instead"):
        OutboxBackend().send_messages([message])


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

    delete_old_rows()

    assert _subjects() == ["done, lately", "failed, lately", "waiting"]
    assert delete_old_rows.name in [job["task"] for job in settings.CELERY_BEAT_SCHEDULE.values()]


def test_mails_to_somebody_are_deleted_however_the_address_is_spelt() -> None:
    _mail("to Ada", to="Ada@Example.org")
    _mail("to Jorge", to="jorge@example.org")
    _mail("to another Ada", to="nevada@example.org")

    jobs_mail.delete_mails_to(address="ada@example.org")

    assert _subjects() == ["to Jorge", "to another Ada"]


def test_names_are_blacked_out_as_whole_words_and_links_stay() -> None:
    mail = _mail(
        "Jan Voss is here",
        body="Jan, in January: https://example.org/Jan/ or /Jan/",
        html_body="<p>D&#x27;Arc, <a href='https://example.org/Jan'>Jan</a></p>",
        last_error="refused: jan@example.org",
    )

    jobs_mail.redact_mails(words={"Jan", "Jan Voss", "D'Arc", "jan@example.org", ""}, with_what="•••")

    mail.refresh_from_db()
    assert (mail.subject, mail.body) == ("••• is here", "•••, in January: https://example.org/Jan/ or /•••/")
    assert mail.html_body == "<p>•••, <a href='https://example.org/Jan'>•••</a></p>"
    assert mail.last_error == "refused: •••"


def test_without_words_nothing_is_blacked_out() -> None:
    _mail("Round one")

    jobs_mail.redact_mails(words={""}, with_what="•••")

    assert _subjects() == ["Round one"]
