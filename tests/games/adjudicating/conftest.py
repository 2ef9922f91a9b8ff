"""A game about which the referee has something to say."""

import pytest

from games.models import Game
from games.services import submit_text
from players.models import Club, User
from tests.games.records import DRAWN
from tests.games.working import work_until_done


@pytest.fixture
def drawn(submitter: User, club: Club, agnes: object) -> Game:
    submit_text(account=submitter, text=DRAWN, club=club)
    work_until_done()
    return Game.objects.get()
