"""Outgoing mail: sending stores a row, a job delivers it."""

from collections.abc import Sequence
from email.utils import make_msgid
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage, EmailMultiAlternatives, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction

from jobs import services
from jobs.kinds import JobKind, register
from jobs.models import OutgoingMail


class OutboxBackend(BaseEmailBackend):
    """A Django mail backend that stores messages; `deliver mail` jobs hand them to MAIL_DELIVERY_BACKEND."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        with transaction.atomic():
            for message in email_messages:
                item = OutgoingMail.objects.create(**_stored(message))
                services.enqueue(item=item)
        return len(email_messages)


def _stored(message: EmailMessage) -> dict[str, Any]:
    if message.attachments:
        raise ValueError("Mails with attachments cannot be stored in the outbox: send a link instead.")
    html = [str(part[0]) for part in getattr(message, "alternatives", []) if part[1] == "text/html"]
    return {
        "subject": str(message.subject),
        "body": str(message.body),
        "html_body": html[0] if html else "",
        "sender": message.from_email,
        "recipients": message.recipients(),
        "headers": {name: str(value) for name, value in message.extra_headers.items()},
        # The same id on every attempt: should a worker die between sending and noting it, mail programs see one mail.
        "message_id": make_msgid(domain=settings.DEFAULT_FROM_EMAIL.rpartition("@")[2].rstrip(">")),
    }


def _send(mail: OutgoingMail) -> None:
    message = EmailMultiAlternatives(
        mail.subject,
        mail.body,
        mail.sender,
        mail.recipients,
        headers={**mail.headers, "Message-ID": mail.message_id},
        connection=get_connection(settings.MAIL_DELIVERY_BACKEND),
    )
    if mail.html_body:
        message.attach_alternative(mail.html_body, "text/html")
    message.send()


def _forget_content(mail: OutgoingMail, _: None) -> None:
    """A delivered mail may hold a secret link, and the address or name of somebody who leaves: we need none of it."""
    OutgoingMail.objects.filter(pk=mail.pk).update(
        subject="", body="", html_body="", recipients=[], headers={}
    )


DELIVER_MAIL = register(
    JobKind(
        name="deliver mail",
        model=OutgoingMail,
        prepare=_send,
        apply=_forget_content,
        not_ours=(OSError,),  # smtplib's own errors are among them
    )
)
