"""What an account's owner is told by mail when something about its security changes."""

from typing import Final, NamedTuple

from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from players.accounts.devices import Device
from players.accounts.mail import send, site_address
from players.accounts.mail_kinds import NEW_DEVICE, SECURITY, MailKind
from players.models import User


class Notice(NamedTuple):
    subject: str | Promise
    sentence: str | Promise
    kind: MailKind = SECURITY


PASSWORD_CHANGED: Final = Notice(
    _("Your password for Kiebitz was changed"), _("the password of your account at Kiebitz was changed.")
)
PASSWORD_SET: Final = Notice(
    _("Your password for Kiebitz was changed"),
    _("the password of your account at Kiebitz was changed by the people who run the site."),
)
EMAIL_CHANGED: Final = Notice(
    _("Your e-mail address at Kiebitz was changed"),
    _("your account at Kiebitz has another e-mail address now. This one is no longer used for it."),
)
SECOND_FACTOR_ON: Final = Notice(
    _("Signing in to Kiebitz takes a code now"),
    _("the second factor of your account at Kiebitz was switched on: signing in takes a code."),
)
SECOND_FACTOR_OFF: Final = Notice(
    _("Signing in to Kiebitz takes no code any more"),
    _("the second factor of your account at Kiebitz was switched off: the password is enough to sign in."),
)
SECOND_FACTOR_RESET: Final = Notice(
    _("Signing in to Kiebitz takes no code any more"),
    _("the second factor of your account at Kiebitz was switched off by the people who run the site."),
)
RECOVERY_CODES_RENEWED: Final = Notice(
    _("You have new recovery codes for Kiebitz"),
    _("new recovery codes were made for your account at Kiebitz. The older ones do not work any more."),
)
RECOVERY_CODE_USED: Final = Notice(
    _("A recovery code was used at Kiebitz"),
    _("somebody, probably you, signed in to your account at Kiebitz with a recovery code."),
)
SIGNED_IN_ON_NEW_DEVICE: Final = Notice(
    _("Signed in to Kiebitz on a new device"),
    _("somebody, probably you, signed in to your account at Kiebitz with a browser we did not know."),
    NEW_DEVICE,
)


def tell(account: User, notice: Notice, *, device: Device | None = None, address: str = "") -> None:
    """`address` is the one to write to, if it is not the account's any more."""
    context = {
        "notice": notice,
        "when": timezone.now(),
        "device": device,
        "reset_link": site_address(reverse("reset-password")),
        "sessions_link": site_address(reverse("sessions")),
    }
    send(to=account, kind=notice.kind, template="accounts/mail/notice.txt", context=context, address=address)
