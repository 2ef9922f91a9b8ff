"""What can happen to a person, as the history tells it."""

from django.utils.translation import gettext_lazy as _

from audit.actions import register

ENTERED = register("person.entered", _("%(actor)s entered %(target)s"))
EDITED = register("person.edited", _("%(actor)s changed the details of %(target)s"))
ACCOUNT_REMOVED = register("person.account_removed", _("The account of %(target)s was deleted"))
PHOTO_CHANGED = register("person.photo_changed", _("%(actor)s gave %(target)s a photo"))
PHOTO_REMOVED = register("person.photo_removed", _("%(actor)s removed the photo of %(target)s"))
MERGED = register("person.merged", _("%(actor)s merged the profile of %(target)s into another one"))
MERGE_RECEIVED = register(
    "person.merge_received", _("%(actor)s merged another profile into that of %(target)s")
)
MERGE_UNDONE = register("person.merge_undone", _("%(actor)s undid the merge of %(target)s"))
MERGE_TAKEN_BACK = register(
    "person.merge_taken_back", _("%(actor)s undid a merge into the profile of %(target)s")
)
INVITED_TO_PROFILE = register("person.invited", _("%(actor)s invited somebody to take over %(target)s"))
INVITATION_WITHDRAWN = register(
    "person.invitation_withdrawn", _("%(actor)s withdrew the invitation to %(target)s")
)
CLAIMED = register("person.claimed", _("%(actor)s took over the profile of %(target)s"))
CLAIM_ASKED = register("person.claim_asked", _("%(actor)s asked to take over the profile of %(target)s"))
CLAIM_APPROVED = register(
    "person.claim_approved", _("%(actor)s approved a claim of the profile of %(target)s")
)
CLAIM_DECLINED = register(
    "person.claim_declined", _("%(actor)s declined a claim of the profile of %(target)s")
)
CLAIM_WITHDRAWN = register(
    "person.claim_withdrawn", _("%(actor)s withdrew the claim of the profile of %(target)s")
)
