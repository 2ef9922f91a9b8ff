"""Finding people, and what is read about claims, invitations and merges. Merged profiles are left out."""

from collections.abc import Collection
from typing import Any, Final, NamedTuple

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet
from django.shortcuts import get_object_or_404
from django.utils import timezone

from core.db import folding
from core.permissions.actors import Actor
from core.search.matching import text_matches
from players import names
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
from players.people.policies import may_merge_people
from players.policies import may_administer_site
from players.seats import is_person_concerned

MAX_SIMILAR_PEOPLE: Final = 10
CHUNK_SIZE: Final = 2000
MAX_CANDIDATES = 20


class SimilarPerson(NamedTuple):
    person: Person
    similarity: float


def unmerged_people() -> QuerySet[Person]:
    """Everybody, in the order of the alphabet."""
    return Person.objects.filter(merged_into=None)


def person_of(account: User) -> Person | None:
    return unmerged_people().filter(account=account).first()


def people_visible_to(actor: Actor) -> QuerySet[Person]:
    """Those whose pages the actor may see: `players.people.policies.may_see_person`, for all people at once."""
    if may_administer_site(actor):
        return unmerged_people()
    visible = Q(listed=True)
    if actor.is_authenticated and actor.is_active:
        own_clubs = Membership.objects.filter(person__account_id=actor.pk).values("club")
        in_one_of_them = Membership.objects.filter(person=OuterRef("pk"), club__in=own_clubs)
        visible |= Q(account_id=actor.pk) | Q(Exists(in_one_of_them))
    return unmerged_people().filter(visible)


def visible_person(actor: Actor, pk: int) -> Person | None:
    return people_visible_to(actor).filter(pk=pk).first()


def get_visible_person_or_404(actor: Actor, pk: int | str) -> Person:
    return get_object_or_404(people_visible_to(actor), pk=pk)


def get_profile_or_404(pk: int) -> Person:
    """Merged into another or not; the caller checks who may see it."""
    return get_object_or_404(Person.objects.select_related("merged_into"), pk=pk)


def visible_person_ids(actor: Actor, ids: Collection[int]) -> set[int]:
    """Of these people, those whose names may be links. One query: for the tables of results, which name everybody."""
    return set(people_visible_to(actor).filter(pk__in=ids).values_list("pk", flat=True))


def listed_people(*, name: str = "", club: str = "", country: str = "") -> QuerySet[Person]:
    """Those who agreed to be listed, by words of their names and of their clubs', with the clubs. Two queries."""
    found = people_matching(unmerged_people().filter(listed=True), name=name, club=club, country=country)
    return found.prefetch_related(Prefetch("memberships", Membership.objects.select_related("club")))


def people_matching(
    among: QuerySet[Person], *, name: str = "", club: str = "", country: str = ""
) -> QuerySet[Person]:
    """Of these people those who have the words in their names and in a club's, without accents, order and case."""
    found = among.filter(text_matches("comparison_key", name))
    if club:
        of_the_club = Membership.objects.filter(text_matches("club__search_key", club), person=OuterRef("pk"))
        found = found.filter(Exists(of_the_club))
    if country:
        found = found.filter(country=country.upper())
    return found


def visible_memberships_of(actor: Actor, person: Person) -> QuerySet[Membership]:
    """The clubs of somebody: all if the person is listed, else those that the actor belongs to as well."""
    memberships = Membership.objects.filter(person=person).select_related("club").order_by("club__sort_key")
    if person.listed or is_person_concerned(actor, person) or may_administer_site(actor):
        return memberships
    return memberships.filter(club__memberships__person__account_id=actor.pk)


def follow_merges(person: Person) -> Person:
    """The profile that is kept, after however many merges."""
    while person.merged_into is not None:
        person = person.merged_into
    return person


def people_with_name(name: str) -> QuerySet[Person]:
    """Those with the same name, apart from accents, order and case."""
    key = folding.comparison_key(name)
    return unmerged_people().filter(comparison_key=key) if key else unmerged_people().none()


def people_with_similar_name(
    name: str, *, among: QuerySet[Person] | None = None, at_most: int = MAX_SIMILAR_PEOPLE
) -> list[SimilarPerson]:
    """Those whose names are near, the same name among them, best first: to offer, never to assume. Two queries."""
    pool = unmerged_people() if among is None else among
    key = folding.comparison_key(name)
    if not key:
        return []
    candidates = pool.filter(_shares_a_piece(key)).values_list("pk", "comparison_key")
    near = names.best_first(key, candidates.iterator(chunk_size=CHUNK_SIZE))[:at_most]
    found = pool.in_bulk([match.candidate for match in near])
    return [SimilarPerson(found[match.candidate], match.similarity) for match in near]


def _shares_a_piece(key: str) -> Q:
    """Leaves few candidates to compare in full."""
    condition = Q(comparison_key=key)
    for piece in names.pieces(key):
        condition |= Q(comparison_key__contains=piece)
    return condition


def pending_claim_of(account: User) -> ProfileClaim | None:
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


def get_claim_or_404(pk: int) -> ProfileClaim:
    return get_object_or_404(ProfileClaim.objects.select_related("person"), pk=pk)


def open_invitation_to(person: Person) -> ProfileInvitation | None:
    return ProfileInvitation.objects.filter(
        person=person, closed_at=None, expires_at__gt=timezone.now()
    ).first()


def merges_into(person: Person) -> QuerySet[PersonMerge]:
    """Those in force, the newest first."""
    return PersonMerge.objects.filter(kept=person, undone_at=None).select_related(
        "kept", "merged", "merged_by"
    )


def get_merge_or_404(pk: int) -> PersonMerge:
    return get_object_or_404(PersonMerge.objects.select_related("kept", "merged"), pk=pk)


def merge_candidates(actor: Actor, person: Person, text: str) -> list[Person]:
    """Whom the person may be as well: by the words of a name, or those of nearly the same name. A bounded number."""
    visible = people_visible_to(actor).exclude(pk=person.pk)
    if text.strip():
        found = list(visible.filter(text_matches("comparison_key", text))[:MAX_CANDIDATES])
    else:
        found = [match.person for match in people_with_similar_name(person.name, among=visible)]
    return [other for other in found if may_merge_people(actor, person, other)]


def export_person(user: User) -> dict[str, Any] | None:
    person = person_of(user)
    if person is None:
        return None
    return {
        "name": person.name,
        "sort_name": person.sort_name,
        "country": person.country,
        "year_of_birth": person.year_of_birth,
        "shows_year_of_birth": person.shows_year_of_birth,
        "listed": person.listed,
    }


def export_memberships(user: User) -> list[dict[str, Any]]:
    person = person_of(user)
    return [
        {
            "club": membership.club.name,
            "role": membership.role,
            "joined_at": membership.joined_at.isoformat(),
        }
        for membership in (memberships_of(person) if person else [])
    ]


def memberships_of(person: Person) -> QuerySet[Membership]:
    """The clubs of somebody and the roles there, by the clubs' names."""
    return Membership.objects.filter(person=person).select_related("club").order_by("club__name")
