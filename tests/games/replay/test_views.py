"""The game's page and its parts over HTTP: without a script, for other sites, to share and to print."""

import base64
import hashlib
import io
import json
import re
from typing import Any

import pytest
from django.test import Client
from PIL import Image

from games.models import Adjudication, Game
from games.replay.presenters import moves
from games.replay.presenters.displays.barragoon import BarragoonDisplay
from games.replay.presenters.pictures import CARD_SIZE
from games.submissions.services.uploads import submit_text
from players.models import User
from tests.games.records import BROKEN
from tests.games.replay.records import in_words
from tests.games.replay.stored_games import annotated_game, long_barragoon, stored, stratego_game
from tests.jobs.job_runner import run_jobs
from tests.tournaments.results.builders import board_of, running_section
from tournaments.models import Pairing

# Made in Python from one game; tests/templates/test_rendered_pages.py shows these pages from both databases.
pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture
def game() -> Game:
    return annotated_game()


def one_line(html: str) -> str:
    """Without the line breaks of templates, whose tags have an attribute a line."""
    return re.sub(r"\s+>", ">", re.sub(r"\s+", " ", html))


def page(client: Client, path: str) -> str:
    response = client.get(path)
    assert response.status_code == 200
    return one_line(response.content.decode())


def document(text: str) -> Any:
    found = re.search(r'<script id="replay-document" type="application/json">(.*?)</script>', text, re.DOTALL)
    assert found
    return json.loads(found[1])


def test_a_ply_has_a_page_of_its_own(client: Client, game: Game) -> None:
    text = page(client, f"/games/{game.pk}/?ply=1")

    assert '<use href="#barragoon-white-3" x="300" y="500"/>' in text  # d4
    assert in_words("d2-d4") in text
    assert '<a href="?ply=1" data-ply="1" rel="nofollow" aria-current="true">d2-d4' in text


def test_links_lead_to_the_first_the_last_and_the_neighbouring_plies(client: Client, game: Game) -> None:
    text = page(client, f"/games/{game.pk}/?ply=2")

    assert re.findall(r'data-step="(\w+)" href="([^"]+)"', text) == [
        ("first", "?ply=0"),
        ("back", "?ply=1"),
        ("forward", "?ply=3"),
        ("last", "?ply=4"),
    ]


def test_at_the_ends_there_is_nowhere_to_go(client: Client, game: Game) -> None:
    assert re.findall(r'data-step="(\w+)" href', page(client, f"/games/{game.pk}/")) == ["forward", "last"]
    assert re.findall(r'data-step="(\w+)" href', page(client, f"/games/{game.pk}/?ply=4")) == [
        "first",
        "back",
    ]


def test_a_variation_leads_back_to_where_it_left_the_main_line(client: Client, game: Game) -> None:
    def back_from(query: str) -> list[str]:
        return re.findall(r'data-step="back" href="([^"]+)"', page(client, f"/games/{game.pk}/?{query}"))

    assert back_from("line=2&ply=4") == ["?line=2&amp;ply=3"]
    assert back_from("line=2&ply=3") == ["?line=1&amp;ply=2"]
    assert back_from("line=1&ply=2") == ["?ply=1"]


@pytest.mark.parametrize(
    "query",
    ["ply=5", "ply=-1", "ply=x", "ply=99999999999", "line=9&ply=1", "view=red", "line=1&ply=0", "ply=1%00"],
)
@pytest.mark.parametrize(
    "part", ["", "embed/", "board.svg", "board.png", "board.gif", "reach.json", "print/"]
)
def test_a_place_that_does_not_exist_is_not_found(client: Client, game: Game, query: str, part: str) -> None:
    assert client.get(f"/games/{game.pk}/{part}?{query}").status_code == 404


@pytest.mark.parametrize("number", ["0", "77777", "9" * 40])
def test_a_game_that_does_not_exist_is_not_found(client: Client, number: str) -> None:
    assert client.get(f"/games/{number}/").status_code == 404


