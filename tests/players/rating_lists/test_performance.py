"""How somebody has played: head-to-head, and the score by colour, opponents, set-up and express level."""

import pytest

from players.rating_lists.presenters.performance import Score, performances_of
from tests.players.rating_lists.builders import a_pool, event, game, people, rate

pytestmark = pytest.mark.django_db


def added_up(scores: list[Score]) -> dict[str, tuple[int, int, int]]:
    return {str(score.label): (score.wins, score.draws, score.losses) for score in scores}


def test_games_are_added_up_by_opponent_colour_strength_set_up_and_level() -> None:
    pool = a_pool()
    ann, ben, cleo = people("Ann", "Ben", "Cleo")
    games = [
        game("1", ann, ben, "1-0", first_setup="corners", second_setup="line"),
        game("2", ben, ann, "½-½", first_setup="line", second_setup="corners", second_level=2),
        game("3", cleo, ann, "1-0", second_setup="line"),
    ]
    rate(event(), games)

    (seen,) = performances_of([pool], ann)

    assert (seen.total.games, seen.total.points, seen.total.percent) == (3, 1.5, 50.0)
    assert added_up(seen.opponents) == {"Ben": (1, 1, 0), "Cleo": (0, 0, 1)}
    assert {str(title): added_up(scores) for title, scores in seen.tables} == {
        "By colour": {"moving first": (1, 0, 0), "moving second": (0, 1, 1)},
        "By the opponents’ strength": {"about as strong": (1, 0, 1)},
        "By set-up": {"corners": (1, 1, 0), "line": (0, 0, 1)},
        "By handicap level": {"level 0": (1, 0, 1), "level 2": (0, 1, 0)},
    }
    assert [each.result.key for each in seen.latest] == ["3", "2", "1"]


def test_a_game_of_stratego_has_no_express_level() -> None:
    pool = a_pool(game="stratego")
    ann, ben = people("Ann", "Ben")
    rate(event(game="stratego"), [game("1", ann, ben)])

    (seen,) = performances_of([pool], ann)

    assert [str(title) for title, _ in seen.tables] == ["By colour", "By the opponents’ strength"]
