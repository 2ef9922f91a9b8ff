"""What can happen to API tokens, as the history tells it. Each line is about the account."""

from django.utils.translation import gettext_lazy as _

from audit.actions import register

CREATED = register("token.created", _("%(actor)s made an API token for the account of %(target)s"))
REVOKED = register("token.revoked", _("%(actor)s revoked an API token of the account of %(target)s"))
