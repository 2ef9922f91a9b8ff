"""What an account's owner gets of the person they are, when they ask for their data."""

from typing import Any

from players.accounts.data_export import register_part
from players.clubs.selectors import memberships_of
from players.models import User
from players.people.selectors import person_of


def gather_person(user: User) -> dict[str, Any] | None:
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


def gather_memberships(user: User) -> list[dict[str, Any]]:
    person = person_of(user)
    return [
        {
            "club": membership.club.name,
            "role": membership.role,
            "joined_at": membership.joined_at.isoformat(),
        }
        for membership in (memberships_of(person) if person else [])
    ]


register_part("person", gather_person)
register_part("memberships", gather_memberships)
