"""Deleting an account, with or without the name of its owner."""

from axes.models import AccessAttempt
from django.db import transaction
from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from audit.changes import CONCEALED
from audit.erasure import forget_names
from jobs import outbox
from players.errors import Refused
from players.models import Club, User
from players.people.leaving import clubs_to_hand_over, part_from_account, words_about
from players.people.selectors import person_of


def clubs_in_the_way(account: User) -> list[Club]:
    """Those whose last owner the account is: they have to be handed over first."""
    person = person_of(account)
    return list(clubs_to_hand_over(person)) if person else []


@transaction.atomic
def delete_account(*, account: User, keep_name: bool) -> None:
    """What was played stays. With `keep_name` it stays under the name, else under that of a deleted player.

    The history keeps its lines; without `keep_name`, the name is blacked out in them, and in mails that wait.
    """
    if clubs := clubs_in_the_way(account):
        raise Refused(
            _("You are the last owner of %(clubs)s. Hand the club over to somebody else, or close it, first.")
            % {"clubs": get_text_list([str(club) for club in clubs], _("and"))}
        )
    AccessAttempt.objects.filter(username=account.email.lower()).delete()
    words = words_about(account)
    profiles = part_from_account(account=account, keep_name=keep_name)
    outbox.forget_addressee(address=account.email)
    if not keep_name:
        had = forget_names(actor=account, targets=[account, *profiles])
        # The line about the account's end calls the profile what it is from now on.
        had -= {profile.name for profile in profiles}
        outbox.black_out(words={account.email, *words, *had}, with_what=CONCEALED)
    account.delete()
