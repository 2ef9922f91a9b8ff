"""What honest people have granted to attackers: all else that attackers gain is a finding."""

from collections import defaultdict
from collections.abc import Iterable

from core.permissions.register import Seat
from players.models import Club, Membership, Person, Role
from players.seats import SEAT_OF_ROLE
from tests.security.world import ATTACKERS, World

# The roles that an organiser may give to others.
_GIVEN_BY_ORGANISERS = frozenset({Seat.MEMBER, Seat.ARBITER})
_RANKS = (Role.MEMBER, Role.ARBITER, Role.ORGANISER, Role.OWNER)


class Grants:
    def __init__(self, world: World) -> None:
        self._world = world
        self._roles: dict[tuple[str, int], Role] = {}
        # Names of the people whose profile somebody gave to an attacker, by the attacker's name.
        self.profiles: dict[str, set[str]] = defaultdict(set)
        # People who agreed to belong to a club of the attackers.
        self.consenting: set[str] = set()

    def give_role(self, name: str, club: Club, role: Role) -> None:
        known = self._roles.get((name, club.pk))
        if known is None or _RANKS.index(role) > _RANKS.index(known):
            self._roles[name, club.pk] = role

    def give_profile(self, name: str, person: str, clubs: Iterable[Club]) -> None:
        """With its memberships in these clubs, as a member and nothing more."""
        self.profiles[name].add(person)
        for club in clubs:
            self.give_role(name, club, Role.MEMBER)

    def seats_in_club(self, name: str, club: Club) -> frozenset[Seat]:
        """What the attacker may be there. Who organises a club may seat accomplices, as members and arbiters."""
        own = self._roles.get((name, club.pk))
        seats = {Seat.VISITOR} | ({SEAT_OF_ROLE[own]} if own else set())
        return frozenset(seats | _GIVEN_BY_ORGANISERS if self.has_organiser(club) else seats)

    def seats_in_event(self, name: str, club: Club) -> frozenset[Seat]:
        seats = self.seats_in_club(name, club)
        return seats | {Seat.EVENT_ARBITER} if self.has_organiser(club) else seats

    def clubs_of(self, people: list[Person]) -> dict[int, list[Club]]:
        """By the ids of people."""
        clubs: dict[int, list[Club]] = defaultdict(list)
        for membership in Membership.objects.filter(person__in=people).select_related("club"):
            clubs[membership.person_id].append(membership.club)
        return clubs

    def seats_towards_person(
        self, name: str, person: Person, clubs: dict[int, list[Club]]
    ) -> frozenset[Seat]:
        known = next(known for known, each in self._world.people.items() if each.pk == person.pk)
        given = known in self.consenting or any(known in names for names in self.profiles.values())
        seats = {Seat.VISITOR}
        for club in clubs.get(person.pk, []):
            if club in self._world.honest_clubs:
                seats |= self.seats_in_club(name, club)
            elif given:
                seats |= set(SEAT_OF_ROLE.values())
        return frozenset(seats | {Seat.PERSON_CONCERNED} if known in self.profiles[name] else seats)

    def has_organiser(self, club: Club) -> bool:
        return self._has_one_of(club, Role.ORGANISER, Role.OWNER)

    def has_arbiter(self, club: Club) -> bool:
        return self._has_one_of(club, Role.ARBITER, Role.ORGANISER, Role.OWNER)

    def has_member(self, name: str, club: Club) -> bool:
        return (name, club.pk) in self._roles or self.has_organiser(club)

    def has_profile(self) -> bool:
        return any(self.profiles.values())

    def where_profiles_went(self) -> dict[int, int]:
        """By the ids of people who were given: whose own profile they were merged into, if it was given to that one."""
        people = self._world.people
        given = {
            (people[known].pk, people[name].pk) for name in self.profiles for known in self.profiles[name]
        }
        merged = Person.objects.filter(pk__in=[known for known, _ in given], merged_into__isnull=False)
        return dict(given.intersection(merged.values_list("pk", "merged_into")))

    def concerns(self, person: Person) -> bool:
        """Whether an attacker may change the person's profile: it was given, or the person joined their club."""
        names = self.consenting.union(*self.profiles.values())
        return any(self._world.people[name] == person for name in names)

    def _has_one_of(self, club: Club, *roles: Role) -> bool:
        return any(self._roles.get((name, club.pk)) in roles for name in ATTACKERS)
