"""What can happen to accounts, people, clubs and rating lists, as the history tells it."""

from django.utils.translation import gettext_lazy as _

from audit.actions import register_action

ACCOUNT_ADMINISTERED = register_action(
    "account.administered", _("%(actor)s changed the account of %(target)s")
)

ACCOUNT_CREATED = register_action("account.made", _("%(actor)s made an account for %(target)s"))

ACCOUNT_RENAMED = register_action(
    "account.renamed", _("%(actor)s changed the name of the account %(target)s")
)

EMAIL_CHANGED = register_action(
    "account.email_changed", _("%(actor)s changed the e-mail address of %(target)s")
)

PASSWORD_CHANGED = register_action(
    "account.password_changed", _("%(actor)s changed the password of %(target)s")
)

SECOND_FACTOR_ON = register_action(
    "account.second_factor_on", _("%(actor)s switched on the second factor of %(target)s")
)

SECOND_FACTOR_OFF = register_action(
    "account.second_factor_off", _("%(actor)s switched off the second factor of %(target)s")
)

SECOND_FACTOR_RESET = register_action(
    "account.second_factor_reset", _("%(actor)s reset the second factor of %(target)s")
)

TOKEN_CREATED = register_action(
    "token.created", _("%(actor)s made an API token for the account of %(target)s")
)

TOKEN_REVOKED = register_action(
    "token.revoked", _("%(actor)s revoked an API token of the account of %(target)s")
)

PERSON_ENTERED = register_action("person.entered", _("%(actor)s entered %(target)s"))
PERSON_EDITED = register_action("person.edited", _("%(actor)s changed the details of %(target)s"))
PERSON_ACCOUNT_DELETED = register_action("person.account_removed", _("The account of %(target)s was deleted"))
PHOTO_CHANGED = register_action("person.photo_changed", _("%(actor)s gave %(target)s a photo"))
PHOTO_REMOVED = register_action("person.photo_removed", _("%(actor)s removed the photo of %(target)s"))

PERSON_MERGED = register_action(
    "person.merged", _("%(actor)s merged the profile of %(target)s into another one")
)

MERGE_RECEIVED = register_action(
    "person.merge_received", _("%(actor)s merged another profile into that of %(target)s")
)

MERGE_UNDONE = register_action("person.merge_undone", _("%(actor)s undid the merge of %(target)s"))

MERGE_UNDONE_INTO = register_action(
    "person.merge_taken_back", _("%(actor)s undid a merge into the profile of %(target)s")
)

PROFILE_INVITATION_SENT = register_action(
    "person.invited", _("%(actor)s invited somebody to take over %(target)s")
)

PROFILE_INVITATION_WITHDRAWN = register_action(
    "person.invitation_withdrawn", _("%(actor)s withdrew the invitation to %(target)s")
)

PROFILE_TAKEN_OVER = register_action("person.claimed", _("%(actor)s took over the profile of %(target)s"))

CLAIM_SUBMITTED = register_action(
    "person.claim_asked", _("%(actor)s asked to take over the profile of %(target)s")
)

CLAIM_APPROVED = register_action(
    "person.claim_approved", _("%(actor)s approved a claim of the profile of %(target)s")
)

CLAIM_DECLINED = register_action(
    "person.claim_declined", _("%(actor)s declined a claim of the profile of %(target)s")
)

CLAIM_WITHDRAWN = register_action(
    "person.claim_withdrawn", _("%(actor)s withdrew the claim of the profile of %(target)s")
)

CLUB_FOUNDED = register_action("club.founded", _("%(actor)s founded %(target)s"))
CLUB_EDITED = register_action("club.edited", _("%(actor)s changed the settings of %(target)s"))
CLUB_CLOSED = register_action("club.closed", _("%(actor)s closed %(target)s"))
CLUB_REOPENED = register_action("club.reopened", _("%(actor)s opened %(target)s again"))
CLUB_DELETED = register_action("club.deleted", _("%(actor)s deleted %(target)s"))
MEMBER_ADDED = register_action("membership.added", _("%(actor)s made %(target)s a member of the club"))

MEMBER_ROLE_CHANGED = register_action(
    "membership.role_changed", _("%(actor)s changed the role of %(target)s in the club")
)

MEMBER_REMOVED = register_action("membership.removed", _("%(actor)s ended the membership of %(target)s"))
MEMBER_LEFT = register_action("membership.left", _("%(target)s left the club"))

OWNERSHIP_GIVEN = register_action(
    "membership.ownership_given", _("%(actor)s handed over the ownership of %(target)s")
)

OWNERSHIP_RECEIVED = register_action(
    "membership.ownership_taken", _("%(actor)s handed the club over to %(target)s")
)

# Without the address: the history never forgets, and an address is its owner's.
CLUB_INVITATION_SENT = register_action("invitation.sent", _("%(actor)s invited somebody by e-mail"))
CLUB_INVITATION_RESENT = register_action("invitation.sent_again", _("%(actor)s sent an invitation again"))
CLUB_INVITATION_WITHDRAWN = register_action("invitation.withdrawn", _("%(actor)s withdrew an invitation"))
CLUB_INVITATION_DECLINED = register_action("invitation.declined", _("An invitation was declined"))

CLUB_INVITATION_ACCEPTED = register_action(
    "membership.invitation_accepted", _("%(target)s accepted an invitation to the club")
)

JOIN_REQUEST_SENT = register_action("membership.asked", _("%(target)s asked to join the club"))

JOIN_REQUEST_WITHDRAWN = register_action(
    "membership.request_withdrawn", _("%(target)s withdrew the request to join the club")
)

JOIN_REQUEST_APPROVED = register_action(
    "membership.request_approved", _("%(actor)s admitted %(target)s, who had asked to join")
)

JOIN_REQUEST_DECLINED = register_action(
    "membership.request_declined", _("%(actor)s declined the request of %(target)s to join the club")
)

POOL_CREATED = register_action("rating_pool.created", _("%(actor)s opened the rating pool %(target)s"))

POOL_CHANGED = register_action(
    "rating_pool.changed", _("%(actor)s changed the rules of the rating pool %(target)s")
)

RECOMPUTATION_REQUESTED = register_action(
    "rating_pool.recomputation_asked", _("%(actor)s had the ratings of %(target)s computed anew")
)

RESULTS_SUBMITTED = register_action(
    "rated_results.handed_over", _("%(actor)s handed the results of %(target)s over for rating")
)

RESULTS_WITHDRAWN = register_action(
    "rated_results.taken_back", _("%(actor)s took the results of %(target)s back from rating")
)

RESULTS_CORRECTED = register_action(
    "rated_results.corrected", _("%(actor)s corrected the rated results of %(target)s")
)
