"""A club and the people around it."""

from dataclasses import dataclass

from players.models import Club, Person, User


@dataclass(frozen=True)
class Circle:
    """A club with an organiser and a member who have accounts, and two people without; and a stranger's account."""

    club: Club
    organiser: User
    member: User
    stranger: User
    listed: Person
    unlisted: Person

    @property
    def person_of_member(self) -> Person:
        return Person.objects.get(account=self.member)
