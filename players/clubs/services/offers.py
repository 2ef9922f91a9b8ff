"""A club asks for somebody who exists already: each function is one transaction and leaves a line in the history.

Nobody joins a club without consent: of their account, or, without one, of a club that has them.
"""

from collections.abc import Collection, Sequence
from typing import Final

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from audit import services as audit
from audit.actions import Action
from core.errors import Refused
from players import audit_actions
from players.clubs.policies import may_add_member, may_answer_for
from players.clubs.selectors.offers import offers_of_club
from players.clubs.services import mail
from players.clubs.services.join_requests import PAUSE_AFTER_REFUSAL
from players.clubs.services.members import add_member, lock_club, refuse_role_without_account
from players.models import (
    Club,
    InvitationState,
    JoinRequest,
    Membership,
    MembershipOffer,
    Person,
    RequestState,
    Role,
    User,
)
from players.people.services.people import lock_person, lock_unmerged_person

# Each is a mail to somebody who may never have heard of the club.
MAX_OPEN_OFFERS: Final = 200


@transaction.atomic
def offer_membership(
    *, actor: User, club: Club, person: Person, role: Role = Role.MEMBER, reason: str = ""
) -> Membership | MembershipOffer:
    """Ask the person to join, or whoever answers for them. Who has agreed already is a member at once."""
    person = lock_unmerged_person(person)
    club = lock_club(club)
    if club.closed_at is not None:
        raise Refused(_("The club is closed: nobody can join it any more."))
    if Membership.objects.filter(club=club, person=person).exists():
        raise Refused(_("%(name)s already belongs to the club.") % {"name": person})
    refuse_role_without_account(person, role)
    if has_agreed(person, club=club, actor=actor):
        return add_member(actor=actor, club=club, person=person, role=role, reason=reason)
    offer = _store_offer(actor, club, person, role, reason)
    mail.notify_of_offers([offer])
    return offer


def offer_to_many(*, actor: User, club: Club, people: Sequence[Person]) -> dict[int, str]:
    """The same for people of a table who have not agreed and do not belong to the club, in the caller's transaction.

    Returns, by their ids, why somebody was not asked. Who answers for several gets one mail.
    """
    problems, offers = {}, []
    for person in people:
        try:
            offers.append(_store_offer(actor, club, person, Role.MEMBER, ""))
        except Refused as refusal:
            problems[person.pk] = str(refusal)
    mail.notify_of_offers(offers)
    return problems


def has_agreed(person: Person, *, club: Club, actor: User) -> bool:
    """Whether the consent is there: the person asked to join, or the actor is the one to answer."""
    if may_answer_for(actor, person):
        return True
    asked = JoinRequest.objects.filter(club=club, person=person, state=RequestState.OPEN)
    return person.account_id is not None and asked.exists()


@transaction.atomic
def accept_offer(*, actor: User, offer: MembershipOffer) -> Membership:
    offer = _lock_offer(offer, answered_by=actor)
    if offer.club.closed_at is not None:
        raise Refused(_("The club has closed: nobody can join it any more."))
    # An offer gives what its sender may give, today: who has lost the right gives nothing.
    if offer.asked_by is None or not may_add_member(offer.asked_by, offer.club, Role(offer.role)):
        raise Refused(_("Whoever asked may no longer add members. Please get in touch with the club."))
    membership = add_member(
        actor=actor,
        club=offer.club,
        person=offer.person,
        role=Role(offer.role),
        action=audit_actions.OFFER_ACCEPTED,
    )  # answers the offer
    mail.notify_of_answer(offer, accepted=True)
    return membership


@transaction.atomic
def decline_offer(*, actor: User, offer: MembershipOffer, reason: str = "") -> None:
    offer = _lock_offer(offer, answered_by=actor)
    _close(offer, InvitationState.DECLINED, actor, reason)
    _record(actor, audit_actions.OFFER_DECLINED, offer, reason)
    mail.notify_of_answer(offer, accepted=False)


@transaction.atomic
def withdraw_offer(*, actor: User | None, offer: MembershipOffer) -> None:
    offer = _lock_offer(offer)
    _close(offer, InvitationState.WITHDRAWN, actor)
    _record(actor, audit_actions.OFFER_WITHDRAWN, offer)


def _store_offer(actor: User, club: Club, person: Person, role: Role, reason: str) -> MembershipOffer:
    if offers_of_club(club).count() >= MAX_OPEN_OFFERS:
        raise Refused(
            _("%(number)d people have not answered yet. Please wait, or withdraw some of the offers.")
            % {"number": MAX_OPEN_OFFERS}
        )
    _refuse_if_too_soon(club, person)
    try:
        with transaction.atomic():
            offer = MembershipOffer.objects.create(club=club, person=person, role=role, asked_by=actor)
    except IntegrityError as error:
        raise Refused(_("%(name)s has been asked already.") % {"name": person}) from error
    _record(actor, audit_actions.MEMBERSHIP_OFFERED, offer, reason)
    return offer


def _refuse_if_too_soon(club: Club, person: Person) -> None:
    declined = MembershipOffer.objects.filter(club=club, person=person, state=InvitationState.DECLINED)
    latest = declined.order_by("-answered_at").values_list("answered_at", flat=True).first()
    if latest is None or latest + PAUSE_AFTER_REFUSAL <= timezone.now():
        return
    raise Refused(
        _("%(name)s has declined. You can ask again from %(date)s on.")
        % {
            "name": person,
            "date": date_format(timezone.localtime(latest + PAUSE_AFTER_REFUSAL), "DATE_FORMAT"),
        }
    )


def _lock_offer(offer: MembershipOffer, *, answered_by: User | None = None) -> MembershipOffer:
    """The offer as it is now that nobody else can answer it. Persons are locked before clubs, everywhere."""
    lock_person(offer.person)
    lock_club(offer.club)
    offers = MembershipOffer.objects.select_related("club", "person__account", "asked_by")
    current = offers.filter(pk=offer.pk).first()
    if current is None or current.state != InvitationState.OPEN:
        raise Refused(_("This has been answered or withdrawn already."))
    if answered_by is not None and not may_answer_for(answered_by, current.person):
        raise Refused(_("Somebody else answers for %(name)s now.") % {"name": current.person})
    return current


def _close(offer: MembershipOffer, state: InvitationState, actor: User | None, reason: str = "") -> None:
    offer.state = state
    offer.answered_at = timezone.now()
    offer.answered_by = actor
    offer.reason = reason
    offer.save(update_fields=["state", "answered_at", "answered_by", "reason"])


def _record(actor: User | None, action: Action, offer: MembershipOffer, reason: str = "") -> None:
    audit.record(
        actor=actor,
        action=action,
        target=offer.person,
        before={},
        after={"role": offer.role},
        reason=reason,
        club=offer.club_id,
    )


def withdraw_offers_of(*, actor: User | None, club: Club) -> None:
    """The club closes."""
    for offer in offers_of_club(club):
        withdraw_offer(actor=actor, offer=offer)


def people_who_agreed(actor: User, club: Club, people: Collection[Person]) -> set[int]:
    return {person.pk for person in people if has_agreed(person, club=club, actor=actor)}
