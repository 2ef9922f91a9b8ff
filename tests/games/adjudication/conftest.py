"""A game about which the referee has something to say."""

import pytest

from games.models import Game
from games.submissions.services.uploads import submit_text
from players.models import Club, User
from tests.games.records import DRAWN
from tests.jobs.job_runner import run_jobs


@pytest.fixture
def drawn(submitter: User, club: Club, agnes: object) -> Game:
    submit_text(account=submitter, text=DRAWN, club=club)
    run_jobs()
    return Game.objects.get()
