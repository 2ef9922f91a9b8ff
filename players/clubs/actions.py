"""What can happen to a club and its members, as the history tells it. Lines about members are about the person."""

from django.utils.translation import gettext_lazy as _

from audit.actions import register

FOUNDED = register("club.founded", _("%(actor)s founded %(target)s"))
EDITED = register("club.edited", _("%(actor)s changed the settings of %(target)s"))
CLOSED = register("club.closed", _("%(actor)s closed %(target)s"))
REOPENED = register("club.reopened", _("%(actor)s opened %(target)s again"))
DELETED = register("club.deleted", _("%(actor)s deleted %(target)s"))

MEMBER_ADDED = register("membership.added", _("%(actor)s made %(target)s a member of the club"))
ROLE_CHANGED = register("membership.role_changed", _("%(actor)s changed the role of %(target)s in the club"))
MEMBER_REMOVED = register("membership.removed", _("%(actor)s ended the membership of %(target)s"))
MEMBER_LEFT = register("membership.left", _("%(target)s left the club"))
OWNERSHIP_GIVEN = register(
    "membership.ownership_given", _("%(actor)s handed over the ownership of %(target)s")
)
OWNERSHIP_TAKEN = register("membership.ownership_taken", _("%(actor)s handed the club over to %(target)s"))

# Without the address: the history never forgets, and an address is its owner's.
INVITED = register("invitation.sent", _("%(actor)s invited somebody by e-mail"))
INVITED_AGAIN = register("invitation.sent_again", _("%(actor)s sent an invitation again"))
INVITATION_WITHDRAWN = register("invitation.withdrawn", _("%(actor)s withdrew an invitation"))
INVITATION_DECLINED = register("invitation.declined", _("An invitation was declined"))
INVITATION_ACCEPTED = register(
    "membership.invitation_accepted", _("%(target)s accepted an invitation to the club")
)

JOINING_ASKED = register("membership.asked", _("%(target)s asked to join the club"))
JOINING_NOT_ASKED = register(
    "membership.request_withdrawn", _("%(target)s withdrew the request to join the club")
)
ADMITTED = register("membership.request_approved", _("%(actor)s admitted %(target)s, who had asked to join"))
NOT_ADMITTED = register(
    "membership.request_declined", _("%(actor)s declined the request of %(target)s to join the club")
)
