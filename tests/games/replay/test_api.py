"""The moves of a game through the API, from the seats that one may take."""

import pytest

from tests.games.records import DRAWN
from tests.games.replay.records import RED, STRATEGO_LINE
from tests.games.replay.stored_games import stored, stratego_game
from tests.permissions.world import Viewer, World

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

BEHIND = "!!!!!!!!!!/!!!!!!!!!!/!!!!!!!!!!"
MIDDLE = "2~~2~~2/2~~2~~2"


@pytest.fixture
def world(db: None) -> World:
    return World()


def test_every_ply_is_told_with_its_words_and_the_position_after_it(world: World) -> None:
    game = stored(DRAWN)

    moves = world.program_of(Viewer.VISITOR).get(f"/api/v1/games/{game.pk}/moves/").json()

    assert (moves["view"], moves["views"]) == ("open", ["open"])
    assert moves["start"] == game.final_position == moves["plies"][-1]["position"]
    assert [ply["ply"] for ply in moves["plies"]] == list(range(1, 13))
    assert moves["plies"][-1]["move"] == "c7-c8 (=)"
    assert moves["plies"][0] == {
        "ply": 1,
        "move": "c2-c3",
        "words": "White: 2-tile from c2 moves to c3",
        "position": "1vd1dv1/2zdz2/7/1(X)3(X)1/(X)1(X)1(X)1(X)/1(X)3(X)1/2Z4/3DZ2/1VD1DV1 b 24 0-0",
    }


def test_who_watches_an_embargoed_game_is_told_its_moves_and_what_they_have_shown(world: World) -> None:
    """Of its record they get nothing; a player may take every seat."""
    game = stratego_game(
        visibility="embargoed", club=world.club, first_person=world.paula, first_link="confirmed"
    )
    path = f"/api/v1/games/{game.pk}/moves/"
    spectator, player = (world.program_of(seat) for seat in (Viewer.VISITOR, Viewer.CONCERNED))

    watched = spectator.get(path).json()
    from_red = player.get(path, {"view": "red"}).json()

    assert (watched["view"], watched["views"]) == ("spectator", ["spectator"])
    assert [ply["move"] for ply in watched["plies"]] == STRATEGO_LINE.split()
    assert watched["start"] == f"{BEHIND}/!!!!!!!!!!/{MIDDLE}/{'/'.join(['?' * 10] * 4)} r"
    assert watched["plies"][3] == {
        "ply": 4,
        "move": "j7-j6",
        "words": "Blue: piece from j7 to j6",
        "position": f"{BEHIND}/!1!!!t!!!1/1p~~2~~1!/2~~2~~2/?1???1????/??????????/??????????/?????????? r",
    }
    assert from_red["views"] == ["open", "red", "blue", "spectator"]
    assert from_red["start"] == f"{BEHIND}/!!!!!!!!!!/{MIDDLE}/{'/'.join(reversed(RED.split('/')))} r"
    assert [spectator.get(path, {"view": view}).status_code for view in ("open", "red", "sideways")] == [
        404,
        404,
        400,
    ]


def test_the_moves_of_a_private_game_are_for_those_who_may_see_it(world: World) -> None:
    game = stored(DRAWN, visibility="private", club=world.club)
    path = f"/api/v1/games/{game.pk}/moves/"

    answers = [world.program_of(seat).get(path) for seat in (Viewer.VISITOR, Viewer.MEMBER, Viewer.ARBITER)]

    assert [answer.status_code for answer in answers] == [404, 404, 200]
    assert answers[2]["Cache-Control"] == "private, no-store"
