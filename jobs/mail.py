"""Outgoing mail: sending stores a row, a job delivers it, and what was sent or is nobody's any more is forgotten."""

import re
from collections.abc import Collection, Mapping, Sequence
from email.utils import make_msgid
from typing import Any, Final, NamedTuple

from django.conf import settings
from django.core.mail import EmailMessage, EmailMultiAlternatives, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction
from django.template.loader import render_to_string
from django.utils.html import escape

from jobs import services
from jobs.kinds import JobKind
from jobs.models import OutgoingMail

_TEXTS: Final = ("subject", "body", "html_body", "last_error")


class MailText(NamedTuple):
    subject: str
    body: str


def render_mail(template: str, context: Mapping[str, Any], *, footer: str = "") -> MailText:
    """The first line of the template is the subject."""
    subject, _, body = render_to_string(template, dict(context)).strip().partition("\n")
    return MailText(subject.strip(), f"{body}\n\n{footer}".strip() + "\n")


class OutboxBackend(BaseEmailBackend):
    """A Django mail backend that stores messages; `deliver mail` jobs hand them to MAIL_DELIVERY_BACKEND."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        with transaction.atomic():
            for message in email_messages:
                item = OutgoingMail.objects.create(**_mail_fields(message))
                services.enqueue(item=item)
        return len(email_messages)


def _mail_fields(message: EmailMessage) -> dict[str, Any]:
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


DELIVER_MAIL: Final = JobKind(
    name="deliver mail",
    model=OutgoingMail,
    prepare=_send,
    apply=_forget_content,
    expected_errors=(OSError,),  # smtplib's own errors are among them
)


@transaction.atomic
def delete_mails_to(*, address: str) -> None:
    """Delete the mails to somebody who leaves: they hold the address, and links for an account that is gone."""
    own = [
        pk
        for pk, recipients in OutgoingMail.objects.values_list("pk", "recipients")
        if address.casefold() in (recipient.casefold() for recipient in recipients)
    ]
    OutgoingMail.objects.filter(pk__in=own).delete()


@transaction.atomic
def redact_mails(*, words: Collection[str], with_what: str) -> None:
    """Replace names and other words in the mails to others that have not been sent: they still get what is for them."""
    if not (words := {word for word in words if word}):
        return
    longest_first = sorted({*words, *map(escape, words)}, key=len, reverse=True)
    # No address on the site has a person's name in it, and a link that was changed would lead nowhere.
    link_or_word = re.compile(
        rf"(https?://[^\s<>\"']+)|(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)"
    )

    def redacted(text: str) -> str:
        return link_or_word.sub(lambda found: found[1] or with_what, text)

    mails = OutgoingMail.objects.exclude(subject="", body="").only(*_TEXTS)
    naming = [mail.pk for mail in mails if any(redacted(text) != text for text in _texts(mail))]
    # A worker may be about to forget a mail that it has sent: nothing of it is to be written again.
    for mail in OutgoingMail.objects.select_for_update().filter(pk__in=naming):
        changed = {field: redacted(text) for field, text in zip(_TEXTS, _texts(mail), strict=True)}
        OutgoingMail.objects.filter(pk=mail.pk).update(**changed)


def _texts(mail: OutgoingMail) -> list[str]:
    return [getattr(mail, field) for field in _TEXTS]