def test_players_reserve_clocks_and_the_end_stand_beside_the_board(client: Client, game: Game) -> None:
    text = page(client, f"/games/{game.pk}/?ply=2")

    assert re.findall(r"data-clock>([^<]*)<", text) == ["0:09:58", "0:10:00"]
    assert "data-reserve>24<" in text
    assert re.findall(r"data-left>(\d+)<", text) == ["7", "7"]
    assert "A draw: agreed by the players." in text


def test_express_levels_are_shown(client: Client) -> None:
    game = annotated_game(second_express=2)

    assert re.findall(r"Express (\d)", page(client, f"/games/{game.pk}/")) == ["2"]


def test_comments_glyphs_variations_and_offers_stand_in_the_move_list(client: Client, game: Game) -> None:
    text = page(client, f"/games/{game.pk}/")
    moves = text.partition("data-moves>")[2].partition("</section>")[0]
    words = re.sub(r"\s+", " ", re.sub("<[^>]+>", " ", moves)).strip()

    assert words == (
        "An old friend. 1. d2-d4 ! d8-d6 solid 1… c8-c6 ?! 2. c2-c4 quiet 2. e2-e4 c6-d6 2… c6-d6 "
        "2. b1-a3 b9-a7 (=)"
    )


def test_what_people_wrote_is_escaped_everywhere(client: Client) -> None:
    evil = "</script><script>alert(1)</script>"
    game = stored(f'[Game "Barragoon"]\n[White "{evil}"]\n\n1. d2-d4 {{ {evil} }} *')

    for part in ("?ply=1", "embed/?ply=1", "print/", "board.svg?ply=1"):
        assert evil not in page(client, f"/games/{game.pk}/{part}")


def test_the_flipped_board_has_the_second_player_at_the_bottom(client: Client, game: Game) -> None:
    text = page(client, f"/games/{game.pk}/?flip=1&ply=1")

    assert re.findall(r'data-bar="(\d)"', text) == ["0", "1"]
    assert '<use href="#barragoon-white-3" x="300" y="300"/>' in text


def test_a_piece_can_be_asked_about_without_a_script(client: Client, game: Game) -> None:
    text = page(client, f"/games/{game.pk}/?ply=0&look=d2")

    assert "White 3-tile on d2 may go to " in text
    assert '<use href="#barragoon-mark-may-go" x="300" y="500"/>' in text


@pytest.mark.parametrize(
    ("query", "sent"),
    [
        ("?ply=2", {"ply": "2"}),
        ("?ply=2&flip=1", {"ply": "2", "flip": "1"}),
        ("?line=1&ply=2&flip=1", {"line": "1", "ply": "2", "flip": "1"}),
    ],
)
def test_asking_about_a_piece_leaves_the_board_as_it_is(
    client: Client, game: Game, query: str, sent: dict[str, str]
) -> None:
    text = page(client, f"/games/{game.pk}/{query}")
    form = text[text.index('<form class="look"') :].partition("</form>")[0]

    assert dict(re.findall(r'<input type="hidden" name="(\w+)" value="(\w+)">', form)) == sent


def test_what_the_pieces_may_do_comes_as_numbers(client: Client, game: Game) -> None:
    data = client.get(f"/games/{game.pk}/reach.json?ply=0").json()

    assert [0, 10, 17, 24] in data["10"][1]
    name, *ways = data["22"]
    assert (name.partition(":")[0], ways) == ("Barragoon, no way", [[], []])


def test_each_ply_has_its_own_picture_for_links(client: Client, game: Game) -> None:
    text = page(client, f"/games/{game.pk}/?ply=2")
    (address,) = re.findall(r'property="og:image" content="http://testserver([^"]+)"', text)

    picture = client.get(address.replace("&amp;", "&"))

    assert address == f"/games/{game.pk}/board.png?ply=2&amp;card=1"
    assert Image.open(io.BytesIO(picture.content)).size == CARD_SIZE
    assert f'<meta property="og:description" content="{in_words("d2-d4", "d8-d6")}">' in text


