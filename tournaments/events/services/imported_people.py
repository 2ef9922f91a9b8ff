"""The players whom a file names: who of them is known here, and who each of them becomes.

Somebody of the same name is taken for the player only if they are a member of the importing club. Others of that name
are offered to be chosen, and without a choice the player is somebody new.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from django.utils.translation import gettext as _

from core.errors import Refused
from players.models import Club, Membership, Person, User
from players.people.selectors.known_people import KnownPeople, KnownPerson
from players.people.selectors.people import people_visible_to

NEW_PERSON: Final = "new"


@dataclass(frozen=True)
class PlannedPlayer:
    """One player line. `known` is the person of that name; else `candidates` have nearly that name."""

    number: int
    name: str
    rating: int
    person: Person | None
    """Somebody new with what the line says, not saved."""
    known: Person | None = None
    candidates: Sequence[Person] = ()
    problem: str = ""

    @property
    def match(self) -> str:
        if self.problem:
            return "refused"
        return "known" if self.known else "near" if self.candidates else "new"


def resolve_people(players: Sequence[PlannedPlayer], choices: Mapping[int, str]) -> dict[int, Person]:
    """Who each player is, by number; those who are new are not saved. One person twice is refused."""
    people: dict[int, Person] = {}
    taken: dict[int, str] = {}
    for player in players:
        wanted = choices.get(player.number, "")
        among = {
            str(each.pk): each for each in (*player.candidates, *([player.known] if player.known else []))
        }
        person = among.get(wanted) or (player.known if wanted != NEW_PERSON else None) or player.person
        if person is None:
            raise Refused(player.problem)
        if person.pk is not None and person.pk in taken:
            raise Refused(
                _("%(one)s and %(other)s cannot both be %(person)s.")
                % {"one": taken[person.pk], "other": player.name, "person": person.name}
            )
        if person.pk is not None:
            taken[person.pk] = player.name
        people[player.number] = person
    return people


def read_choices(data: Mapping[str, str], numbers: Collection[int]) -> dict[int, str]:
    """What a form says about the players: `player-7` is a person's id or `new`."""
    named = {number: data.get(f"player-{number}", "") for number in numbers}
    return {number: choice for number, choice in named.items() if choice}


class PeopleInReach:
    """The people whom the organiser sees, by their names."""

    def __init__(self, actor: User, club: Club) -> None:
        members = set(Membership.objects.filter(club=club).values_list("person", flat=True))
        columns = ("pk", "comparison_key", "year_of_birth", "shows_year_of_birth", "account")
        self._people = KnownPeople(
            KnownPerson(
                pk,
                key,
                # A year of birth that is nobody's business is not compared.
                year if shown or (account is None and pk in members) else None,
                belongs=pk in members,
            )
            for pk, key, year, shown, account in people_visible_to(actor).values_list(*columns).iterator()
        )

    def same(self, key: str, year: int | None) -> int | None:
        found = self._people.only_member(key, year)
        return found.pk if found else None

    def only_member_named(self, key: str) -> int | None:
        return self.same(key, None)

    def near(self, key: str) -> list[int]:
        return [person.pk for person in self._people.near(key)]


class PersonMatches(NamedTuple):
    """Whom a name may mean, by ids."""

    same: int | None
    near: Sequence[int]


def match_person(person: Person, known: PeopleInReach) -> PersonMatches:
    same = known.same(person.comparison_key, person.year_of_birth)
    return PersonMatches(same, () if same is not None else known.near(person.comparison_key))
