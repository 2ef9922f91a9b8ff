"""The mail that tells somebody which games wait for their answer."""

from typing import Final

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.confirmations.selectors import games_waiting_for
from games.models import ConfirmationMail
from jobs.kinds import JobKind
from players.accounts.services.mail import MailKind, absolute_url, send_account_mail

MAX_LISTED_GAMES: Final = 10

GAMES_TO_CONFIRM_MAIL: Final = MailKind(
    "games_to_confirm",
    _("Games that wait for your confirmation"),
    _(
        "Somebody submitted free games of yours. They count for ratings when both players have confirmed them."
    ),
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


TELL_OF_WAITING_GAMES: Final = JobKind(
    name="tell of games to confirm", model=ConfirmationMail, prepare=_count_waiting, apply=_send, priority=6
)
