"""What can happen to an event, as its log tells it."""

from django.utils.translation import gettext_lazy as _

from audit.actions import register

CREATED = register("event.created", _("%(actor)s created %(target)s"))
CHANGED = register("event.changed", _("%(actor)s changed %(target)s"))
