"""How a profile finds its owner: by an invitation that an organiser sends, or by a claim that an organiser approves.

An account that has a profile already gets no second one: the two are merged, and the account's own is kept.
"""

from datetime import timedelta
from typing import Final

from django.core.mail import send_mail
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from audit import services as audit
from core.errors import Refused
from jobs.mail import render_mail
from players import audit_actions
from players.accounts.services.mail import absolute_url, localized_for
from players.accounts.services.tokens import hash_secret, new_secret
from players.models import ClaimState, Membership, Person, ProfileClaim, ProfileInvitation, Role, User
from players.people.selectors.people import person_of
from players.people.services.hand_over import drop_roles
from players.people.services.merges import merge_people, refuse_disclosure
from players.people.services.people import lock_unmerged_person

PROFILE_INVITATION_LIFETIME: Final = timedelta(days=14)


@transaction.atomic
def invite_to_profile(*, actor: User, person: Person, email: str) -> ProfileInvitation:
    """Mail a link to the address. An earlier one that is still open does not work any more."""
    person = lock_unmerged_person(person)
    _refuse_if_owned(person)
    _close_invitations(person)
    secret = new_secret()
    invitation = ProfileInvitation.objects.create(
        person=person,
        email=email.strip(),
        token_hash=hash_secret(secret),
        invited_by=actor,
        expires_at=timezone.now() + PROFILE_INVITATION_LIFETIME,
    )
    # Without the address: the history never forgets.
    audit.record(
        actor=actor, action=audit_actions.PROFILE_INVITATION_SENT, target=person, before={}, after={}
    )
    link = absolute_url(reverse("profile-invitation", args=[secret]))
    _send_mail(invitation.email, "invitation", {"invitation": invitation, "person": person, "link": link})
    return invitation


def find_open_invitation(secret: str) -> ProfileInvitation | None:
    return (
        ProfileInvitation.objects.select_related("person", "invited_by")
        .filter(
            token_hash=hash_secret(secret),
            closed_at=None,
            expires_at__gt=timezone.now(),
            person__merged_into=None,
        )
        .first()
    )


@transaction.atomic
def accept_invitation(*, account: User, secret: str) -> Person:
    """The account's owner is the person. Returns the profile that is kept."""
    invitation = find_open_invitation(secret)
    if invitation is None:
        raise Refused(_("This link no longer works. Please ask for a new one."))
    return _give_profile(
        invitation.person, account, actor=account, vouched_by=invitation.invited_by or account
    )


@transaction.atomic
def withdraw_invitation(*, actor: User, person: Person) -> None:
    if _close_invitations(lock_unmerged_person(person)):
        audit.record(
            actor=actor, action=audit_actions.PROFILE_INVITATION_WITHDRAWN, target=person, before={}, after={}
        )


def claim_profile(*, account: User, person: Person, message: str = "") -> ProfileClaim:
    """Ask to be recognised as the person. One claim at a time; organisers of the person's clubs get a mail."""
    try:
        with transaction.atomic():
            person = lock_unmerged_person(person)
            _refuse_if_owned(person)
            claim = ProfileClaim.objects.create(person=person, account=account, message=message.strip())
            audit.record(
                actor=account, action=audit_actions.CLAIM_SUBMITTED, target=person, before={}, after={}
            )
            _notify_organisers(claim)
            return claim
    except IntegrityError as error:
        raise Refused(
            _("You have already claimed a profile. Wait for the answer, or withdraw that claim first.")
        ) from error


@transaction.atomic
def approve_claim(*, actor: User, claim: ProfileClaim) -> Person:
    person = lock_unmerged_person(claim.person)
    claim = _pending_claim(claim)
    _decide(claim, actor, ClaimState.APPROVED)
    audit.record(actor=actor, action=audit_actions.CLAIM_APPROVED, target=person, before={}, after={})
    kept = _give_profile(person, claim.account, actor=actor, vouched_by=actor)
    _notify_claimant(claim, kept)
    return kept


