"""What can happen to an account, as the history tells it."""

from django.utils.translation import gettext_lazy as _

from audit.actions import register

ADMINISTERED = register("account.administered", _("%(actor)s changed the account of %(target)s"))
MADE = register("account.made", _("%(actor)s made an account for %(target)s"))
RENAMED = register("account.renamed", _("%(actor)s changed the name of the account %(target)s"))
EMAIL_CHANGED = register("account.email_changed", _("%(actor)s changed the e-mail address of %(target)s"))
PASSWORD_CHANGED = register("account.password_changed", _("%(actor)s changed the password of %(target)s"))
SECOND_FACTOR_ON = register(
    "account.second_factor_on", _("%(actor)s switched on the second factor of %(target)s")
)
SECOND_FACTOR_OFF = register(
    "account.second_factor_off", _("%(actor)s switched off the second factor of %(target)s")
)
SECOND_FACTOR_RESET = register(
    "account.second_factor_reset", _("%(actor)s reset the second factor of %(target)s")
)
