"""A game that no referee knows goes through the site: club, event, results, records, standings, files, rating list."""

import datetime
import io
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pypdf import PdfReader

from core.errors import Refused
from games.models import Upload
from players.club_games.services import add_game
from players.models import Club, ClubGame, RatingPool, Scope, User
from players.ratings import Glicko2
from tests.core.api.client import client_for
from tests.jobs.job_runner import run_jobs
from tests.tournaments.builders import make_account, make_club, make_event, make_round, make_section
from tests.tournaments.event_files.builders import exported, imported, leave_site, organiser_of
from tests.tournaments.events.sent_forms import fields_of
from tournaments.documents.presenters.score_sheets import score_sheets
from tournaments.events.services.events import create_event
from tournaments.events.services.lifecycle import finish_event
from tournaments.models import (
    Event,
    EventState,
    Pairing,
    RecordsPublic,
    RoundState,
    Section,
    TextRecord,
)
from tournaments.results.services.reports import report_result
from tournaments.results.services.results import enter_result
from tournaments.results.services.submissions import pairings_without_record, send_record
from tournaments.results.services.text_records import MAX_TEXTS_OF_BOARD, keep_text

pytestmark = pytest.mark.django_db

RECORD = "1. e4 e5 2. Nf3 <script>alert(1)</script> *"


@pytest.fixture
def club() -> Club:
    return make_club()


@pytest.fixture
def organiser(club: Club) -> User:
    return organiser_of(club, "Olga Ivanova")


@pytest.fixture
def game(club: Club) -> ClubGame:
    return add_game(
        actor=None, club=club, name="Shogi", first_side="Sente", second_side="Gote", has_draws=False
    )


@pytest.fixture
def section(club: Club, game: ClubGame) -> Section:
    """Of four, in the middle of their only round."""
    day = timezone.localdate() - datetime.timedelta(days=3)
    event = make_event(club=club, game=game.slug, state=EventState.RUNNING, starts_on=day, ends_on=day)
    section = make_section(event, players=4, planned_rounds=1)
    make_round(section, 1, [(1, 3, ""), (4, 2, "0-1")])
    return section


@pytest.fixture
def board(section: Section) -> Pairing:
    return Pairing.objects.select_related("round__section__event__club").get(board=1)


@pytest.fixture
def player(board: Pairing) -> User:
    account = make_account("Player 01")
    board.first.person.account = account
    board.first.person.save()
    return account


def test_an_event_is_created_with_it(club: Club, game: ClubGame, organiser: User, client: Client) -> None:
    client.force_login(organiser)
    path = f"/events/new/{club.slug}/"
    page = client.get(f"{path}?game={game.slug}")
    sent = fields_of(page.context["form"]) | fields_of(page.context["section_form"])
    assert sent["game"] == game.slug

    answer = client.post(path, sent | {"name": "Open", "starts_on": "2026-12-01", "ends_on": "2026-12-01"})

    event = Event.objects.get()
    assert answer.headers["Location"] == event.get_absolute_url()
    assert (event.game, event.options, event.is_refereed) == (game.slug, {}, False)
    settings = client.get(f"/events/{event.pk}/settings/").context["form"]
    assert (game.slug, "Shogi") in settings.fields["game"].choices
    program = client_for(organiser, Scope.READ, Scope.ORGANISE)
    new = {"club": club.slug, "name": "Two", "starts_on": "2026-12-01", "ends_on": "2026-12-01"}
    made = program.post("events/", {**new, "game": game.slug})
    assert (made.status_code, made.json()["game"], made.json()["refereed"]) == (201, game.slug, False)
    other = add_game(actor=None, club=make_club("Others"), name="Go", first_side="Black", second_side="White")
    assert program.post("events/", {**new, "game": other.slug}).status_code == 422
    assert program.post("events/", {**new, "game": "own-nothing"}).status_code == 400


def test_results_are_entered_and_draws_refused(
    board: Pairing, player: User, client: Client, organiser: User
) -> None:
    with pytest.raises(Refused):
        enter_result(actor=organiser, pairing=board, result="1/2-1/2")
    with pytest.raises(Refused):
        report_result(actor=player, pairing=board, entry=board.first, result="1/2-1/2")

    client.force_login(player)
    own = client.get(f"/events/{board.round.section.event_id}/s/{board.round.section_id}/rounds/1/boards/1/")
    assert [button[0] for button in own.context["own"].buttons] == ["1-0", "0-1"]
    client.force_login(organiser)
    page = client.get(f"/events/{board.round.section.event_id}/s/{board.round.section_id}/rounds/1/results/")
    assert "1/2-1/2" not in dict(page.context["choices"]) | dict(page.context["buttons"])
    enter_result(actor=organiser, pairing=board, result="1-0")
    board.refresh_from_db()
    assert board.result == "1-0"


