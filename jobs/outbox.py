"""What the outbox forgets: mails that are finished, and those of somebody who leaves."""

import re
from collections.abc import Collection
from datetime import timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.html import escape

from jobs.models import OutgoingMail
from jobs.work_item import WorkState

# How long administrators can see that a mail was sent, or have one that failed tried again: links in it, such as that
# of an invitation, hold no longer.
KEPT_FOR: Final = timedelta(days=14)
_TEXTS: Final = ("subject", "body", "html_body", "last_error")


def clear_finished() -> int:
    """Delete what was sent or given up long ago; how many mails that were."""
    old = OutgoingMail.objects.exclude(state=WorkState.WAITING).filter(
        finished_at__lt=timezone.now() - KEPT_FOR
    )
    return old.delete()[0]


@transaction.atomic
def forget_addressee(*, address: str) -> None:
    """Delete the mails to somebody who leaves: they hold the address, and links for an account that is gone."""
    own = [
        pk
        for pk, recipients in OutgoingMail.objects.values_list("pk", "recipients")
        if address.casefold() in (recipient.casefold() for recipient in recipients)
    ]
    OutgoingMail.objects.filter(pk__in=own).delete()


@transaction.atomic
def black_out(*, words: Collection[str], with_what: str) -> None:
    """Replace names and other words in the mails to others that have not been sent: they still get what is for them."""
    if not (words := {word for word in words if word}):
        return
    longest_first = sorted({*words, *map(escape, words)}, key=len, reverse=True)
    # No address on the site has a person's name in it, and a link that was changed would lead nowhere.
    link_or_word = re.compile(
        rf"(https?://[^\s<>\"']+)|(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)"
    )

    def blacked(text: str) -> str:
        return link_or_word.sub(lambda found: found[1] or with_what, text)

    mails = OutgoingMail.objects.exclude(subject="", body="").only(*_TEXTS)
    naming = [mail.pk for mail in mails if any(blacked(text) != text for text in _texts(mail))]
    # A worker may be about to forget a mail that it has sent: nothing of it is to be written again.
    for mail in OutgoingMail.objects.select_for_update().filter(pk__in=naming):
        changed = {field: blacked(text) for field, text in zip(_TEXTS, _texts(mail), strict=True)}
        OutgoingMail.objects.filter(pk=mail.pk).update(**changed)


def _texts(mail: OutgoingMail) -> list[str]:
    return [getattr(mail, field) for field in _TEXTS]
