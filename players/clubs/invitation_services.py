"""Invitations to a club by e-mail: each function is one transaction and leaves a line in the history.

The link carries a secret of which the database has only the hash. Whoever holds the link may answer, once: accounts'
addresses are not confirmed, so comparing them would prove nothing. Whether an address belongs to a member already is
not checked, for the answer would tell the organiser whose address it is.
"""

import hashlib
import secrets
from datetime import timedelta
from typing import Final

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from audit import services as audit
from audit.actions import Action
from players.clubs import actions, mails
from players.clubs.own_person import own_person
from players.clubs.services import add_member, lock
from players.errors import Refused
from players.models import Club, ClubInvitation, InvitationState, Membership, Role, User
from players.policies import may_add_member

VALID_FOR: Final = timedelta(days=14)


def invite(
    *, actor: User, club: Club, email: str, role: Role = Role.MEMBER, message: str = ""
) -> ClubInvitation:
    """Send a link to the address. What was not answered in time may be sent anew, with another role and message."""
    try:
        with transaction.atomic():
            lock(club)
            club.refresh_from_db()
            if club.closed_at is not None:
                raise Refused(_("The club is closed: nobody can be invited."))
            address = email.strip().lower()
            open_one = ClubInvitation.objects.filter(
                club=club, email=address, state=InvitationState.OPEN
            ).first()
            if open_one is not None and not open_one.has_expired():
                raise _open_already()
            invitation = open_one or ClubInvitation(club=club, email=address)
            invitation.role, invitation.message = role, message
            _send(actor, invitation)
            _record(actor, actions.INVITED, invitation)
            return invitation
    except IntegrityError as error:
        raise _open_already() from error


@transaction.atomic
def resend(*, actor: User, invitation: ClubInvitation) -> ClubInvitation:
    """Send a new link, valid as long as a first one; the old one leads nowhere any more."""
    invitation = _locked(invitation)
    if invitation.club.closed_at is not None:
        raise Refused(_("The club is closed: nobody can be invited."))
    _send(actor, invitation)
    _record(actor, actions.INVITED_AGAIN, invitation)
    return invitation


@transaction.atomic
def withdraw(*, actor: User | None, invitation: ClubInvitation, reason: str = "") -> None:
    invitation = _locked(invitation)
    _close(invitation, InvitationState.WITHDRAWN)
    _record(actor, actions.INVITATION_WITHDRAWN, invitation, reason)


@transaction.atomic
def accept(*, actor: User, invitation: ClubInvitation) -> Membership:
    invitation = _locked(invitation)
    inviter = invitation.invited_by
    if invitation.has_expired():
        raise Refused(
            _("This invitation was valid until %(date)s. Please ask the club for a new one.")
            % {"date": date_format(timezone.localtime(invitation.expires_at), "DATE_FORMAT")}
        )
    if invitation.club.closed_at is not None:
        raise Refused(_("The club has closed: nobody can join it any more."))
    # An invitation gives what its sender may give, today: who has lost the right gives nothing.
    if inviter is None or not may_add_member(inviter, invitation.club, Role(invitation.role)):
        raise Refused(
            _("Whoever sent this invitation may not invite any more. Please ask the club for a new one.")
        )
    membership = add_member(
        actor=actor,
        club=invitation.club,
        person=own_person(actor),
        role=Role(invitation.role),
        action=actions.INVITATION_ACCEPTED,
    )
    _close(invitation, InvitationState.ACCEPTED)
    return membership


@transaction.atomic
def decline(*, invitation: ClubInvitation) -> None:
    """Nobody has to sign in for it, and nobody is told who it was."""
    invitation = _locked(invitation)
    _close(invitation, InvitationState.DECLINED)
    _record(None, actions.INVITATION_DECLINED, invitation)


def hash_of(token: str) -> str:
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()


def _send(actor: User, invitation: ClubInvitation) -> None:
    token = secrets.token_urlsafe(32)
    invitation.token_hash = hash_of(token)
    invitation.invited_by = actor
    invitation.sent_at = timezone.now()
    invitation.expires_at = invitation.sent_at + VALID_FOR
    invitation.save()
    mails.send_invitation(invitation, token=token)


def _close(invitation: ClubInvitation, state: InvitationState) -> None:
    """The address has served its purpose, and the personal message with it."""
    invitation.state = state
    invitation.answered_at = timezone.now()
    invitation.email = invitation.message = ""
    invitation.save()


def _locked(invitation: ClubInvitation) -> ClubInvitation:
    """The invitation as it is now that nobody else can answer it."""
    lock(invitation.club)
    current = ClubInvitation.objects.select_related("club", "invited_by").filter(pk=invitation.pk).first()
    if current is None or current.state != InvitationState.OPEN:
        raise Refused(_("This invitation has been answered or withdrawn already."))
    return current


def _record(actor: User | None, action: Action, invitation: ClubInvitation, reason: str = "") -> None:
    audit.record(
        actor=actor,
        action=action,
        target=invitation,
        before={},
        after={"role": invitation.role},
        reason=reason,
        club=invitation.club_id,
    )


def _open_already() -> Refused:
    return Refused(_("There is an open invitation for this address already. You can send it again below."))