def test_a_record_is_kept_as_text_and_downloaded(board: Pairing, player: User, client: Client) -> None:
    event = board.round.section.event
    path = f"/events/{event.pk}/boards/{board.pk}"
    client.force_login(player)
    assert client.get(f"{path}/record/").context["form"].initial == {"text": ""}

    answer = client.post(f"{path}/record/", {"text": RECORD})
    again = client.post(f"{path}/record/", {"text": RECORD})
    client.post(f"{path}/record/", {"file": io.BytesIO("\ufeff☗７六歩\r\n".encode())})

    assert answer.headers["Location"] == again.headers["Location"] == f"{path}/texts/"
    first, second = TextRecord.objects.order_by("pk")
    assert (first.text, first.sent_by, second.text) == (RECORD, player, "☗７六歩\n")
    board.refresh_from_db()
    assert (board.game, board.result, Upload.objects.count()) == (None, "", 0)
    visitor = Client()
    page = visitor.get(f"{path}/texts/").content.decode()
    assert "not refereed" in page
    assert "<script>alert" not in page
    assert "not refereed" in visitor.get(event.get_absolute_url()).content.decode()
    file = visitor.get(f"{path}/texts/{first.pk}.txt")
    assert file.getvalue().decode() == RECORD  # type: ignore[attr-defined]
    assert file.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert file.headers["Content-Disposition"].startswith("attachment")
    api = visitor.get(f"/api/v1/pairings/{board.pk}/texts/").json()["texts"]
    assert [(each["id"], each["refereed"], each["text"]) for each in api] == [
        (first.pk, False, RECORD),
        (second.pk, False, "☗７六歩\n"),
    ]


def test_a_program_sends_one_and_an_arbiter_removes_it(board: Pairing, player: User, organiser: User) -> None:
    program = client_for(player, Scope.READ, Scope.SUBMIT)
    kept = program.post(f"pairings/{board.pk}/texts/", {"text": RECORD})
    assert (kept.status_code, kept.json()["refereed"]) == (201, False)
    assert program.post(f"pairings/{board.pk}/records/", {"text": RECORD}).status_code == 422
    assert program.post(f"pairings/{board.pk}/texts/remove/", {"text": kept.json()["id"]}).status_code == 403

    arbiter = client_for(organiser, Scope.READ, Scope.ORGANISE)
    left = arbiter.post(
        f"pairings/{board.pk}/texts/remove/", {"text": kept.json()["id"], "reason": "Not ours."}
    )

    assert (left.status_code, left.json()) == (200, {"texts": []})
    assert not TextRecord.objects.exists()


def test_an_arbiter_removes_one_on_its_page(
    board: Pairing, player: User, organiser: User, client: Client
) -> None:
    text = keep_text(account=player, pairing=board, data=b"1. e4")
    path = f"/events/{board.round.section.event_id}/boards/{board.pk}/texts/"
    client.force_login(player)
    assert client.post(path, {"record": text.pk}).status_code == 404
    client.force_login(organiser)
    assert client.post(path, {"record": "x"}).status_code == 404

    assert client.post(path, {"record": text.pk, "reason": "Spam"}).headers["Location"] == path
    assert not TextRecord.objects.exists()
    assert "Spam" in client.get(f"/events/{board.round.section.event_id}/log/").content.decode()


@pytest.mark.parametrize("data", [b"", b"  \n", b"\xff\xfe", b"a\0b", b"x" * 20_001, "é".encode() * 50_000])
def test_what_is_no_text_is_refused(board: Pairing, player: User, data: bytes) -> None:
    with pytest.raises(Refused):
        keep_text(account=player, pairing=board, data=data)


def test_a_board_is_not_flooded(board: Pairing, player: User) -> None:
    for number in range(MAX_TEXTS_OF_BOARD):
        keep_text(account=player, pairing=board, data=f"{number}".encode())
    with pytest.raises(Refused):
        keep_text(account=player, pairing=board, data=b"one more")


def test_the_referee_takes_no_such_record_and_texts_are_not_for_refereed_games(
    board: Pairing, player: User, club: Club
) -> None:
    with pytest.raises(Refused):
        send_record(account=player, pairing=board, content=[b"x"], size=1, source="paste")  # type: ignore[arg-type]
    refereed = make_event(club=club, name="Other", state=EventState.RUNNING)
    made = make_round(make_section(refereed, players=2), 1, [(1, 2, "")])
    with pytest.raises(Refused):
        keep_text(account=player, pairing=made.pairings.get(), data=b"x")
    assert Client().get(f"/events/{refereed.pk}/boards/{made.pairings.get().pk}/texts/").status_code == 404


