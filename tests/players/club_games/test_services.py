"""Games without a referee: their names, their slugs, and how many a club may have."""

from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from audit.models import AuditEntry
from core.errors import Refused
from core.game_types import UNREFEREED_PREFIX, describe, game_label, is_known_game, is_refereed
from engine import registry
from players.club_games import policies, services
from players.club_games.services import add_game, change_game, find_or_add_game, refereed_game_like
from players.models import Club, ClubGame
from players.rating_lists.services.pools import open_pool
from players.ratings import Elo, store_system
from tests.core.api.client import client_for
from tests.tournaments.builders import make_club
from tests.tournaments.event_files.builders import organiser_of
from tournaments.events.services.events import create_event

pytestmark = pytest.mark.django_db

CHESS: dict[str, Any] = {"name": "Chess", "first_side": "White", "second_side": "Black", "has_draws": True}


@pytest.fixture
def club() -> Club:
    return make_club()


def test_a_game_is_described_by_its_words(club: Club) -> None:
    game = add_game(actor=None, club=club, **CHESS | {"name": "Go 100%", "has_draws": False})

    known = describe(game.slug)
    assert (game.slug, game_label(game.slug)) == ("own-go-100", "Go 100%")
    assert ([str(side) for side in known.sides], known.draws) == (["White", "Black"], False)
    assert (known.art, known.options, known.adjudicated, known.browser_module) == (None, (), frozenset(), "")
    assert is_known_game(game.slug)
    assert not is_refereed(game.slug)


def test_two_clubs_may_play_games_of_one_name(club: Club) -> None:
    other = make_club("Others")

    slugs = [add_game(actor=None, club=each, **CHESS).slug for each in (club, other)]

    assert slugs == ["own-chess", "own-chess-2"]
    with pytest.raises(Refused):
        add_game(actor=None, club=club, **CHESS | {"name": " CHESS "})


def test_no_game_of_the_engine_can_be_called_like_one_of_a_club(club: Club) -> None:
    assert not any(name.startswith(UNREFEREED_PREFIX) for name in registry.names())
    game = add_game(actor=None, club=club, **CHESS)

    with pytest.raises(IntegrityError), transaction.atomic():
        ClubGame.objects.filter(pk=game.pk).update(slug="barragoon")


@pytest.mark.parametrize(
    "name",
    [
        "Barragoon", "BARRAGOON!", "B a r r a g o o n", "Bаrrаgооn", "8arrag00n", "Baragoon", "Barragon", "Barragoon 2",
        "Official Barragoon", "Stratego", "Stratego Duell", "Stratégo", "5tr4teg0", "ѕtrаtеgо", "Draughts",
        "International draughts", "Ｓｔｒａｔｅｇｏ",
    ],
)  # fmt: skip
def test_a_name_that_imitates_a_refereed_game_is_refused(club: Club, name: str) -> None:
    with pytest.raises(Refused):
        add_game(actor=None, club=club, **CHESS | {"name": name})
    assert not ClubGame.objects.exists()


@pytest.mark.parametrize("name", ["Chess", "Go", "English draughts", "Шахматы", "将棋", "Bagatelle", "Halma"])
def test_other_names_are_free(name: str) -> None:
    assert refereed_game_like(name) == ""


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": ""}, {"name": "…"}, {"name": "Che\u202ess"}, {"name": "x" * 61}, {"first_side": ""},
        {"first_side": "x" * 31}, {"second_side": "white"},
    ],
)  # fmt: skip
def test_words_that_cannot_be_read_are_refused(club: Club, wrong: dict[str, str]) -> None:
    with pytest.raises(Refused):
        add_game(actor=None, club=club, **CHESS | wrong)


def test_nobody_makes_thousands(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MAX_GAMES_OF_CLUB", 2)
    for name in ("Go", "Halma"):
        add_game(actor=None, club=club, **CHESS | {"name": name})
    with pytest.raises(Refused):
        add_game(actor=None, club=club, **CHESS)

    organiser = organiser_of(make_club("Many"), "Olga Ivanova")
    program = client_for(organiser, "organise")
    new = {"club": "many", "first_side": "White", "second_side": "Black"}
    codes = [program.post("club-games/", {**new, "name": "x" * 99}).status_code for _ in range(2)]
    monkeypatch.setattr(policies.GAMES_BY_ACCOUNT.__class__, "seconds_to_wait", lambda *_: 60)
    assert codes == [400, 400]
    assert program.post("club-games/", {**new, "name": "Chess"}).status_code == 429


def test_words_are_corrected_and_the_slug_stays(club: Club) -> None:
    game = add_game(actor=None, club=club, **CHESS | {"name": "Ches"})
    assert game_label(game.slug) == "Ches"

    change_game(actor=None, game=game, name="Chess")
    change_game(actor=None, game=game, name="Chess")

    row = ClubGame.objects.get()
    assert (row.name, row.slug) == ("Chess", "own-ches")
    line = AuditEntry.objects.get(action="club_game.changed")
    assert (line.before, line.after) == ({"game": "Ches"}, {"game": "Chess"})
    with pytest.raises(Refused):
        change_game(actor=None, game=row, name="Barragoon")
    with pytest.raises(Refused):  # results of it may be draws
        change_game(actor=None, game=row, has_draws=False)


def test_a_game_belongs_to_its_club(club: Club) -> None:
    game = add_game(actor=None, club=club, **CHESS)
    other = make_club("Others")
    day = {"starts_on": "2026-12-01", "ends_on": "2026-12-01"}

    with pytest.raises(Refused):
        create_event(actor=None, club=other, name="Open", game=game.slug, **day)  # type: ignore[typeddict-item]
    for where in (other, None):
        with pytest.raises(Refused):
            open_pool(actor=None, name="Chess", game=game.slug, club=where, system=store_system(Elo()))


def test_another_sites_game_is_found_or_added(club: Club) -> None:
    game = find_or_add_game(actor=None, club=club, details=CHESS)  # type: ignore[arg-type]

    assert find_or_add_game(actor=None, club=club, details=CHESS) == game  # type: ignore[arg-type]
    with pytest.raises(Refused):
        find_or_add_game(actor=None, club=club, details=CHESS | {"has_draws": False})  # type: ignore[arg-type]


def test_its_page_lists_and_adds(club: Club, client: Client) -> None:
    organiser = organiser_of(club, "Olga Ivanova")
    path = f"/clubs/{club.slug}/games/"
    assert client.get(path).context["form"] is None
    client.force_login(organiser)

    refused = client.post(path, CHESS | {"name": "Barragoon"})
    added = client.post(path, CHESS)

    game = ClubGame.objects.get()
    assert refused.context["form"].errors
    assert (added.headers["Location"], game.created_by) == (path, organiser)
    changed = client.post(f"{path}{game.pk}/", CHESS | {"second_side": "Red"})
    assert changed.headers["Location"] == path
    assert ClubGame.objects.get().second_side == "Red"
    assert client.get(f"{path}{game.pk}/").status_code == 200
    assert client.get(f"/clubs/{make_club('Others').slug}/games/{game.pk}/").status_code == 404
