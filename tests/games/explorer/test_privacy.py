"""Two archives that differ only in what is hidden answer alike, at every address of positions and of the explorer."""

import random
from typing import Any
from urllib.parse import urlencode

import pytest
from django.core.cache import cache
from django.test import Client

from engine import stratego
from games.models import Game, LinkKind, PositionBatch
from players.models import User
from players.people.services.people import create_person
from tests.engine.stratego.positions import random_setup
from tests.games.positions.archives import index_everything, places, store_archive
from tests.games.replay.stored_games import stored
from tests.markup import compact

pytestmark = pytest.mark.django_db
# What two hidden games have in common: nobody can tell the set-ups from these moves.
TAGS = '[Game "Stratego"]\n[Red "Ann"]\n[Blue "Bob"]\n[Result "1-0"]\n[Termination "resigned"]\n'


def secret(seed: int) -> str:
    """A record whose first plies are possible with any of these set-ups."""
    chance = random.Random(seed)
    while True:
        red, blue = random_setup(chance), random_setup(chance)
        game = stratego.RULES.start({"RedSetup": red, "BlueSetup": blue})
        if all(game.is_legal(ply) and game.push(ply) is None for ply in ("a4-a5", "j7-j6")):
            return f'{TAGS}[RedSetup "{red}"]\n[BlueSetup "{blue}"]\n\n1. a4-a5 j7-j6 1-0\n'


def answers(client: Client, public: list[Game], guesses: list[str]) -> list[str]:
    """Of all addresses that take a position: what they say to somebody who tries the right pieces and wrong ones."""
    (seen, *_) = places(public[:1], "spectator")
    positions = [*guesses, seen.position]
    found = []
    for position in positions:
        cache.clear()  # rate limits
        query = urlencode({"kind": "stratego", "position": position})
        for path in ("/explorer/", "/games/", "/api/v1/explorer/", "/api/v1/games/"):
            for more in ("", "&withheld=on", "&player=Ann"):
                answer = client.get(f"{path}?{query}{more}")
                found.append(f"{answer.status_code} {_comparable(answer)}")
    return found


def _comparable(answer: Any) -> str:
    """Pages have a token of their own each time."""
    context = getattr(answer, "context", None)
    if context is None:
        return answer.content.decode()
    if part := context.get("part"):
        return repr((part.found, part.rows))
    return compact(answer).partition("<main")[2].partition("</main")[0] if "page" in context else "refused"


@pytest.mark.parametrize("visibility", ["embargoed", "private"])
def test_two_secrets_have_the_same_answers(client: Client, visibility: str) -> None:
    public = store_archive("Stratego", 3)
    texts = [secret(1), secret(2)]
    guesses = []
    seen = []
    for text in texts:
        game = stored(text, visibility=visibility)
        guesses += [place.position for place in places([game], "open")][:1]
        game.delete()
    for text in texts:
        game = stored(text, visibility=visibility, pk=9001)
        index_everything()
        client.force_login(User.objects.get_or_create(email="stranger@example.org", password="!")[0])
        seen.append(answers(client, public, guesses))
        client.logout()
        seen[-1] += answers(client, public, guesses)
        game.delete()
        PositionBatch.objects.filter(is_open=False).delete()

    assert seen[0] == seen[1]


def test_those_who_may_see_a_game_can_have_it_counted_for_themselves(client: Client) -> None:
    store_archive("Stratego", 2)
    account = User.objects.create(email="ann@example.org", password="!")
    person = create_person(actor=None, name="Ann", account=account)
    stored(secret(1), visibility="private", first_person=person, first_link=LinkKind.CONFIRMED)
    index_everything()
    client.force_login(account)

    def games(query: str) -> int:
        return int(client.get(f"/api/v1/explorer/?kind=stratego{query}").json()["total"]["games"])

    assert (games(""), games("&withheld=true")) == (2, 3)
    assert "no-store" in client.get("/explorer/?kind=stratego&withheld=on")["Cache-Control"]
    client.logout()
    assert games("&withheld=true") == 2
