"""Games as rows of the database."""

from typing import Any

from games.models import Game

HEAD: dict[str, Any] = {
    "kind": "barragoon",
    "first_name": "Agnes Brandt",
    "second_name": "Bo Lind",
    "result": "1-0",
    "termination": "resigned",
    "ply_count": 0,
    "setup": "closed",
    "final_position": "7/7/7/7/7/7/7/7/7 w 24 0-0",
    "engine_version": "1",
}


def make_game(key: str = "a", **values: Any) -> Game:
    head = HEAD | {"duplicate_key": key} | values
    recorded = {"recorded_result": head["result"], "recorded_termination": head["termination"]}
    return Game.objects.create(**(recorded | head))
