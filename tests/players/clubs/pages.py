"""What the tests of the club's pages have in common."""

from django.test import Client

from jobs.models import OutgoingMail
from players.models import Club, Membership, Person, User


def mailed_token() -> str:
    body = OutgoingMail.objects.latest("pk").body
    return next(line for line in body.splitlines() if "/invitations/" in line).strip("/").rpartition("/")[2]


def sign_in(client: Client, membership: Membership) -> User:
    user = membership.person.account
    assert user is not None
    client.force_login(user)
    return user


def fill(club: Club, number: int, *, listed: bool) -> None:
    people = Person.objects.bulk_create(
        Person(
            name=f"Nr {index}",
            sort_name=f"Nr {index}",
            sort_key=f"nr {index:04}",
            comparison_key=f"{index} nr",
            listed=listed,
        )
        for index in range(number)
    )
    Membership.objects.bulk_create(Membership(club=club, person=person) for person in people)
