"""What clubs ask of people and nobody has answered yet: for those who answer, and for those who asked."""

from typing import Any

from django.contrib.contenttypes.models import ContentType
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.shortcuts import get_object_or_404

from audit.models import AuditEntry
from core.permissions.actors import Actor
from players.audit_actions import PERSON_ENTERED
from players.clubs.policies import may_answer_for
from players.models import Club, InvitationState, Membership, MembershipOffer, Person, Role, User
from players.people.selectors.people import people_visible_to
from players.policies import may_administer_site

ORGANISING_ROLES = (Role.OWNER, Role.ORGANISER)


def open_offers() -> QuerySet[MembershipOffer]:
    """The oldest first."""
    return (
        MembershipOffer.objects.filter(state=InvitationState.OPEN)
        .select_related("club", "person", "asked_by")
        .order_by("created_at", "pk")
    )


def offers_of_club(club: Club) -> QuerySet[MembershipOffer]:
    """Those that the club made."""
    return open_offers().filter(club=club)


def offers_shown_to(actor: Actor, club: Club) -> QuerySet[MembershipOffer]:
    """Those of people whom the actor sees still: who is not listed any more is not named."""
    return offers_of_club(club).filter(person__in=people_visible_to(actor).order_by().values("pk"))


def get_offer_of_club_or_404(actor: Actor, club: Club, pk: int) -> MembershipOffer:
    return get_object_or_404(offers_shown_to(actor, club), pk=pk)


def offers_to_answer(actor: Actor) -> QuerySet[MembershipOffer]:
    """Those that wait for the actor: `may_answer_offer` of all at once."""
    without_account = Q(person__account=None)
    if may_administer_site(actor):
        return open_offers().filter(without_account | Q(person__account_id=actor.pk))
    organised = [
        *Membership.objects.filter(person__account_id=actor.pk, role__in=ORGANISING_ROLES).values_list(
            "club", flat=True
        )
    ]
    if not organised:
        return open_offers().filter(person__account_id=actor.pk)
    belongs = Membership.objects.filter(person=OuterRef("person"))
    entered = AuditEntry.objects.filter(
        target_type=ContentType.objects.get_for_model(Person),
        target_id=OuterRef("person"),
        action=PERSON_ENTERED.key,
        club_id__in=organised,
    )
    answers = Exists(belongs.filter(club__in=organised)) | (~Exists(belongs) & Exists(entered))
    return open_offers().filter(Q(person__account_id=actor.pk) | without_account & answers)


def get_offer_to_answer_or_404(actor: Actor, pk: int) -> MembershipOffer:
    return get_object_or_404(offers_to_answer(actor), pk=pk)


def visible_offers(actor: Actor) -> QuerySet[MembershipOffer]:
    """Those that wait for the actor, and those that the actor's clubs made; all, for administrators."""
    if may_administer_site(actor):
        return open_offers()
    made = Membership.objects.filter(person__account_id=actor.pk, role__in=ORGANISING_ROLES).values("club")
    shown = open_offers().filter(club__in=made, person__in=people_visible_to(actor).order_by().values("pk"))
    pks = Q(pk__in=offers_to_answer(actor).order_by().values("pk")) | Q(pk__in=shown.order_by().values("pk"))
    return open_offers().filter(pks)


def get_visible_offer_or_404(actor: Actor, pk: int | str) -> MembershipOffer:
    return get_object_or_404(visible_offers(actor), pk=pk)


def accounts_answering_for(person: Person) -> list[User]:
    """Whom to write to: the person, organisers of clubs that have them, or the site's administrators."""
    active = User.objects.filter(is_active=True)
    if person.account_id is not None:
        return list(active.filter(pk=person.account_id))
    clubs = list(Membership.objects.filter(person=person).values_list("club", flat=True))
    if not clubs:
        lines = AuditEntry.objects.filter(
            target_type=ContentType.objects.get_for_model(Person),
            target_id=person.pk,
            action=PERSON_ENTERED.key,
        )
        clubs = [club for club in lines.values_list("club_id", flat=True) if club is not None]
    organisers = active.filter(
        person__memberships__club__in=clubs, person__memberships__role__in=ORGANISING_ROLES
    ).distinct()
    found = [account for account in organisers if may_answer_for(account, person)]
    return found or list(active.filter(is_staff=True))


def export_offers(user: User) -> list[dict[str, Any]]:
    """What an account's owner gets of the offers made to them, when they ask for their data."""
    offers = MembershipOffer.objects.filter(person__account=user).select_related("club").order_by("pk")
    return [
        {
            "club": offer.club.name,
            "role": offer.role,
            "asked_at": offer.created_at.isoformat(),
            "state": offer.state,
            "answered_at": offer.answered_at.isoformat() if offer.answered_at else None,
            "reason": offer.reason,
        }
        for offer in offers
    ]
