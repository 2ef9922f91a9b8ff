"""Lists of games: everybody may look, and finds what they may see."""

from datetime import date
from typing import Any, Final

from games import policies
from games.archive.jobs import sync_rating
from games.confirmations import policies as confirmation_policies
from tests.games.replay.stored_games import annotated_game, stratego_game
from tests.permissions.declarations import Rule, Visit
from tests.permissions.visits.submissions import game_of_the_club
from tests.permissions.world import Viewer, World

PLAYED_ON: Final = date(2026, 10, 12)


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


def free_game_of_members(world: World) -> dict[str, Any]:
    """One of Paula and of Paul, who has no account, that nobody has answered to."""
    game = annotated_game(
        visibility="public",
        result="1-0",
        date_from=PLAYED_ON,
        date_to=PLAYED_ON,
        first_person=world.paula,
        first_link="confirmed",
        second_person=world.unclaimed,
        second_link="confirmed",
    )
    sync_rating(game.pk)
    return {"pk": game.pk}


def confirmed(world: World) -> dict[str, Any]:
    return {"answer": "confirmed"}


def confirmed_for_both(world: World) -> dict[str, Any]:
    return {"confirm": "1"}


VISITS = (
    Visit("confirmations", Rule.SIGNED_IN),
    Visit("club-confirmations", policies.CONFIRM_FOR_BOTH, anywhere=True),
    Visit("club-confirmations", policies.CONFIRM_FOR_BOTH, "POST", anywhere=True),
    Visit("disputed-games", policies.CONFIRM_FOR_BOTH, anywhere=True),
    Visit("confirmation", policies.SEE_PUBLIC, arguments=free_game_of_members),
    Visit(
        "answer-game", confirmation_policies.CONFIRM_OWN, "POST", arguments=free_game_of_members, data=confirmed,
        concerned=Viewer.CONCERNED,
    ),
    Visit(
        "decide-game", policies.CONFIRM_FOR_BOTH, "POST", arguments=free_game_of_members,
        data=confirmed_for_both,
    ),
    Visit("games", Rule.EVERYBODY),
    Visit("explorer", Rule.EVERYBODY),
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
