"""Words of games: translated with their facts, and never an error for a game that is gone."""

from core.game_types import game_choices, game_label, highest_level, is_known_game
from engine import registry


def test_the_games_are_those_of_the_registry() -> None:
    assert [name for name, _label in game_choices()] == list(registry.names())


def test_a_game_that_the_site_has_no_longer_goes_by_its_name() -> None:
    assert not is_known_game("halma")
    assert (game_label("halma"), highest_level("halma")) == ("halma", 0)
