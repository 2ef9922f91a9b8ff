"""Another e-mail address for an account: confirmed at the new one by somebody signed in, told to the old one."""

from typing import Final

from django.core import signing
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils.translation import gettext as _

from audit import services as audit
from audit.changes import difference
from players.accounts import actions, notices
from players.accounts.mail import send, site_address
from players.accounts.mail_kinds import SECURITY
from players.errors import Refused
from players.models import User

GOOD_FOR: Final = 60 * 60 * 4
_SALT: Final = "players.accounts.email_change"


def ask_to_confirm(*, account: User, email: str) -> None:
    """Send a link to the new address. Until somebody follows it, nothing changes."""
    email = User.objects.normalize_email(email)
    token = signing.dumps([account.pk, account.email, email], salt=_SALT)
    link = site_address(reverse("confirm-email", args=[token]))
    template = "accounts/mail/confirm_email.txt"
    send(to=account, kind=SECURITY, template=template, context={"link": link}, address=email)


def address_in(token: str, *, account: User) -> str:
    """The new address, if the link is good: for this account, not older than four hours, not used yet."""
    try:
        pk, old, new = signing.loads(token, salt=_SALT, max_age=GOOD_FOR)
    except signing.BadSignature:
        return ""
    # The link speaks of the address to be replaced: after the change it is spent.
    return str(new) if (pk, old) == (account.pk, account.email) else ""


def change(*, account: User, email: str) -> None:
    """Somebody may have signed up with the new address in the meantime: the database decides."""
    old = account.email
    try:
        with transaction.atomic():
            account.email = email
            account.save(update_fields=["email"])
            changed = difference({"email": old}, {"email": email}, private={"email"})
            audit.record(
                actor=account,
                action=actions.EMAIL_CHANGED,
                target=account,
                before=changed.before,
                after=changed.after,
            )
            notices.tell(account, notices.EMAIL_CHANGED, address=old)
    except IntegrityError as error:
        account.email = old
        raise Refused(_("There is another account with this e-mail address by now.")) from error
