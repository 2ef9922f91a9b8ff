"""The mail and the notification that tell somebody which games wait for their answer."""

from functools import partial
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.confirmations.selectors import games_waiting_for
from games.models import ConfirmationMail
from jobs.kinds import JobKind
from players.accounts.services.mail import MailKind, absolute_url, send_account_mail
from players.notifications.services import Note, Words, notify

MAX_LISTED_GAMES: Final = 10

GAMES_TO_CONFIRM_MAIL: Final = MailKind(
    "games_to_confirm",
    _("Games that wait for your confirmation"),
    _(
        "Somebody submitted free games of yours. They count for ratings when both players have confirmed them."
    ),
    by_push=True,
    by_feed=True,
)


def _count_waiting(item: ConfirmationMail) -> int:
    return games_waiting_for(item.account).count()


def _send(item: ConfirmationMail, count: int) -> None:
    """What was answered meanwhile needs no mail. The link leads to the page, which asks to sign in."""
    if count and item.account.is_active:
        send_account_mail(
            to=item.account,
            kind=GAMES_TO_CONFIRM_MAIL,
            template="games/confirmations/mail/waiting.txt",
            context={
                "count": count,
                "games": list(games_waiting_for(item.account)[:MAX_LISTED_GAMES]),
                "link": absolute_url(reverse("confirmations")),
            },
        )
        note = Note(
            item.account, "games-to-confirm", f"{item.pk}", reverse("confirmations"), partial(_words, count)
        )
        notify(GAMES_TO_CONFIRM_MAIL, [note])


def _words(count: int) -> Words:
    sentence = ngettext(
        "%(count)d game waits for your confirmation.", "%(count)d games wait for your confirmation.", count
    )
    return Words("Kiebitz", sentence % {"count": count})


TELL_OF_WAITING_GAMES: Final = JobKind(
    name="tell of games to confirm", model=ConfirmationMail, prepare=_count_waiting, apply=_send, priority=6
)
