"""The watch notices what attackers must not be sent: it is shown what those are sent who may see it."""

from random import Random

import pytest
from django.urls import Resolver404, resolve

from games.models import Game
from tests.permissions.walk import Address
from tests.security.anything import Inventor, filled, pages
from tests.security.attacks import BOARDS
from tests.security.search import machine_in
from tests.security.watch import Violation
from tests.security.world import World

pytestmark = [pytest.mark.django_db, pytest.mark.one_database, pytest.mark.timeout(600)]

API = ("moves/?view=open", "board/?view=open")


def addresses(world: World) -> list[str]:
    game = world.hidden_game.pk
    pages = [f"/games/{game}/{part}" for part in BOARDS if part != "reach.json"]
    return [*pages, *(f"/api/v1/games/{game}/{part}" for part in API)]


def test_what_attackers_are_sent_of_a_hidden_game_tells_nothing(world: World) -> None:
    attackers = machine_in(world)()

    for address in addresses(world):
        attackers.page("Xenia Xu", address)

    attackers.teardown()


def test_what_its_players_are_sent_would_be_noticed(world: World) -> None:
    attackers = machine_in(world)()
    unnoticed = []

    for address in addresses(world):
        response = world.browser_of("Mia Maus").get(address)
        try:
            attackers.watch.read("Xenia Xu", response)
        except Violation:
            continue
        unnoticed.append(address)

    attackers.teardown()
    assert unnoticed == []


def test_every_address_of_the_site_is_tried(world: World) -> None:
    """A new page may have parts in its address that nobody here knows how to fill."""
    inventor = Inventor(Random(1), secrets=[])

    lost = [page.route for page in pages() if not leads_to(filled(page.route, inventor), page)]

    assert lost == []


def leads_to(path: str, page: Address) -> bool:
    try:
        return resolve(path).route == page.route.replace("^", "")
    except Resolver404:
        return False


@pytest.mark.parametrize(
    ("reader", "address"),
    [
        ("Mia Maus", "/people/{mia}/edit/"),
        ("Mia Maus", "/people/{mia}/photo/96.webp"),
        ("Mia Maus", "/account/"),
        ("Olga Owen", "/people/{ursula}/"),
        ("Mia Maus", "/games/{private}/record.txt"),
    ],
)
def test_private_values_would_be_noticed(world: World, reader: str, address: str) -> None:
    attackers = machine_in(world)()
    path = address.format(
        mia=world.people["Mia Maus"].pk,
        ursula=world.people["Ursula Unterholz"].pk,
        private=world.private_game.pk,
    )

    with pytest.raises(Violation):
        attackers.watch.read("Xenia Xu", world.browser_of(reader).get(path))

    attackers.teardown()


def test_a_profile_that_was_given_takes_its_games_along(world: World) -> None:
    """The organiser has invited a wrong address to it: who accepts has merged it into their own."""
    attackers = machine_in(world)()
    game = Game.objects.get(first_person=world.people["Paul Pohl"])

    attackers.trust_somebody(role="")
    attackers.organiser_invites_to_profile(person="Paul Pohl", whom="Xenia Xu")
    attackers.follow_links(who="Xenia Xu")
    game.refresh_from_db()

    assert game.first_person == world.people["Xenia Xu"]
    attackers.teardown()


@pytest.mark.parametrize(
    ("change", "given", "finding"),
    [
        ({"first_person": "Xenia Xu"}, False, "Players of game"),
        ({"second_person": "Xenia Xu"}, True, "Players of game"),
        ({"first_person": "Xenia Xu"}, True, "Players of game"),
        ({"result": "1-0"}, True, "Game"),
    ],
)
def test_other_changes_of_games_would_be_noticed(
    world: World, change: dict[str, str], given: bool, finding: str
) -> None:
    """Of a game whose first player's profile was given, and not taken yet."""
    attackers = machine_in(world)()
    games = Game.objects.filter(first_person=world.people["Paul Pohl"])
    game = games.get()
    attackers.trust_somebody(role="")
    if given:
        attackers.organiser_invites_to_profile(person="Paul Pohl", whom="Xenia Xu")

    games.update(**{field: world.people.get(value, value) for field, value in change.items()})

    with pytest.raises(Violation, match=f"^{finding} {game.pk} was "):
        attackers.watch.after_attack()
    attackers.teardown()
