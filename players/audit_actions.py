"""What can happen to accounts, people, clubs and rating lists, as the history says it."""

from django.utils.translation import gettext_lazy as _

from audit.actions import Action

ACCOUNT_ADMINISTERED = Action("account.administered", _("%(actor)s changed the account of %(target)s"))

CLUB_GAME_ADDED = Action("club_game.added", _("%(actor)s added a game without a referee to %(target)s"))

CLUB_GAME_CHANGED = Action("club_game.changed", _("%(actor)s changed a game without a referee of %(target)s"))

ACCOUNT_CREATED = Action("account.made", _("%(actor)s made an account for %(target)s"))

ACCOUNT_RENAMED = Action("account.renamed", _("%(actor)s changed the name of the account %(target)s"))

EMAIL_CHANGED = Action("account.email_changed", _("%(actor)s changed the e-mail address of %(target)s"))

PASSWORD_CHANGED = Action("account.password_changed", _("%(actor)s changed the password of %(target)s"))

SECOND_FACTOR_ON = Action(
    "account.second_factor_on", _("%(actor)s switched on the second factor of %(target)s")
)

SECOND_FACTOR_OFF = Action(
    "account.second_factor_off", _("%(actor)s switched off the second factor of %(target)s")
)

SECOND_FACTOR_RESET = Action(
    "account.second_factor_reset", _("%(actor)s reset the second factor of %(target)s")
)

PASSKEY_ADDED = Action("account.passkey_added", _("%(actor)s added a passkey to the account of %(target)s"))

PASSKEY_REMOVED = Action(
    "account.passkey_removed", _("%(actor)s removed a passkey from the account of %(target)s")
)

PROVIDER_CONNECTED = Action(
    "account.provider_connected", _("%(actor)s connected the account of %(target)s with a provider")
)

PROVIDER_DISCONNECTED = Action(
    "account.provider_disconnected", _("%(actor)s disconnected the account of %(target)s from a provider")
)

JOB_RETRIED = Action("account.job_retried", _("%(actor)s had a failed job tried again"))

TOKEN_CREATED = Action("token.created", _("%(actor)s made an API token for the account of %(target)s"))

TOKEN_REVOKED = Action("token.revoked", _("%(actor)s revoked an API token of the account of %(target)s"))

PERSON_ENTERED = Action("person.entered", _("%(actor)s entered %(target)s"))
PERSON_EDITED = Action("person.edited", _("%(actor)s changed the details of %(target)s"))
PERSON_ACCOUNT_DELETED = Action("person.account_removed", _("The account of %(target)s was deleted"))
PHOTO_CHANGED = Action("person.photo_changed", _("%(actor)s gave %(target)s a photo"))
PHOTO_REMOVED = Action("person.photo_removed", _("%(actor)s removed the photo of %(target)s"))

PERSON_MERGED = Action("person.merged", _("%(actor)s merged the profile of %(target)s into another one"))

MERGE_RECEIVED = Action(
    "person.merge_received", _("%(actor)s merged another profile into that of %(target)s")
)

MERGE_UNDONE = Action("person.merge_undone", _("%(actor)s undid the merge of %(target)s"))

MERGE_UNDONE_INTO = Action(
    "person.merge_taken_back", _("%(actor)s undid a merge into the profile of %(target)s")
)

PROFILE_INVITATION_SENT = Action("person.invited", _("%(actor)s invited somebody to take over %(target)s"))

PROFILE_INVITATION_WITHDRAWN = Action(
    "person.invitation_withdrawn", _("%(actor)s withdrew the invitation to %(target)s")
)

PROFILE_TAKEN_OVER = Action("person.claimed", _("%(actor)s took over the profile of %(target)s"))

CLAIM_SUBMITTED = Action("person.claim_asked", _("%(actor)s asked to take over the profile of %(target)s"))

CLAIM_APPROVED = Action("person.claim_approved", _("%(actor)s approved a claim of the profile of %(target)s"))

CLAIM_DECLINED = Action("person.claim_declined", _("%(actor)s declined a claim of the profile of %(target)s"))

CLAIM_WITHDRAWN = Action(
    "person.claim_withdrawn", _("%(actor)s withdrew the claim of the profile of %(target)s")
)