def test_a_ply_as_png_and_svg(client: Client, game: Game) -> None:
    png = client.get(f"/games/{game.pk}/board.png?ply=1")
    svg = client.get(f"/games/{game.pk}/board.svg?ply=1")

    assert png["Content-Type"] == "image/png"
    assert Image.open(io.BytesIO(png.content)).size == (483, 611)
    assert svg["Content-Type"] == "image/svg+xml"
    assert '<use href="#barragoon-white-3" x="300" y="500"/>' in svg.content.decode()


def test_the_policy_of_a_drawing_allows_the_style_it_carries_and_no_other(client: Client, game: Game) -> None:
    response = client.get(f"/games/{game.pk}/board.svg?ply=1")

    (style,) = re.findall(r"<style>(.*?)</style>", response.content.decode())
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    assert sorted(response["Content-Security-Policy"].split("; ")) == [
        "base-uri 'none'",
        "connect-src 'self'",
        "default-src 'none'",
        "font-src 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "img-src 'self' data:",
        "manifest-src 'self'",
        "script-src 'none'",
        f"style-src 'sha256-{digest}'",
    ]


def test_pictures_of_different_plies_differ(client: Client, game: Game) -> None:
    pictures = {client.get(f"/games/{game.pk}/board.png?ply={ply}").content for ply in range(5)}

    assert len(pictures) == 5


def test_the_game_as_an_animation_has_a_frame_for_each_position(client: Client, game: Game) -> None:
    response = client.get(f"/games/{game.pk}/board.gif")
    animation = Image.open(io.BytesIO(response.content))

    assert response["Content-Type"] == "image/gif"
    assert animation.n_frames == 5  # type: ignore[attr-defined]
    assert animation.size == (377, 477)


def test_the_last_frame_of_the_animation_shows_the_final_position(client: Client, game: Game) -> None:
    animation = Image.open(io.BytesIO(client.get(f"/games/{game.pk}/board.gif").content))
    animation.seek(4)
    frame = animation.convert("RGB")

    assert frame.getpixel((50, 327)) == pytest.approx((255, 253, 246), abs=6)  # a3: a white tile's rim inside
    assert frame.getpixel((200, 277)) != frame.getpixel((225, 302))


def test_the_embedded_board_may_stand_on_every_site(client: Client, game: Game) -> None:
    response = client.get(f"/games/{game.pk}/embed/?ply=1")

    assert "frame-ancestors *" in response["Content-Security-Policy"]
    assert "script-src 'self'" in response["Content-Security-Policy"]
    assert "X-Frame-Options" not in response
    assert response["Cross-Origin-Resource-Policy"] == "cross-origin"


def test_every_other_page_may_not_be_framed(client: Client, game: Game) -> None:
    response = client.get(f"/games/{game.pk}/")

    assert "frame-ancestors 'none'" in response["Content-Security-Policy"]
    assert response["X-Frame-Options"] == "DENY"


def test_the_code_to_embed_is_on_the_page(client: Client, game: Game) -> None:
    text = page(client, f"/games/{game.pk}/?ply=3")

    assert f'&lt;iframe src="http://testserver/games/{game.pk}/embed/?ply=3"' in text


def test_the_print_view_has_diagrams_at_the_chosen_plies(client: Client, game: Game) -> None:
    text = page(client, f"/games/{game.pk}/print/?diagrams=1, 3-4, 9, x, 2-")

    assert re.findall(r"<strong>(\d)\. ", text) == ["1", "3", "4"]


def test_without_a_choice_the_print_view_shows_beginning_and_end(client: Client, game: Game) -> None:
    text = page(client, f"/games/{game.pk}/print/")

    assert text.count('class="print-diagram"') == 2
    assert 'value="0, 4"' in text


def test_the_adjudication_is_shown_with_its_proof_to_step_through(client: Client, game: Game) -> None:
    Adjudication.objects.create(
        game=game,
        verdict="nothing",
        proof={
            "findings": [
                {
                    "kind": "dead-position",
                    "rule": "6b",
                    "ply": 4,
                    "verdict": "alive",
                    "message": "After ply 4 the position is not dead: a capture is possible in 1 ply.",
                    "proof": {"witness": ["c2-c4", "c8-c6"]},
                }
            ]
        },
        engine_version="1",
    )

    text = page(client, f"/games/{game.pk}/")

    assert "After ply 4 the position is not dead: a capture is possible in 1 ply." in text
    assert '<a href="?line=3&amp;ply=5" data-ply="5" rel="nofollow">c2-c4</a>' in text
    assert "White: 2-tile from c2 moves to c4" in page(client, f"/games/{game.pk}/?line=3&ply=5")


