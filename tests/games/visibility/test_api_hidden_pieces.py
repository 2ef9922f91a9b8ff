"""Files, pictures, histories and names through the API keep what an embargo hides, from every seat."""

import re
from contextlib import ExitStack

import pytest
from django.test import Client

from engine.stratego import Kind
from games.models import Adjudication, Game
from tests.games.replay.records import BLUE, RED, SECRET
from tests.games.replay.stored_games import stratego_game
from tests.permissions.world import Viewer, World, seat_the_event_arbiter

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

# The moves of the game show these to everybody.
SHOWN = {"red": {"scout", "sergeant"}, "blue": {"captain", "sergeant", "bomb"}}
# A comment, a variation, the set-ups, and a verdict that follows from where the bombs are.
SECRETS = (SECRET, "marshal hides", RED, BLUE, "no-progress", "the bombs stand")
KNOWS_EVERYTHING = {Viewer.ARBITER, Viewer.EVENT_ARBITER, Viewer.CONCERNED}
LISTS = tuple(
    f"games/file/?format={kind}{also}" for kind in ("txt", "json", "csv") for also in ("", "&q=flag")
)


@pytest.fixture
def world(db: None, until_test_ends: ExitStack) -> World:
    made = World()
    seat_the_event_arbiter(made, until_test_ends)
    return made


@pytest.fixture
def game(world: World) -> Game:
    """Under embargo: Paula plays Red, and the stranger has submitted it."""
    game = stratego_game(
        visibility="embargoed",
        club=world.club,
        first_person=world.paula,
        first_link="confirmed",
        submitted_by=world.accounts[Viewer.STRANGER],
        search_text=SECRET,
        verdict="no-progress",
    )
    Adjudication.objects.create(
        game=game, verdict="no-progress", engine_version="1", message="the bombs stand before the flags"
    )
    return game


def texts_sent(program: Client, game: Game) -> dict[str, str]:
    """What each operation that reads sends as text; the status of those that refuse."""
    paths = (
        *LISTS,
        *(f"games/{game.pk}/board/?ply={ply}" for ply in (0, 3, 11)),
        f"games/{game.pk}/board/?view=open",
        f"games/{game.pk}/board/?view=red",
        f"games/{game.pk}/board/?view=blue",
        f"games/{game.pk}/board/?view=blue&format=png",
        f"games/{game.pk}/board/?line=1&ply=3",
        *(f"games/{game.pk}/moves/{seat}" for seat in ("", "?view=open", "?view=red", "?view=blue")),
        f"games/{game.pk}/history/",
        f"games/{game.pk}/players/",
    )
    return {path: _text(program, path) for path in paths}


def _text(program: Client, path: str) -> str:
    response = program.get(f"/api/v1/{path}")
    if response.status_code != 200:
        return f"{response.status_code}"
    data = response.getvalue()
    return "a picture" if data.startswith(b"\x89PNG") else data.decode()


def facts_in(text: str) -> set[str]:
    symbols = {
        f"{side} {kind}"
        for side, shown in SHOWN.items()
        for kind in Kind
        if str(kind) not in shown and re.search(rf"\b{side}-{kind}\b", text)
    }
    return symbols | {secret for secret in SECRETS if secret in text}


def test_only_players_and_arbiters_are_sent_hidden_facts(world: World, game: Game) -> None:
    knowing = set()
    for seat in Viewer:
        sent = texts_sent(world.program_of(seat), game)
        if any(facts_in(text) for text in sent.values()):
            knowing.add(seat)

    assert knowing == KNOWS_EVERYTHING


@pytest.mark.parametrize("seat", [seat for seat in Viewer if seat not in KNOWS_EVERYTHING])
def test_others_are_sent_what_the_moves_have_shown_and_no_other_seat(
    world: World, game: Game, seat: Viewer
) -> None:
    sent = texts_sent(world.program_of(seat), game)

    start = f"games/{game.pk}/board/?ply=0"
    assert set(re.findall(r'href="#stratego-([a-z-]+)"', sent[start])) == {
        "blue-hidden",
        "grid",
        "red-hidden",
    }
    # The variation has no place in the spectator's record.
    refused = {path.partition("board/")[2] for path, text in sent.items() if text == "404"}
    assert {"?view=open", "?view=red", "?view=blue", "?view=blue&format=png", "?line=1&ply=3"} <= refused
    assert sent[f"games/{game.pk}/history/"] == ("401" if seat is Viewer.VISITOR else "403")
    assert sent["games/file/?format=txt"] == ""
    assert '"record": null' in sent["games/file/?format=json"]
    assert str(game.pk) not in sent["games/file/?format=csv&q=flag"]
