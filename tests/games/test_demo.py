"""The demo club's games."""

import pytest

from games.demo import load_demo_games
from games.models import Game, Submission
from players.demo import load_demo_club
from tests.games.working import work_until_done

pytestmark = pytest.mark.django_db


def test_games_of_both_kinds_one_error_one_draw_to_decide_and_a_name_to_correct() -> None:
    load_demo_club()

    load_demo_games()
    work_until_done()

    states = Submission.objects.order_by("ordinal").values_list("state", flat=True)
    assert list(states) == ["accepted"] * 4 + ["error"]
    games = Game.objects.order_by("sort_date", "round")
    assert sorted(game.kind for game in games) == ["barragoon"] * 3 + ["stratego"]
    assert [game.verdict for game in games if game.event == "Thursday evening"] == [
        "nothing",
        "repetition",
        "nothing",
    ]
    unlinked = [game.second_name for game in games if game.second_person is None]
    assert unlinked == ["Giulia Ferarese"]
