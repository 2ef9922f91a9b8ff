"""Pictures of games are drawn once and kept, for each pair of eyes their own, and limited per address."""

from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from core.web.kept_files import SHELVES, KeptFiles
from games.models import Game, Visibility
from games.replay.presenters import pictures
from players.models import User
from tests.games.replay.stored_games import annotated_game, stratego_game
from tests.tournaments.builders import make_account

# Kept in files and counted in the cache.
pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture
def kept(settings: Any, tmp_path: Path) -> Path:
    settings.GAMES_PICTURES_DIR = tmp_path / "pictures"
    settings.GAMES_KEPT_PICTURES_BYTES = 50_000_000
    return tmp_path / "pictures"


@pytest.fixture
def drawings(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The formats of what was drawn so far."""
    drawn: list[str] = []
    draw = pictures._draw

    def noted(board: Any, picture_format: pictures.PictureFormat) -> bytes:
        drawn.append(picture_format.value)
        return draw(board, picture_format)

    monkeypatch.setattr(pictures, "_draw", noted)
    return drawn


@pytest.mark.parametrize(
    ("address", "format_"),
    [
        ("/games/{}/board.svg?ply=1", "svg"),
        ("/games/{}/board.png", "png"),
        ("/games/{}/board.png?card=1", "card"),
        ("/games/{}/board.gif", "gif"),
        ("/api/v1/games/{}/board/?format=png", "png"),
    ],
)
def test_a_second_request_draws_nothing(
    client: Client, kept: Path, drawings: list[str], address: str, format_: str
) -> None:
    path = address.format(annotated_game().pk)

    first, second = client.get(path), client.get(path)

    assert (first.status_code, first.content) == (200, second.content)
    assert first["Content-Type"] == second["Content-Type"]
    assert drawings == [format_]


def test_what_somebody_else_may_see_is_never_handed_out(
    client: Client, kept: Path, drawings: list[str]
) -> None:
    """The player sees all; then a visitor asks for the same address."""
    player = make_account("Ann")
    game = stratego_game(visibility=Visibility.EMBARGOED, submitted_by=player)
    link_to(game, player)
    players = Client()
    players.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
    for part in ("board.svg", "board.png", "board.gif"):
        path = f"/games/{game.pk}/{part}"

        seen, watched = players.get(path).content, client.get(path).content

        assert seen != watched
        assert client.get(path).content == watched
        assert players.get(path).content == seen
        assert client.get(f"{path}?view=open").status_code == 404
    assert drawings == ["svg", "svg", "png", "png", "gif", "gif"]


def link_to(game: Game, player: User) -> None:
    from players.people.services.people import create_person

    game.first_person = create_person(actor=None, name="Ann", account=player)
    game.first_link = "confirmed"
    game.save()


def test_another_record_or_version_is_drawn_anew(
    client: Client, kept: Path, drawings: list[str], settings: Any
) -> None:
    game = annotated_game()
    path = f"/games/{game.pk}/board.svg?ply=0"
    client.get(path)

    settings.VERSION = "another"
    client.get(path)
    Game.objects.update(first_name="Somebody Else")
    renamed = client.get(path).content.decode()

    assert drawings == ["svg"] * 3
    assert "Somebody Else" in renamed


@pytest.mark.parametrize(
    ("setting", "part"),
    [("GAMES_PICTURES_PER_HOUR", "board.svg"), ("GAMES_ANIMATIONS_PER_HOUR", "board.gif")],
)
def test_one_address_has_so_many_drawn_in_an_hour_and_kept_ones_for_ever(
    client: Client, kept: Path, settings: Any, setting: str, part: str
) -> None:
    setattr(settings, setting, 2)
    game = annotated_game()
    paths = [f"/games/{game.pk}/{part}?flip={flip}" for flip in ("0", "1")]
    for path in paths:
        assert client.get(path).status_code == 200

    other = stratego_game()
    refused = client.get(f"/games/{other.pk}/{part}")
    in_api = client.get(f"/api/v1/games/{other.pk}/board/?format={part[-3:]}")
    elsewhere = Client(REMOTE_ADDR="203.0.113.9").get(f"/games/{other.pk}/{part}")

    assert (refused.status_code, int(refused["Retry-After"]) > 0) == (429, True)
    assert "Too many pictures were asked for from your network." in refused.content.decode()
    assert (in_api.status_code, in_api.json()["type"]) == (429, "/api/v1/#problem-too-many-requests")
    assert elsewhere.status_code == 200
    assert [client.get(path).status_code for path in paths] == [200, 200]


def test_what_is_kept_never_grows_beyond_its_size_and_what_is_asked_for_stays(tmp_path: Path) -> None:
    files = KeptFiles(tmp_path / "kept", 100 * SHELVES)
    for number in range(200):
        files.get_or_make(str(number), lambda: b"x" * 30)

    stored = [path for path in (tmp_path / "kept").rglob("*") if path.is_file()]
    assert sum(path.stat().st_size for path in stored) <= 100 * SHELVES
    assert {path.stat().st_mode & 0o077 for path in (tmp_path / "kept").rglob("*")} == {0}


def test_a_folder_that_cannot_be_written_keeps_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    files = KeptFiles(tmp_path / "file", 10_000)

    assert [files.get_or_make("a", lambda: b"made") for _ in range(2)] == [b"made", b"made"]


def test_what_is_larger_than_its_room_is_made_each_time(tmp_path: Path) -> None:
    made: list[int] = []

    def make() -> bytes:
        made.append(1)
        return b"x" * 200

    files = KeptFiles(tmp_path, 100 * SHELVES)
    assert files.get_or_make("a", make) == files.get_or_make("a", make)
    assert len(made) == 2
