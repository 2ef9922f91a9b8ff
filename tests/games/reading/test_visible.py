"""Who may see which game: one game after the other, and many at once, from every seat."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from games.models import Game
from games.policies import may_see_all_of_game, may_see_game, viewpoints
from games.reading.visible import games_seen_whole, visible_games
from players.models import User
from tests.games.test_models import make_game
from tests.permissions.world import Seat, World

pytestmark = pytest.mark.django_db

STAFF = {Seat.ADMINISTRATOR, Seat.OWNER, Seat.ORGANISER, Seat.ARBITER}
ALL_SEATS = {seat for seat in Seat if seat is not Seat.EVENT_ARBITER}
SEES_WHOLE = {
    "public": ALL_SEATS,
    "club": STAFF | {Seat.MEMBER, Seat.CONCERNED},
    "private": STAFF | {Seat.CONCERNED},
    "embargoed": STAFF | {Seat.CONCERNED},
    "embargo that ended": ALL_SEATS,
}


@pytest.fixture
def world() -> World:
    return World()


@pytest.fixture
def games(world: World) -> dict[str, Game]:
    """One of each visibility, played by Paula against the owner of nothing."""
    an_hour = timedelta(hours=1)
    now = timezone.now()
    shown = {
        "public": {"visibility": "public"},
        "club": {"visibility": "club"},
        "private": {"visibility": "private"},
        "embargoed": {"visibility": "embargoed", "embargo_until": now + an_hour},
        "embargo that ended": {"visibility": "embargoed", "embargo_until": now - an_hour},
    }
    return {
        name: make_game(name, club=world.club, second_person=world.paula, second_link="confirmed", **values)
        for name, values in shown.items()
    }


def account_of(world: World, seat: Seat) -> User | AnonymousUser:
    return AnonymousUser() if seat is Seat.VISITOR else world.accounts[seat]


@pytest.mark.parametrize("seat", sorted(ALL_SEATS))
def test_each_seat_sees_what_the_visibility_says(world: World, games: dict[str, Game], seat: Seat) -> None:
    actor = account_of(world, seat)

    seen = {name for name, game in games.items() if may_see_game(actor, game)}

    assert seen == {name for name, seats in SEES_WHOLE.items() if seat in seats}
    assert set(visible_games(actor)) == {games[name] for name in seen}


@pytest.mark.parametrize("seat", sorted(ALL_SEATS))
def test_under_embargo_hidden_pieces_are_followed_from_the_spectators_seat(
    world: World, games: dict[str, Game], seat: Seat
) -> None:
    Game.objects.update(kind="stratego")
    actor = account_of(world, seat)
    embargoed = Game.objects.get(pk=games["embargoed"].pk)
    whole = seat in SEES_WHOLE["embargoed"]

    assert viewpoints(actor, embargoed) == (("open", "red", "blue", "spectator") if whole else ("spectator",))
    assert may_see_all_of_game(actor, embargoed) is whole
    assert embargoed in visible_games(actor)
    assert (embargoed in Game.objects.filter(games_seen_whole(actor))) is whole


def test_a_private_game_without_a_club_is_for_its_players_and_the_administrator(world: World) -> None:
    game = make_game("free", visibility="private", first_person=world.paula, first_link="exact")

    seen = {seat for seat in ALL_SEATS if may_see_game(account_of(world, seat), game)}

    assert seen == {Seat.ADMINISTRATOR, Seat.CONCERNED}


def test_an_embargo_without_an_end_lasts(world: World) -> None:
    game = make_game("event", visibility="embargoed", club=world.club)

    assert not may_see_game(AnonymousUser(), game)
    assert not visible_games(AnonymousUser()).exists()


def test_who_submitted_a_private_game_of_others_has_no_part_in_it(world: World) -> None:
    stranger = world.accounts[Seat.STRANGER]
    game = make_game("theirs", visibility="private", club=world.club, submitted_by=stranger)

    assert not may_see_game(stranger, game)
    assert game not in visible_games(stranger)


def test_finding_out_what_somebody_may_see_takes_two_queries(
    world: World, games: dict[str, Game], django_assert_num_queries: object
) -> None:
    with django_assert_num_queries(3):  # type: ignore[operator]
        list(visible_games(world.accounts[Seat.MEMBER]))
