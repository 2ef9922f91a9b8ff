"""Two members of a club with accounts, an arbiter who does not play, and a free game of the two."""

import datetime

import pytest

from games.archive.jobs import sync_rating
from games.models import Game
from players.clubs.services.members import add_member
from players.models import Club, Person, User
from players.people.services.people import create_person
from tests.games.archive.free_games import a_free_game


@pytest.fixture
def bo(club: Club) -> Person:
    account = User.objects.create(email="bo@example.org", password="!", display_name="Bo")
    person = create_person(actor=None, name="Bo Lind", account=account, club=club)
    add_member(actor=None, club=club, person=person)
    return person


@pytest.fixture
def game(agnes: Person, bo: Person) -> Game:
    """A stranger has sent it in."""
    game = a_free_game(
        agnes, bo, day=datetime.date(2026, 10, 12), final_position="7/7/7/7/7/7/7/7/7 w 24 0-0"
    )
    sync_rating(game.pk)
    game.refresh_from_db()
    return game
