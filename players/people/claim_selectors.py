"""What the pages of claims, invitations and merges read."""

from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from players.models import (
    ClaimState,
    Membership,
    Person,
    PersonMerge,
    ProfileClaim,
    ProfileInvitation,
    Role,
    User,
)
from players.people.selectors import people_named_nearly, people_visible_to
from players.permissions import Actor
from players.policies import may_administer_site, may_merge_people
from players.search.matching import words_begin

CANDIDATES_SHOWN = 20


def waiting_claim_of(account: User) -> ProfileClaim | None:
    waiting = ProfileClaim.objects.filter(account=account, state=ClaimState.WAITING)
    return waiting.select_related("person").first()


def claims_to_decide(actor: Actor) -> QuerySet[ProfileClaim]:
    """Those that wait for an organiser of one of the person's clubs: `may_decide_claim` of all at once."""
    waiting = ProfileClaim.objects.filter(state=ClaimState.WAITING).select_related(
        "person", "account__person"
    )
    if may_administer_site(actor):
        return waiting
    own = Membership.objects.filter(person__account_id=actor.pk, role__in=[Role.OWNER, Role.ORGANISER])
    return waiting.filter(
        Exists(Membership.objects.filter(person=OuterRef("person"), club__in=own.values("club")))
    )


def open_invitation_to(person: Person) -> ProfileInvitation | None:
    return ProfileInvitation.objects.filter(
        person=person, closed_at=None, expires_at__gt=timezone.now()
    ).first()


def merges_into(person: Person) -> QuerySet[PersonMerge]:
    """Those in force, the newest first."""
    return PersonMerge.objects.filter(kept=person, undone_at=None).select_related("merged", "merged_by")


def others_to_merge(actor: Actor, person: Person, text: str) -> list[Person]:
    """Whom the person may be as well: by the words of a name, or those of nearly the same name. A bounded number."""
    visible = people_visible_to(actor).exclude(pk=person.pk)
    if text.strip():
        found = list(visible.filter(words_begin("comparison_key", text))[:CANDIDATES_SHOWN])
    else:
        found = [match.person for match in people_named_nearly(person.name, among=visible)]
    return [other for other in found if may_merge_people(actor, person, other)]
