"""Who may reset a second factor, and how often one may sign up, ask for mails and try passwords."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from core.permissions.actors import Actor
from core.permissions.register import ADMINISTRATORS, Permission
from core.web.rate_limits import DAY, RateLimit
from players.seats import seats_on_site

# A whole club may share one address on the day of a tournament.
SIGN_UP_BY_ADDRESS = RateLimit("sign-up-address", 40)
SIGN_UP_BY_EMAIL = RateLimit("sign-up-email", 20)
RESET_BY_ADDRESS = RateLimit("reset-address", 20)
RESET_BY_EMAIL = RateLimit("reset-email", 3)

# Nothing can be guessed there, but each attempt costs a signature to check, or a question to the provider.
PASSKEY_BY_ADDRESS = RateLimit("passkey-address", 200)
PROVIDER_BY_ADDRESS = RateLimit("provider-address", 200)

# The lock-out counts by network; this one stops somebody who has the password and many networks.
CODE_BY_ACCOUNT = RateLimit("code-account", 40)
PASSWORD_BY_ACCOUNT = RateLimit("password-account", 10)

# Wrong passwords and codes. The first is for networks wider than the one that django-axes counts by; the second stops
# somebody who has many networks, and a mail lets the owner in again; the third one who tries a password on everybody.
FAILURES_BY_NAME_AND_ADDRESS = RateLimit("failures-name-address", 16)
FAILURES_BY_ACCOUNT = RateLimit("failures-account", 40, period=DAY)
FAILURES_BY_ADDRESS = RateLimit("failures-address", 60)
NOTICES_BY_ACCOUNT = RateLimit("failures-notice", 1, period=DAY)

RESET_SECOND_FACTOR: Final = Permission(
    "account.reset_second_factor",
    _("reset the second factor of an account whose owner lost phone and codes"),
    ADMINISTRATORS,
)


def may_reset_second_factors(actor: Actor) -> bool:
    return RESET_SECOND_FACTOR.granted_to(seats_on_site(actor))