@transaction.atomic
def decline_claim(*, actor: User, claim: ProfileClaim, reason: str = "") -> None:
    claim = _pending_claim(claim)
    _decide(claim, actor, ClaimState.DECLINED, reason)
    audit.record(
        actor=actor,
        action=audit_actions.CLAIM_DECLINED,
        target=claim.person,
        before={},
        after={},
        reason=reason,
    )
    _notify_claimant(claim, claim.person)


@transaction.atomic
def withdraw_claim(*, account: User) -> None:
    for claim in ProfileClaim.objects.filter(account=account, state=ClaimState.WAITING):
        _decide(claim, account, ClaimState.WITHDRAWN)
        audit.record(
            actor=account, action=audit_actions.CLAIM_WITHDRAWN, target=claim.person, before={}, after={}
        )


def _give_profile(person: Person, account: User, *, actor: User, vouched_by: User) -> Person:
    """Make the account the person's; if it has a profile already, the two are merged. `vouched_by` vouches for it.

    Roles above member do not go with it.
    """
    person = lock_unmerged_person(person)
    _refuse_if_owned(person)
    refuse_disclosure(person, account=account, vouched_by=vouched_by)
    own = person_of(account)
    drop_roles(person, actor=actor)
    _close_invitations(person)
    for other in ProfileClaim.objects.filter(person=person, state=ClaimState.WAITING).exclude(
        account=account
    ):
        _decide(other, actor, ClaimState.DECLINED, _("The profile belongs to somebody else."))
        _notify_claimant(other, person)
    if own is not None:
        merge_people(actor=actor, kept=own, merged=person, vouched_by=vouched_by, agreed_by=account)
        return own
    person.account = account
    try:
        with transaction.atomic():
            person.save(update_fields=["account"])
    except IntegrityError as error:
        raise Refused(_("This account already belongs to a person.")) from error
    audit.record(
        actor=account, action=audit_actions.PROFILE_TAKEN_OVER, target=person, before={"account": None},
        after={"account": account.pk},
    )  # fmt: skip
    return person


def _refuse_if_owned(person: Person) -> None:
    if person.account_id is not None:
        raise Refused(_("This profile already belongs to an account."))


def _close_invitations(person: Person) -> int:
    return ProfileInvitation.objects.filter(person=person, closed_at=None).update(
        closed_at=timezone.now(), email=""
    )


def _pending_claim(claim: ProfileClaim) -> ProfileClaim:
    current = ProfileClaim.objects.select_related("person", "account").filter(
        pk=claim.pk, state=ClaimState.WAITING
    )
    found = current.first()
    if found is None:
        raise Refused(_("This claim has already been answered."))
    return found


def _decide(claim: ProfileClaim, actor: User, state: ClaimState, reason: str = "") -> None:
    """Only the first answer counts: the second changes no row."""
    changed = ProfileClaim.objects.filter(pk=claim.pk, state=ClaimState.WAITING).update(
        state=state, decided_at=timezone.now(), decided_by=actor, reason=reason
    )
    if not changed:
        raise Refused(_("This claim has already been answered."))
    claim.state, claim.reason = state, reason


def _notify_organisers(claim: ProfileClaim) -> None:
    clubs = Membership.objects.filter(person=claim.person).values("club")
    organisers = User.objects.filter(
        is_active=True,
        person__memberships__club__in=clubs,
        person__memberships__role__in=[Role.OWNER, Role.ORGANISER],
    ).distinct()
    readers = organisers if organisers.exists() else User.objects.filter(is_active=True, is_staff=True)
    for reader in readers:
        with localized_for(reader):
            link = absolute_url(reverse("profile-claims"))
            _send_mail(
                reader.email,
                "claim",
                {"claim": claim, "person": claim.person, "reader": reader, "link": link},
            )


def _notify_claimant(claim: ProfileClaim, person: Person) -> None:
    with localized_for(claim.account):
        link = absolute_url(person.get_absolute_url())
        context = {"claim": claim, "person": person, "reader": claim.account, "link": link}
        _send_mail(claim.account.email, f"claim_{claim.state}", context)


def _send_mail(address: str, template: str, context: dict[str, object]) -> None:
    subject, body = render_mail(f"people/mail/{template}.txt", context)
    send_mail(subject, body, None, [address])
