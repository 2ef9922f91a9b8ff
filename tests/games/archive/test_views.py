"""The list of games: its page, and the list as a file."""

import csv
import gc
import html
import io
import json
import re
import weakref
from html.parser import HTMLParser
from urllib.parse import urlencode

import pytest
from django.db import connection
from django.db.models.signals import post_init
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from core.web import downloads
from engine.record import read_text
from games.archive.forms import GameFilters
from games.archive.presenters import LINK_FILTERS
from games.archive.selectors import games as game_selectors
from games.models import Adjudication, Game, GameText, Visibility
from games.submissions.services.uploads import submit_text
from players.models import Club, Person, User
from players.people.services.people import create_person
from tests.engine.stratego.gravon.files import SETUP
from tests.games.builders import make_game
from tests.games.records import BARRAGOON, STRATEGO
from tests.jobs.job_runner import run_jobs
from tests.markup import compact
from tests.tournaments.builders import make_club, make_event
from tournaments.models import EventState

pytestmark = pytest.mark.django_db


@pytest.fixture
def archive(submitter: User) -> None:
    submit_text(account=submitter, text=f"{BARRAGOON}\n{STRATEGO}")
    run_jobs()


@pytest.fixture
def under_embargo(archive: None) -> None:
    Game.objects.filter(kind="stratego").update(visibility="embargoed")


def titles(client: Client, query: str = "") -> list[str]:
    page = client.get(f"/games/{query}").content.decode()
    return re.findall(r'<h3><a href="/games/\d+/">(.+?)</a></h3>', page)


def test_the_newest_game_comes_first(client: Client, archive: None) -> None:
    assert titles(client) == ["Agnes Brandt – Bo Lind", "Cem Aydın – Dorte Holm"]


def test_filters_live_in_the_address(client: Client, archive: None) -> None:
    assert titles(client, "?kind=stratego&player=aydin") == ["Cem Aydın – Dorte Holm"]
    assert 'value="aydin"' in client.get("/games/?player=aydin").content.decode()


