"""Games in the API: every operation asks what the page for the same thing asks."""

from typing import Any

from games import policies
from games.confirmations.policies import CONFIRM_OWN
from games.models import Adjudication
from games.policies import CONFIRM_FOR_BOTH
from tests.permissions.declarations import Rule, Visit
from tests.permissions.visits.game_lists import (
    for_everybody,
    free_game_of_members,
    game_with_hidden_pieces,
    withheld_game,
)
from tests.permissions.visits.submissions import game_of_the_club, paulas_record, paulas_upload
from tests.permissions.world import Viewer, World


def a_decision(world: World) -> dict[str, Any]:
    return {"state": "confirmed", "reason": "As the rules say."}


def _verdict_on(game: dict[str, Any]) -> dict[str, Any]:
    verdict = Adjudication.objects.create(game_id=game["pk"], verdict="nothing", engine_version="1")
    return {"pk": verdict.pk}


def verdict_on_a_withheld_game(world: World) -> dict[str, Any]:
    return _verdict_on(withheld_game(world))


def verdict_on_hidden_pieces(world: World) -> dict[str, Any]:
    return _verdict_on(game_with_hidden_pieces(world))


def verdict_on_a_game_of_the_club(world: World) -> dict[str, Any]:
    game_of_the_club(world)
    return {"pk": Adjudication.objects.latest("pk").pk}


def board_of_a_withheld_game(world: World) -> dict[str, Any]:
    return {"game_id": withheld_game(world)["pk"]}


def board_with_hidden_pieces(world: World) -> dict[str, Any]:
    return {"game_id": game_with_hidden_pieces(world)["pk"]}


def no_players(world: World) -> dict[str, Any]:
    return {"first_person": None, "second_person": None}


def an_answer(world: World) -> dict[str, Any]:
    return {"answer": "confirmed", "result": "1-0"}


def an_official_answer(world: World) -> dict[str, Any]:
    return {"counts": True, "result": "1-0"}


VISITS = (
    Visit("api:confirmation-list", Rule.SIGNED_IN),
    Visit("api:confirming-confirmation", policies.SEE_PUBLIC, arguments=free_game_of_members),
    Visit(
        "api:confirming-confirmation", CONFIRM_OWN, "POST", arguments=free_game_of_members, data=an_answer,
        concerned=Viewer.CONCERNED,
    ),
    Visit(
        "api:official-answer-decision", CONFIRM_FOR_BOTH, "POST", arguments=free_game_of_members,
        data=an_official_answer,
    ),
    Visit("api:game-list", Rule.EVERYBODY),
    Visit("api:game-detail", policies.SEE_PUBLIC, arguments=game_of_the_club),
    Visit(
        "api:game-detail", policies.LINK_PLAYERS, "PATCH", arguments=game_of_the_club, concerned=Viewer.CONCERNED,
        data=no_players,
    ),
    Visit(
        "api:game-detail", policies.SEE_WITHHELD, arguments=withheld_game, concerned=Viewer.CONCERNED, note="private",
    ),
    Visit("api:download-file", Rule.EVERYBODY),
    Visit("api:picture-board", policies.WATCH_EMBARGOED, arguments=board_with_hidden_pieces),
    Visit(
        "api:picture-board", policies.SEE_WITHHELD, arguments=board_of_a_withheld_game, concerned=Viewer.CONCERNED,
        note="private",
    ),
    Visit("api:play-moves", policies.WATCH_EMBARGOED, arguments=game_with_hidden_pieces),
    Visit(
        "api:play-moves", policies.SEE_WITHHELD, arguments=withheld_game, concerned=Viewer.CONCERNED, note="private",
    ),
    Visit("api:past-history", policies.SEE_HISTORY, arguments=withheld_game, concerned=Viewer.CONCERNED),
    Visit(
        "api:past-history", policies.SEE_HIDDEN, arguments=game_with_hidden_pieces, concerned=Viewer.CONCERNED,
        note="with hidden pieces",
    ),
    Visit("api:linking-players", policies.LINK_PLAYERS, arguments=game_of_the_club, concerned=Viewer.CONCERNED),
    Visit(
        "api:linking-players", policies.LINK_PLAYERS, "PATCH", arguments=game_of_the_club, concerned=Viewer.CONCERNED,
        data=no_players,
    ),
    Visit(
        "api:shown-visibility", policies.CHANGE_VISIBILITY, arguments=game_of_the_club, concerned=Viewer.CONCERNED,
    ),
    Visit(
        "api:shown-visibility", policies.CHANGE_VISIBILITY, "PATCH", arguments=game_of_the_club,
        concerned=Viewer.CONCERNED, data=for_everybody,
    ),
    Visit("api:upload-list", Rule.SIGNED_IN),
    Visit("api:upload-list", Rule.SIGNED_IN, "POST", data=lambda world: {"text": "x"}),
    Visit("api:upload-detail", policies.SEE_UPLOAD, arguments=paulas_upload, concerned=Viewer.CONCERNED),
    Visit("api:record-list", Rule.SIGNED_IN),
    Visit("api:record-detail", policies.SEE_UPLOAD, arguments=paulas_record, concerned=Viewer.CONCERNED),
    Visit(
        "api:record-correction", policies.SEE_UPLOAD, "POST", arguments=paulas_record, concerned=Viewer.CONCERNED,
        data=lambda world: {"text": "x"},
    ),
    Visit("api:prefix-plies", policies.SEE_UPLOAD, arguments=paulas_record, concerned=Viewer.CONCERNED),
    Visit("api:prefix-board", policies.SEE_UPLOAD, arguments=paulas_record, concerned=Viewer.CONCERNED),
    Visit("api:adjudication-list", Rule.EVERYBODY),
    Visit("api:adjudication-detail", policies.SEE_PUBLIC, arguments=verdict_on_a_game_of_the_club),
    Visit(
        "api:adjudication-detail", policies.ADJUDICATE, "PATCH", arguments=verdict_on_a_game_of_the_club,
        data=a_decision,
    ),
    Visit(
        "api:adjudication-detail", policies.SEE_WITHHELD, arguments=verdict_on_a_withheld_game,
        concerned=Viewer.CONCERNED, note="private",
    ),
    Visit(
        "api:adjudication-detail", policies.SEE_HIDDEN, arguments=verdict_on_hidden_pieces,
        concerned=Viewer.CONCERNED, note="with hidden pieces",
    ),
    Visit(
        "api:adjudication-detail", policies.ADJUDICATE, "PATCH", arguments=verdict_on_a_withheld_game,
        data=a_decision, note="private",
    ),
)  # fmt: skip
