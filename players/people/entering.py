"""Entering people into a club, and who they might be already."""

from typing import Final, NamedTuple, Unpack

from django.db import transaction

from players.clubs.services import add_member
from players.models import Club, Membership, Person, Role, User
from players.people.selectors import people_named_nearly, people_visible_to
from players.people.services import Details, create_person

NEW_PERSON: Final = "new"


class Offer(NamedTuple):
    """Somebody with nearly the same name. `clubs` are those that whoever enters may know of."""

    person: Person
    clubs: list[str]
    belongs: bool


def offers_for(name: str, *, actor: User, club: Club) -> list[Offer]:
    """The near matches among those whom the actor sees, best first. Who is hidden stays hidden. Three queries."""
    near = [match.person for match in people_named_nearly(name, among=people_visible_to(actor))]
    clubs: dict[int, dict[int, str]] = {person.pk: {} for person in near}
    for membership in Membership.objects.filter(person__in=near).select_related("club"):
        clubs[membership.person_id][membership.club_id] = membership.club.name
    return [
        Offer(
            person,
            [name for pk, name in clubs[person.pk].items() if person.listed or pk == club.pk],
            club.pk in clubs[person.pk],
        )
        for person in near
    ]


@transaction.atomic
def enter_member(*, actor: User | None, club: Club, name: str, **details: Unpack[Details]) -> Person:
    """A new person, who belongs to the club from then on."""
    person = create_person(actor=actor, name=name, club=club, **details)
    add_member(actor=actor, club=club, person=person, role=Role.MEMBER)
    return person