def test_a_list_of_any_length_takes_four_queries(
    client: Client, archive: None, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    """The count, the page, who sees which whole, and the clubs to choose from."""
    with django_assert_num_queries(4):
        client.get("/games/")
    for number in range(30):
        game = Game.objects.filter(kind="barragoon").earliest("pk")
        game.pk, game.duplicate_key = None, str(number)
        game.save()
    with django_assert_num_queries(4):
        assert len(titles(client)) == 24


def test_nonsense_in_the_address_is_told_at_the_field(client: Client, archive: None) -> None:
    response = client.get("/games/?since=tomorrow")

    assert response.status_code == 400
    assert "Enter a valid date." in response.content.decode()


def test_the_list_downloads_as_records_that_read_again(client: Client, archive: None) -> None:
    text = b"".join(client.get("/games/games.txt")).decode()

    records = list(read_text(text))
    assert [record.ok for record in records] == [True, True]
    assert [record.tags["Event"] for record in records] == ["Thursday evening", "Autumn Open"]


def test_the_list_downloads_as_a_table_of_heads(client: Client, archive: None) -> None:
    game = Game.objects.get(kind="stratego")

    rows = list(csv.DictReader(io.StringIO(b"".join(client.get("/games/games.csv?kind=stratego")).decode())))

    assert rows == [
        {
            "id": str(game.pk), "game": "stratego", "first": "Cem Aydın", "second": "Dorte Holm", "result": "0-1",
            "termination": "time", "rule": "", "event": "Autumn Open", "site": "", "round": "", "board": "",
            "date": "2026.10.??", "club": "", "plies": "4", "setup": "chosen", "first_express": "0",
            "second_express": "0", "adjudication": game.verdict, "adjudication_state": "", "confirmation": "",
            "address": f"http://testserver/games/{game.pk}/",
        }
    ]  # fmt: skip


def test_the_list_downloads_for_programs(client: Client, archive: None) -> None:
    games = json.loads(b"".join(client.get("/games/games.json")))

    assert [game["first"] for game in games] == ["Agnes Brandt", "Cem Aydın"]
    assert [record.ok for game in games for record in read_text(game["record"])] == [True, True]


@pytest.mark.parametrize("kind", ["txt", "json", "csv"])
def test_no_file_holds_what_an_embargo_hides(client: Client, under_embargo: None, kind: str) -> None:
    text = b"".join(client.get(f"/games/games.{kind}")).decode()

    assert "Agnes Brandt" in text
    assert SETUP[:10] not in text
    assert "a4-a5" not in text


def test_no_file_says_what_the_referee_found_under_an_embargo(client: Client, under_embargo: None) -> None:
    Game.objects.update(verdict="no-progress")
    Adjudication.objects.update(verdict="no-progress")

    rows = list(csv.DictReader(io.StringIO(b"".join(client.get("/games/games.csv")).decode("utf-8-sig"))))
    games = json.loads(b"".join(client.get("/games/games.json")))

    for heads in (rows, games):
        told = {head["game"]: (head["adjudication"], head["adjudication_state"]) for head in heads}
        assert told == {"barragoon": ("no-progress", "proposed"), "stratego": ("", "")}


def test_a_thumbnail_under_embargo_shows_backs_only(client: Client, under_embargo: None) -> None:
    page = client.get("/games/?kind=stratego").content.decode()
    board = page[page.index('class="thumbnail stratego-board"') :]

    shown = set(re.findall(r'href="#([\w-]+)"', board[: board.index("</svg>")]))

    assert shown == {"stratego-grid", "stratego-red-hidden", "stratego-blue-hidden"}


def test_who_may_see_a_game_is_told_until_an_embargo_has_ended(client: Client, under_embargo: None) -> None:
    game = Game.objects.get(kind="stratego")

    def told() -> tuple[list[str], list[str]]:
        card, page = client.get("/games/?kind=stratego"), client.get(f"/games/{game.pk}/")
        return (
            re.findall(r'<span class="tag">(.*?)</span>', card.content.decode()),
            re.findall(r"<dt>Who may see it</dt><dd>(.*?)</dd>", compact(page)),
        )

    lasting = told()
    Game.objects.update(visibility="embargoed", embargo_until=timezone.now())
    ended = told()

    assert lasting == (["under embargo"], [str(Visibility.EMBARGOED.label)])
    assert ended == ([], ["everybody"])


def thumbnails(client: Client) -> dict[str, set[str]]:
    """Of the cards of the list, by game: the symbols on the small board."""
    found = {}
    for card in client.get("/games/").content.decode().split('<article class="game-card')[1:]:
        board = re.search(r'class="thumbnail (\w+)-board".*?</svg>', card, re.DOTALL)
        assert board, card
        assert board[1] not in found
        found[board[1]] = set(re.findall(r'href="#([\w-]+)"', board[0]))
    return found


def test_every_card_has_its_board_and_hidden_pieces_lie_face_down(client: Client, archive: None) -> None:
    backs = {"stratego-red-hidden", "stratego-blue-hidden"}

    shown = thumbnails(client)
    Game.objects.filter(kind="stratego").update(visibility="embargoed")
    withheld = thumbnails(client)

    assert {"barragoon-white-2", "barragoon-brown-4"} <= shown["barragoon"] == withheld["barragoon"]
    assert {"stratego-red-flag", "stratego-blue-flag"} <= shown["stratego"]
    assert shown["stratego"].isdisjoint(backs)
    assert withheld["stratego"] == {"stratego-grid"} | backs


def test_the_links_to_the_files_keep_the_filters_and_leave_the_page(client: Client, archive: None) -> None:
    page = client.get("/games/?kind=stratego&player=aydin&after=2026-12-01.99").content.decode()

    links = [html.unescape(link) for link in re.findall(r'href="(/games/games\.\w+[^"]*)"', page)]

    assert links == [f"/games/games.{kind}?kind=stratego&player=aydin" for kind in ("txt", "json", "csv")]
    assert b"".join(client.get(links[0])).decode().count("[Game ") == 1


@pytest.mark.postgres
@pytest.mark.parametrize("kind", ["txt", "json", "csv"])
def test_a_file_is_read_through_a_cursor_of_the_server(client: Client, archive: None, kind: str) -> None:
    """Else the driver would take the whole answer into memory before the first game is written."""
    with CaptureQueriesContext(connection) as queries:
        b"".join(client.get(f"/games/games.{kind}"))

    reading = [query["sql"] for query in queries if '"games_game"."sort_date" DESC' in query["sql"]]
    assert [bool(re.match(r'DECLARE "\w+" .*CURSOR', sql)) for sql in reading] == [True]


class Controls(HTMLParser):
    """The form with the filters, as a browser without scripts has it."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.form: dict[str, str | None] = {}
        self.values: dict[str, str] = {}
        self.buttons = 0
        self._inside = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        if tag == "form" and "game-filters" in (attributes.get("class") or ""):
            self.form, self._inside = attributes, True
        if not self._inside:
            return
        if tag in ("input", "select"):
            self.values[attributes["name"] or ""] = attributes.get("value") or ""
        self.buttons += tag == "button" and attributes.get("type", "submit") == "submit"

    def handle_endtag(self, tag: str) -> None:
        self._inside = self._inside and tag != "form"


def test_the_filters_are_a_plain_form_that_needs_no_scripts(client: Client, archive: None) -> None:
    Club.objects.create(name="Rooks", slug="rooks")
    controls = Controls(client.get("/games/").content.decode())

    assert controls.form["action"] == "/games/"
    assert (controls.form.get("method") or "get").lower() == "get"
    assert not [name for name in controls.form if name.startswith(("hx-", "data-", "on"))]
    assert controls.buttons == 2
    assert set(controls.values) == set(GameFilters.base_filters) - set(LINK_FILTERS)
    # As a browser sends it: all fields, most of them empty.
    chosen = controls.values | {"kind": "stratego", "opponent": "holm", "longest": "10"}
    assert titles(client, f"?{urlencode(chosen)}") == ["Cem Aydın – Dorte Holm"]
    assert titles(client, f"?{urlencode(chosen | {'longest': '3'})}") == []


def test_clubs_are_offered_while_there_are_few_of_them(
    client: Client, archive: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("players.clubs.selectors.clubs.MAX_CLUBS_TO_CHOOSE", 1)
    Club.objects.create(name="Rooks", slug="rooks")
    assert "club" in client.get("/games/").context["form"].fields

    Club.objects.create(name="Tiles", slug="tiles")
    assert "club" not in client.get("/games/").context["form"].fields
    page = client.get("/games/?club=tiles")
    assert [slug for slug, _ in page.context["form"].fields["club"].widget.choices] == ["", "tiles"]
    assert page.context["page"].count == 0
    assert client.get("/games/?club=nobodys").status_code == 400


@pytest.mark.parametrize("kind", ["txt", "json", "csv"])
def test_however_long_a_file_is_few_games_are_in_memory_at_a_time(
    client: Client, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    monkeypatch.setattr(game_selectors, "GAMES_PER_CHUNK", 5)
    monkeypatch.setattr(downloads, "ROWS_PER_CHUNK", 5)
    for number in range(40):
        GameText.objects.create(game=make_game(f"{number}"), canonical=f"record {number}\n")
    made: list[weakref.ref[Game]] = []

    def note(instance: Game, **more: object) -> None:
        made.append(weakref.ref(instance))

    post_init.connect(note, sender=Game)
    try:
        most = 0
        for number, _piece in enumerate(client.get(f"/games/games.{kind}")):
            if number in (4, 8):  # a game and its text know each other, and go when they are looked for
                gc.collect()
                most = max(most, sum(game() is not None for game in made))
    finally:
        post_init.disconnect(note, sender=Game)

    assert len(made) == 40
    assert 1 <= most <= 10  # those of the piece that is written, and of the next one


def test_filters_that_a_link_brought_stay_when_somebody_filters_further(
    client: Client, archive: None
) -> None:
    page = client.get("/games/?person=7&of_event=3").content.decode()

    assert '<input type="hidden" name="person" value="7"' in page
    assert '<input type="hidden" name="of_event" value="3"' in page


def test_the_page_says_whose_games_a_link_led_to_and_leads_to_all_others(
    client: Client, archive: None
) -> None:
    agnes, secret = create_person(actor=None, name="Agnes <Brandt>"), create_person(actor=None, name="Hidden")
    Person.objects.filter(pk=agnes.pk).update(listed=True)
    club = make_club()
    event = make_event(club=club, name="Spring Open", state=EventState.RUNNING)
    draft = make_event(club=club, name="Secret Open", state=EventState.DRAFT)

    page = client.get(f"/games/?person={agnes.pk}&kind=stratego&of_event={event.pk}&after=2026-12-01.99")
    hidden = client.get(f"/games/?person={secret.pk}&of_event={draft.pk}").content.decode()

    said = re.findall(
        r'<p class="cluster"> ?<span> ?(.*?) ?</span> <a [^>]*href="([^"]*)" ?> ?(.*?) ?</a>',
        " ".join(page.content.decode().split()),
    )
    assert said == [
        (
            f'Only games of <a href="/people/{agnes.pk}/">Agnes &lt;Brandt&gt;</a>',
            f"/games/?kind=stratego&amp;of_event={event.pk}",
            "Games of all players",
        ),
        (
            f'Only games of the event <a href="/events/{event.pk}/">Spring Open</a>',
            f"/games/?person={agnes.pk}&amp;kind=stratego",
            "Games of all events",
        ),
    ]
    assert "Hidden" not in hidden
    assert "Secret Open" not in hidden


def test_days_are_chosen_in_the_calendar_of_the_browser(client: Client, archive: None) -> None:
    page = client.get("/games/?since=2026-11-05&until=tomorrow").content.decode()

    days = re.findall(r'<input type="date" name="(\w+)"(?: value="([^"]*)")?', page)
    assert days == [("since", "2026-11-05"), ("until", "")]


@pytest.mark.parametrize("path", ["/games/games.pdf", "/games/games."])
def test_other_files_do_not_exist(client: Client, path: str) -> None:
    assert client.get(path).status_code == 404
