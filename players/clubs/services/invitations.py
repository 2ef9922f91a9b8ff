"""Invitations to a club: each function is one transaction and leaves a line in the history."""

from datetime import timedelta
from typing import Final

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from audit import services as audit
from audit.actions import Action
from core.errors import Refused
from players import audit_actions
from players.accounts.services.tokens import hash_secret, new_secret
from players.clubs.policies import may_add_member
from players.clubs.services import mail
from players.clubs.services.members import add_member, lock_club
from players.models import Club, ClubInvitation, InvitationState, Membership, Role, User
from players.people.services.people import ensure_own_person

INVITATION_LIFETIME: Final = timedelta(days=14)


def invite_by_email(
    *, actor: User, club: Club, email: str, role: Role = Role.MEMBER, message: str = ""
) -> ClubInvitation:
    """Send a link to the address. If one expired without an answer, this one replaces it."""
    try:
        with transaction.atomic():
            club = lock_club(club)
            if club.closed_at is not None:
                raise Refused(_("The club is closed: nobody can be invited."))
            address = email.strip().lower()
            open_one = ClubInvitation.objects.filter(
                club=club, email=address, state=InvitationState.OPEN
            ).first()
            if open_one is not None and not open_one.has_expired():
                raise _already_open_error()
            invitation = open_one or ClubInvitation(club=club, email=address)
            invitation.role, invitation.message = role, message
            _send_invitation(actor, invitation)
            _record_invitation(actor, audit_actions.CLUB_INVITATION_SENT, invitation)
            return invitation
    except IntegrityError as error:
        raise _already_open_error() from error


@transaction.atomic
def resend_invitation(*, actor: User, invitation: ClubInvitation) -> ClubInvitation:
    """Send a new link, valid as long as a first one; the old one stops working."""
    invitation = _lock_invitation(invitation)
    if invitation.club.closed_at is not None:
        raise Refused(_("The club is closed: nobody can be invited."))
    _send_invitation(actor, invitation)
    _record_invitation(actor, audit_actions.CLUB_INVITATION_RESENT, invitation)
    return invitation


@transaction.atomic
def withdraw_invitation(*, actor: User | None, invitation: ClubInvitation, reason: str = "") -> None:
    invitation = _lock_invitation(invitation)
    _close_invitation(invitation, InvitationState.WITHDRAWN)
    _record_invitation(actor, audit_actions.CLUB_INVITATION_WITHDRAWN, invitation, reason)


@transaction.atomic
def accept_invitation(*, actor: User, invitation: ClubInvitation) -> Membership:
    invitation = _lock_invitation(invitation)
    inviter = invitation.invited_by
    if invitation.has_expired():
        raise Refused(
            _("This invitation was valid until %(date)s. Please ask the club for a new one.")
            % {"date": date_format(timezone.localtime(invitation.expires_at), "DATE_FORMAT")}
        )
    if invitation.club.closed_at is not None:
        raise Refused(_("The club has closed: nobody can join it."))
    # An invitation gives what its sender may give, today: who has lost the right gives nothing.
    if inviter is None or not may_add_member(inviter, invitation.club, Role(invitation.role)):
        raise Refused(
            _("The sender of this invitation may no longer invite. Please ask the club for a new one.")
        )
    membership = add_member(
        actor=actor,
        club=invitation.club,
        person=ensure_own_person(actor),
        role=Role(invitation.role),
        action=audit_actions.CLUB_INVITATION_ACCEPTED,
    )
    _close_invitation(invitation, InvitationState.ACCEPTED)
    return membership


@transaction.atomic
def decline_invitation(*, invitation: ClubInvitation) -> None:
    """Nobody has to sign in for it, and the history does not say who it was."""
    invitation = _lock_invitation(invitation)
    _close_invitation(invitation, InvitationState.DECLINED)
    _record_invitation(None, audit_actions.CLUB_INVITATION_DECLINED, invitation)


def _send_invitation(actor: User, invitation: ClubInvitation) -> None:
    secret = new_secret()
    invitation.token_hash = hash_secret(secret)
    invitation.invited_by = actor
    invitation.sent_at = timezone.now()
    invitation.expires_at = invitation.sent_at + INVITATION_LIFETIME
    invitation.save()
    mail.send_invitation_mail(invitation, secret=secret)


def _close_invitation(invitation: ClubInvitation, state: InvitationState) -> None:
    """The address has served its purpose, and the personal message with it."""
    invitation.state = state
    invitation.answered_at = timezone.now()
    invitation.email = invitation.message = ""
    invitation.save()


def _lock_invitation(invitation: ClubInvitation) -> ClubInvitation:
    """The invitation as it is now that nobody else can answer it."""
    lock_club(invitation.club)
    current = ClubInvitation.objects.select_related("club", "invited_by").filter(pk=invitation.pk).first()
    if current is None or current.state != InvitationState.OPEN:
        raise Refused(_("This invitation has already been answered or withdrawn."))
    return current


def _record_invitation(
    actor: User | None, action: Action, invitation: ClubInvitation, reason: str = ""
) -> None:
    audit.record(
        actor=actor,
        action=action,
        target=invitation,
        before={},
        after={"role": invitation.role},
        reason=reason,
        club=invitation.club_id,
    )


def _already_open_error() -> Refused:
    return Refused(_("There is already an open invitation for this address. You can send it again below."))
