"""What can happen to a club's members, as the history tells it. Each line is about the person."""

from django.utils.translation import gettext_lazy as _

from audit.actions import register

MEMBER_ADDED = register("membership.added", _("%(actor)s made %(target)s a member of the club"))
ROLE_CHANGED = register("membership.role_changed", _("%(actor)s changed the role of %(target)s in the club"))
MEMBER_REMOVED = register("membership.removed", _("%(actor)s ended the membership of %(target)s"))
OWNERSHIP_GIVEN = register(
    "membership.ownership_given", _("%(actor)s handed over the ownership of %(target)s")
)
OWNERSHIP_TAKEN = register("membership.ownership_taken", _("%(actor)s handed the club over to %(target)s"))