CLUB_CREATED = Action("club.founded", _("%(actor)s created %(target)s"))
CLUB_EDITED = Action("club.edited", _("%(actor)s changed the settings of %(target)s"))
CLUB_CLOSED = Action("club.closed", _("%(actor)s closed %(target)s"))
CLUB_REOPENED = Action("club.reopened", _("%(actor)s opened %(target)s again"))
STARTING_RATING_GIVEN = Action(
    "person.starting_rating_given", _("%(actor)s gave %(target)s a starting rating")
)

STARTING_RATING_WITHDRAWN = Action(
    "person.starting_rating_withdrawn", _("%(actor)s withdrew the starting rating of %(target)s")
)

CLUB_RECOGNISED = Action("club.recognised", _("%(actor)s recognised %(target)s"))

RECOGNITION_WITHDRAWN = Action(
    "club.recognition_withdrawn", _("%(actor)s withdrew the recognition of %(target)s")
)

CLUB_DELETED = Action("club.deleted", _("%(actor)s deleted %(target)s"))
MEMBER_ADDED = Action("membership.added", _("%(actor)s made %(target)s a member of the club"))

MEMBER_ROLE_CHANGED = Action(
    "membership.role_changed", _("%(actor)s changed the role of %(target)s in the club")
)

MEMBER_REMOVED = Action("membership.removed", _("%(actor)s ended the membership of %(target)s"))
MEMBER_LEFT = Action("membership.left", _("%(target)s left the club"))

OWNERSHIP_GIVEN = Action("membership.ownership_given", _("%(actor)s handed over the ownership of %(target)s"))

OWNERSHIP_RECEIVED = Action("membership.ownership_taken", _("%(actor)s handed the club over to %(target)s"))

# Without the address: the history never forgets, and an address is its owner's.
CLUB_INVITATION_SENT = Action("invitation.sent", _("%(actor)s invited somebody by e-mail"))
CLUB_INVITATION_RESENT = Action("invitation.sent_again", _("%(actor)s sent an invitation again"))
CLUB_INVITATION_WITHDRAWN = Action("invitation.withdrawn", _("%(actor)s withdrew an invitation"))
CLUB_INVITATION_DECLINED = Action("invitation.declined", _("An invitation was declined"))

CLUB_INVITATION_ACCEPTED = Action(
    "membership.invitation_accepted", _("%(target)s accepted an invitation to the club")
)

JOIN_REQUEST_SENT = Action("membership.asked", _("%(target)s asked to join the club"))

JOIN_REQUEST_WITHDRAWN = Action(
    "membership.request_withdrawn", _("%(target)s withdrew the request to join the club")
)

JOIN_REQUEST_APPROVED = Action(
    "membership.request_approved", _("%(actor)s admitted %(target)s, who had asked to join")
)

JOIN_REQUEST_DECLINED = Action(
    "membership.request_declined", _("%(actor)s declined the request of %(target)s to join the club")
)

MEMBERSHIP_OFFERED = Action("membership.offered", _("%(actor)s asked %(target)s to join the club"))
OFFER_ACCEPTED = Action("membership.offer_accepted", _("%(actor)s agreed that %(target)s joins the club"))
OFFER_DECLINED = Action("membership.offer_declined", _("%(actor)s declined that %(target)s joins the club"))
OFFER_WITHDRAWN = Action(
    "membership.offer_withdrawn", _("%(actor)s no longer asks %(target)s to join the club")
)
ROLE_NOT_CARRIED = Action(
    "membership.role_not_carried",
    _("The profile of %(target)s changed hands: its role in the club has to be given again"),
)

POOL_CREATED = Action("rating_pool.created", _("%(actor)s created the rating pool %(target)s"))

POOL_CHANGED = Action("rating_pool.changed", _("%(actor)s changed the rules of the rating pool %(target)s"))

RECOMPUTATION_REQUESTED = Action(
    "rating_pool.recomputation_asked", _("%(actor)s had the ratings of %(target)s recomputed")
)

RESULTS_SUBMITTED = Action(
    "rated_results.handed_over", _("%(actor)s handed the results of %(target)s over for rating")
)

RESULTS_WITHDRAWN = Action(
    "rated_results.taken_back", _("%(actor)s took the results of %(target)s back from rating")
)

RESULTS_CORRECTED = Action(
    "rated_results.corrected", _("%(actor)s corrected the rated results of %(target)s")
)