def test_the_page_costs_two_queries_and_one_for_the_ratings(
    client: Client, game: Game, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(3):
        client.get(f"/games/{game.pk}/?ply=2")


def test_ratings_stand_beside_the_names_of_players_of_an_event(client: Client, game: Game) -> None:
    pairing = board_of(running_section(4))
    Pairing.objects.filter(pk=pairing.pk).update(game=game)
    shown = page(client, f"/games/{game.pk}/")
    assert [f'class="player__rating">{rating}<' in shown for rating in (2090, 2070)] == [True, True]


def test_the_board_needs_no_inline_style_or_script(client: Client, game: Game) -> None:
    for part in ("", "embed/", "print/"):
        text = page(client, f"/games/{game.pk}/{part}")
        assert "<style" not in text
        assert " style=" not in text
        assert re.findall(r"<script(?![^>]*(?: src=|application/json))", text) == []


def test_the_valid_plies_of_a_broken_record_are_replayed_for_its_submitter(client: Client) -> None:
    account = User.objects.create_user("sam@example.org", None, display_name="Sam")
    upload = submit_text(account=account, text=BROKEN)
    run_jobs()
    (submission,) = upload.submissions.all()
    address = f"/games/records/{submission.pk}/board/"

    assert client.get(address).status_code == 302
    client.force_login(account)
    text = page(client, f"{address}?ply=2")

    assert in_words("d2-d4", "d8-d6") in text
    assert re.findall(r'data-step="(\w+)" href', text) == ["first", "back"]
    assert client.get(f"{address}?ply=3").status_code == 404


def test_a_page_of_two_hundred_plies_stays_small(client: Client) -> None:
    game = long_barragoon()

    plain = client.get(f"/games/{game.pk}/?ply=100")
    packed = client.get(f"/games/{game.pk}/?ply=100", headers={"accept-encoding": "gzip"})

    assert game.ply_count == 200
    assert len(plain.content) < 100_000
    assert packed["Content-Encoding"] == "gzip"
    assert len(packed.content) < 16_000


def test_a_seat_turns_the_board_and_its_links_keep_the_view(client: Client) -> None:
    game = stratego_game()
    text = page(client, f"/games/{game.pk}/?ply=3&view=blue")

    assert re.findall(r'data-bar="(\d)"', text) == ["0", "1"]
    assert 'data-step="forward" href="?ply=4&amp;view=blue"' in text
    assert document(text)["view"] == "blue"


@pytest.mark.parametrize("part", ["board.svg", "board.png", "reach.json"])
def test_a_picture_of_a_ply_plays_nothing_but_what_leads_there(
    client: Client, game: Game, part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    played: list[str] = []
    play = BarragoonDisplay.play

    def noted(self: BarragoonDisplay, game: Any, ply: str, view: str) -> Any:
        played.append(ply)
        return play(self, game, ply, view)

    monkeypatch.setattr(BarragoonDisplay, "play", noted)

    assert client.get(f"/games/{game.pk}/{part}?ply=1").status_code == 200

    assert played == ["d2-d4"]


def test_the_animation_shows_the_whole_game_whatever_ply_is_asked_for(client: Client, game: Game) -> None:
    response = client.get(f"/games/{game.pk}/board.gif?line=2&ply=3")

    assert Image.open(io.BytesIO(response.content)).n_frames == 5  # type: ignore[attr-defined]


def test_a_move_list_is_made_once_a_page(client: Client, game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []
    items = moves.move_list_items
    monkeypatch.setattr(moves, "move_list_items", lambda watched: made.append(1) or items(watched))

    page(client, f"/games/{game.pk}/")

    assert made == [1]