def test_while_the_event_withholds_records_only_the_board_and_arbiters_read_them(
    board: Pairing, player: User, organiser: User, client: Client
) -> None:
    event = board.round.section.event
    text = keep_text(account=player, pairing=board, data=b"1. e4")
    Event.objects.update(records_public=RecordsPublic.EVENT_ENDS)
    paths = [
        f"/events/{event.pk}/boards/{board.pk}/texts/",
        f"/events/{event.pk}/boards/{board.pk}/texts/{text.pk}.txt",
        f"/api/v1/pairings/{board.pk}/texts/",
    ]

    def codes(account: User | None) -> list[int]:
        visitor = Client()
        if account:
            visitor.force_login(account)
        return [visitor.get(path).status_code for path in paths[:2]]

    assert codes(None) == codes(make_account("Somebody")) == [404, 404]
    assert codes(player) == codes(organiser) == [200, 200]
    assert Client().get(paths[2]).status_code == 404
    assert b"texts/" not in Client().get(event.get_absolute_url()).content
    Event.objects.update(records_public=RecordsPublic.AT_ONCE)
    assert codes(None) == [200, 200]


def test_whoever_sent_one_is_not_reminded(section: Section, player: User, board: Pairing) -> None:
    event = section.event
    Event.objects.update(records_due_hours=0)
    section.rounds.update(state=RoundState.CLOSED, closed_at=timezone.now() - datetime.timedelta(hours=1))
    Pairing.objects.update(result="1-0", origin="arbiter")
    event.refresh_from_db()
    assert len(pairings_without_record(event)) == 2

    keep_text(account=player, pairing=board, data=b"1. e4")

    assert [each.board for each in pairings_without_record(event)] == [2]


def test_pages_files_and_lists_know_it(
    section: Section, client: Client, organiser: User, player: User
) -> None:
    event = section.event
    below = f"/events/{event.pk}/s/{section.pk}"
    client.force_login(organiser)
    pages = ["/standings/", "/crosstable/", "/rounds/1/", "/rounds/1/results/", "/"]

    assert {client.get(f"{below}{page}").status_code for page in pages} == {200}
    text = PdfReader(io.BytesIO(score_sheets(section, 1))).pages[0].extract_text()
    assert [word for word in ("Sente", "Gote") if word in text] == ["Sente", "Gote"]
    assert b"Player 01" in client.get(f"{below}/files/trf26.trf").content
    found = client.get(f"/events/?game={ClubGame.objects.get().slug}")
    assert [each.pk for each in found.context["page"]] == [event.pk]
    assert [each.pk for each in client.get("/events/?game=own").context["page"]] == [event.pk]
    assert list(client.get("/events/?game=barragoon").context["page"]) == []
    assert [e["id"] for e in client.get("/api/v1/events/?game=own-shogi").json()["results"]] == [event.pk]
    assert "Shogi" in client.get("/search/?q=spring").content.decode()
    assert client.get("/record/").status_code == 200
    client.force_login(player)
    assert client.get("/record/?board=pairing:1").status_code in (200, 404)


def test_it_is_rated(section: Section, board: Pairing, organiser: User, club: Club, client: Client) -> None:
    client.force_login(organiser)
    path = "/ratings/new/"
    form = client.get(f"{path}?club={club.pk}").context["form"]
    assert ("own-shogi", "Shogi") in form.fields["game"].choices
    sent = {
        "name": "Shogi ladder",
        "game": "own-shogi",
        "club": club.pk,
        "method": Glicko2.name,
        "period_rule": "events",
    }
    assert client.post(path, sent).status_code == 302
    pool = RatingPool.objects.get()
    enter_result(actor=organiser, pairing=board, result="1-0")
    section.rounds.update(state=RoundState.CLOSED)

    finish_event(actor=organiser, event=section.event)
    run_jobs()

    page = client.get(pool.get_absolute_url()).content.decode()
    assert "Player 01" in page
    assert "Shogi" in page
    assert client.get(f"/api/v1/rating-pools/{pool.slug}/").json()["game"] == "own-shogi"


def test_an_events_file_takes_game_and_records_along(
    section: Section, board: Pairing, player: User, organiser: User
) -> None:
    keep_text(account=player, pairing=board, data=RECORD.encode())
    data = exported(section.event, organiser)
    other = make_club("Others")

    leave_site()
    ClubGame.objects.all().delete()

    event = imported(data, actor=organiser_of(other, "Otto Other"), club=other)

    game = ClubGame.objects.get(club=other)
    assert (event.game, game.name, game.first_side, game.has_draws) == (game.slug, "Shogi", "Sente", False)
    kept = TextRecord.objects.get(pairing__round__section__event=event)
    assert (kept.text, kept.sent_by) == (RECORD, None)


def test_a_list_of_many_costs_as_much_as_one_of_few(
    club: Club, client: Client, django_assert_max_num_queries: Any
) -> None:
    for number in range(6):
        game = add_game(actor=None, club=club, name=f"Game {number} of ours", first_side="A", second_side="B")
        create_event(
            actor=None, club=club, name=f"Open {number}", game=game.slug,
            starts_on=datetime.date(2026, 12, 1), ends_on=datetime.date(2026, 12, 1),
        )  # fmt: skip
    Event.objects.update(state=EventState.OPEN)
    client.get("/events/")
    with django_assert_max_num_queries(12):
        client.get("/events/")
