"""The board of a game: its page and the parts of it that stand elsewhere."""

from typing import Any

from games import policies
from games.models import Game
from tests.games.replay.stored_games import annotated_game
from tests.permissions.declarations import Visit
from tests.permissions.visits.submissions import paulas_record
from tests.permissions.world import Viewer, World

ADDRESSES = (
    "game",
    "game-embed",
    "game-print",
    "game-svg",
    "game-png",
    "game-gif",
    "game-reach",
    "game-explorer",
)


def _game_of_paula(world: World, visibility: str) -> dict[str, Any]:
    game = Game.objects.filter(visibility=visibility).first() or annotated_game(
        visibility=visibility, club=world.club, first_person=world.paula, first_link="confirmed"
    )
    return {"game_id": game.pk}


def private_game(world: World) -> dict[str, Any]:
    return _game_of_paula(world, "private")


def game_of_the_club(world: World) -> dict[str, Any]:
    return _game_of_paula(world, "club")


def public_game(world: World) -> dict[str, Any]:
    return _game_of_paula(world, "public")


VISITS = (
    *(
        Visit(
            address, policies.SEE_WITHHELD, arguments=private_game, concerned=Viewer.CONCERNED, note="private"
        )
        for address in ADDRESSES
    ),
    Visit(
        "game",
        policies.SEE_OF_CLUB,
        arguments=game_of_the_club,
        concerned=Viewer.CONCERNED,
        note="of the club",
    ),
    Visit("replay-submission", policies.SEE_UPLOAD, arguments=paulas_record, concerned=Viewer.CONCERNED),
    Visit("game", policies.SEE_PUBLIC, arguments=public_game, note="public"),
)
