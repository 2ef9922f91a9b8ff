"""Lists of games: everybody may look, and finds what they may see."""

from typing import Any

from games import policies
from tests.games.replay.stored_games import annotated_game, stratego_game
from tests.permissions.declarations import Rule, Visit
from tests.permissions.visits.submissions import game_of_the_club
from tests.permissions.world import Viewer, World


def for_everybody(world: World) -> dict[str, Any]:
    return {"visibility": "public"}


def withheld_game(world: World) -> dict[str, Any]:
    """One that Paula played and nobody but players and arbiters may see."""
    game = annotated_game(
        visibility="private", club=world.club, first_person=world.paula, first_link="confirmed"
    )
    return {"pk": game.pk}


def game_with_hidden_pieces(world: World) -> dict[str, Any]:
    """One under embargo, which everybody may follow as far as the moves show anything."""
    game = stratego_game(
        visibility="embargoed", club=world.club, first_person=world.paula, first_link="confirmed"
    )
    return {"pk": game.pk}


VISITS = (
    Visit("games", Rule.EVERYBODY),
    Visit("games-download", Rule.EVERYBODY, arguments=lambda world: {"kind": "csv"}),
    Visit("game-record", policies.SEE_PUBLIC, arguments=game_of_the_club),
    Visit(
        "game-visibility", policies.CHANGE_VISIBILITY, arguments=game_of_the_club, concerned=Viewer.CONCERNED,
    ),
    Visit(
        "game-visibility", policies.CHANGE_VISIBILITY, "POST", arguments=game_of_the_club, concerned=Viewer.CONCERNED,
        data=for_everybody,
    ),
    Visit(
        "game-record", policies.SEE_WITHHELD, arguments=withheld_game, concerned=Viewer.CONCERNED, note="private"
    ),
    Visit(
        "game-record", policies.SEE_HIDDEN, arguments=game_with_hidden_pieces, concerned=Viewer.CONCERNED,
        note="with hidden pieces",
    ),
)  # fmt: skip
