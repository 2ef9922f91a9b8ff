"""Finding people. Profiles that were merged into others are left out: their names lead to where they went."""

from collections.abc import Collection
from typing import Final, NamedTuple

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet

from players import names
from players.models import Membership, Person, User
from players.permissions import Actor, is_about
from players.policies import may_administer_site
from players.search.matching import words_begin

NEAR_AT_MOST: Final = 10
ROWS_AT_A_TIME: Final = 2000


class NearPerson(NamedTuple):
    person: Person
    similarity: float


def people() -> QuerySet[Person]:
    """Everybody, in the order of the alphabet."""
    return Person.objects.filter(merged_into=None)


def person_of(account: User) -> Person | None:
    return people().filter(account=account).first()


def people_visible_to(actor: Actor) -> QuerySet[Person]:
    """Those whose pages the actor may see: `players.policies.may_see_person` of everybody at once."""
    if may_administer_site(actor):
        return people()
    visible = Q(listed=True)
    if actor.is_authenticated and actor.is_active:
        own_clubs = Membership.objects.filter(person__account_id=actor.pk).values("club")
        in_one_of_them = Membership.objects.filter(person=OuterRef("pk"), club__in=own_clubs)
        visible |= Q(account_id=actor.pk) | Q(Exists(in_one_of_them))
    return people().filter(visible)


def pages_visible_among(actor: Actor, ids: Collection[int]) -> set[int]:
    """Of these people, those whose names may be links. One query: for the tables of results, which name everybody."""
    return set(people_visible_to(actor).filter(pk__in=ids).values_list("pk", flat=True))


def listed_people(*, name: str = "", club: str = "", country: str = "") -> QuerySet[Person]:
    """Those who agreed to be listed, by words of their names and of their clubs', with the clubs. Two queries."""
    found = people_matching(people().filter(listed=True), name=name, club=club, country=country)
    return found.prefetch_related(Prefetch("memberships", Membership.objects.select_related("club")))


def people_matching(
    among: QuerySet[Person], *, name: str = "", club: str = "", country: str = ""
) -> QuerySet[Person]:
    """Of these people those who have the words in their names and in a club's, without accents, order and case."""
    found = among.filter(words_begin("comparison_key", name))
    if club:
        of_the_club = Membership.objects.filter(words_begin("club__search_key", club), person=OuterRef("pk"))
        found = found.filter(Exists(of_the_club))
    if country:
        found = found.filter(country=country.upper())
    return found


def memberships_visible_to(actor: Actor, person: Person) -> QuerySet[Membership]:
    """The clubs of somebody: all if the person is listed, else those that the actor belongs to as well."""
    memberships = Membership.objects.filter(person=person).select_related("club").order_by("club__sort_key")
    if person.listed or is_about(actor, person) or may_administer_site(actor):
        return memberships
    return memberships.filter(club__memberships__person__account_id=actor.pk)


def where_it_went(person: Person) -> Person:
    """The profile that goes on, after however many merges."""
    while person.merged_into is not None:
        person = person.merged_into
    return person


def people_named(name: str) -> QuerySet[Person]:
    """Those with the same name, apart from accents, order and case."""
    key = names.comparison_key(name)
    return people().filter(comparison_key=key) if key else people().none()


def people_named_nearly(
    name: str, *, among: QuerySet[Person] | None = None, at_most: int = NEAR_AT_MOST
) -> list[NearPerson]:
    """Those whose names are near, the same name among them, best first: to offer, never to assume. Two queries."""
    pool = people() if among is None else among
    key = names.comparison_key(name)
    if not key:
        return []
    candidates = pool.filter(_has_a_piece_of(key)).values_list("pk", "comparison_key")
    near = names.best_first(key, candidates.iterator(chunk_size=ROWS_AT_A_TIME))[:at_most]
    found = pool.in_bulk([match.candidate for match in near])
    return [NearPerson(found[match.candidate], match.similarity) for match in near]


def _has_a_piece_of(key: str) -> Q:
    """Leaves few candidates to compare in full."""
    condition = Q(comparison_key=key)
    for piece in names.pieces(key):
        condition |= Q(comparison_key__contains=piece)
    return condition
