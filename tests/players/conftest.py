"""Two accounts, a club, its organiser and some of its members."""

from pathlib import Path

import pytest
from django.conf import LazySettings
from django.test import Client

from players.clubs.services import imports
from players.clubs.services.members import add_member
from players.models import Club, PeopleUpload, Person, Role, User
from players.people.services.people import create_person
from tests.players.circle import Circle
from tests.players.people_tables import TABLE, work


@pytest.fixture
def agnes(db: None) -> User:
    return User.objects.create_user("agnes@example.org", None, display_name="Agnes Brandt")


@pytest.fixture
def circle(club: Club) -> Circle:
    def account(name: str) -> User:
        return User.objects.create_user(f"{name}@example.org", None, display_name=name.title())

    def join(
        name: str, role: Role = Role.MEMBER, user: User | None = None, *, listed: bool = False
    ) -> Person:
        person = create_person(actor=None, name=name, account=user, listed=listed, country="NL")
        add_member(actor=None, club=club, person=person, role=role)
        return person

    organiser, member = account("organiser"), account("member")
    join("Olga Owen", Role.ORGANISER, organiser)
    join("Mia Maus", Role.MEMBER, member)
    return Circle(
        club,
        organiser,
        member,
        stranger=account("stranger"),
        listed=join("Jan Pijl", listed=True),
        unlisted=join("Ute Zorn"),
    )


@pytest.fixture
def signed_in(circle: Circle) -> Client:
    """A browser in which the organiser is signed in."""
    browser = Client()
    browser.force_login(circle.organiser)
    return browser


@pytest.fixture
def media(tmp_path: Path, settings: LazySettings) -> Path:
    settings.MEDIA_ROOT = tmp_path
    return tmp_path


@pytest.fixture
def upload(circle: Circle) -> PeopleUpload:
    item = imports.upload_people(actor=circle.organiser, club=circle.club, data=TABLE.encode())
    work(item)
    return item
