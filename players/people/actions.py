"""What can happen to a person, as the history tells it."""

from django.utils.translation import gettext_lazy as _

from audit.actions import register

ENTERED = register("person.entered", _("%(actor)s entered %(target)s"))
EDITED = register("person.edited", _("%(actor)s changed the details of %(target)s"))
ACCOUNT_REMOVED = register("person.account_removed", _("The account of %(target)s was deleted"))
