"""The trail above a page about a game leads to the game and to all games."""

import re

import pytest
from django.test import Client

from games.models import Adjudication
from players.models import Club, User
from tests.games.replay.stored_games import annotated_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.mark.parametrize("page", ["adjudication", "visibility", "players", "print"])
def test_the_trail_of_a_page_about_a_game_leads_to_the_game_and_to_all_games(
    client: Client, club: Club, arbiter: User, page: str
) -> None:
    game = annotated_game(club=club)
    Adjudication.objects.create(game=game, verdict="nothing", engine_version="1")
    client.force_login(arbiter, backend="django.contrib.auth.backends.ModelBackend")

    shown = client.get(f"/games/{game.pk}/{page}/").content.decode()

    trail = shown.partition('aria-current="page">')[0]
    assert re.findall(r'<li><a href="(/[^"]*)">', trail)[-3:] == ["/", "/games/", f"/games/{game.pk}/"]
