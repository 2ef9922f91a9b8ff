"""Boards of events in the recorder: everything is filled in, and the game becomes the board's record."""

import json

import pytest
from django.test import Client
from django.urls import reverse

from core.errors import Refused
from games.event_hooks import board_to_record, boards_to_record
from games.models import Recording
from games.recorder.policies import may_continue, may_delete
from games.recorder.services.drafts import hand_in, start_recording_of_board
from players.models import User
from players.people.services.people import create_person
from tests.games.recorder.steps import enter
from tests.jobs.job_runner import run_jobs
from tests.tournaments.builders import make_account
from tests.tournaments.results.builders import account_of, board_of, running_section
from tournaments.documents.presenters.score_sheets import score_sheets
from tournaments.event_records import target_pairing
from tournaments.events.services.events import appoint_arbiter
from tournaments.models import Event, EventState, Pairing, RoundState

pytestmark = pytest.mark.django_db


@pytest.fixture
def pairing(db: None) -> Pairing:
    return board_of(running_section())


@pytest.fixture
def player(pairing: Pairing) -> User:
    return account_of(pairing.first)


@pytest.fixture
def opponent(pairing: Pairing) -> User:
    return account_of(pairing.second)


def draft_of(account: User, pairing: Pairing) -> Recording:
    board = board_to_record(account, target_pairing(pairing))
    assert board is not None
    return start_recording_of_board(account=account, board=board)


def test_the_board_fills_in_players_event_round_and_board(player: User, pairing: Pairing) -> None:
    draft = draft_of(player, pairing)

    assert draft.tags["White"] == pairing.first.person.name
    assert (draft.tags["Event"], draft.tags["Round"], draft.tags["Board"]) == (
        pairing.round.section.event.name,
        "1",
        "1",
    )
    assert draft_of(player, pairing) == draft


def test_a_board_that_is_handed_in_has_its_record_and_its_result(player: User, pairing: Pairing) -> None:
    draft = draft_of(player, pairing)
    steps = enter(draft, "c2-c4", "c8-c6", ("resign", "0"))

    upload = hand_in(actor=player, recording=draft, tip=steps[-1].key)
    run_jobs()

    pairing.refresh_from_db()
    assert (upload.source, upload.meant_for) == ("recorder", target_pairing(pairing))
    assert pairing.game is not None
    assert pairing.result == "0-1"


def test_both_players_may_continue_a_draft_of_their_board_and_others_may_not(
    player: User, opponent: User, pairing: Pairing
) -> None:
    draft = draft_of(player, pairing)

    assert may_continue(opponent, draft)
    assert not may_continue(make_account("stranger"), draft)
    assert (may_delete(player, draft), may_delete(opponent, draft)) == (True, False)
    enter(draft, "c2-c4", actor=opponent)


def test_a_draft_with_hidden_pieces_is_its_scribes_alone(
    player: User, opponent: User, pairing: Pairing
) -> None:
    Event.objects.update(game="stratego")
    draft = draft_of(player, pairing)

    assert draft.kind == "stratego"
    assert may_continue(player, draft)
    assert not may_continue(opponent, draft)


def test_boards_that_are_played_now_are_offered_to_their_players(
    player: User, pairing: Pairing, client: Client
) -> None:
    assert [board.mark for board in boards_to_record(player)] == [target_pairing(pairing)]
    client.force_login(player, backend="django.contrib.auth.backends.ModelBackend")

    answer = client.post(reverse("record"), {"board": target_pairing(pairing)})

    assert answer["Location"] == Recording.objects.get().get_absolute_url()
    assert client.get(answer["Location"]).context["recorder"].board.mark == target_pairing(pairing)
    pairing.round.state = RoundState.CLOSED
    pairing.round.save()
    assert boards_to_record(player) == []


def test_the_own_board_leads_to_the_recorder(player: User, pairing: Pairing, client: Client) -> None:
    section = pairing.round.section
    client.force_login(player, backend="django.contrib.auth.backends.ModelBackend")

    page = client.get(reverse("own-board", args=[section.event_id, section.pk, 1, 1])).content.decode()

    assert f"{reverse('record')}?board={target_pairing(pairing)}" in page


def test_the_regulations_say_how_players_record_and_arbiters_may_use_any_mode(
    player: User, pairing: Pairing, client: Client
) -> None:
    mark = target_pairing(pairing)
    draft = draft_of(player, pairing)
    Event.objects.update(player_recording="sheet")
    assert draft_of(player, pairing).mode == "score_sheet"  # it follows the regulations
    draft.delete()

    client.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
    refused = client.post(reverse("record"), {"board": mark, "way": "scribe"})
    assert (refused.status_code, Recording.objects.count()) == (200, 0)
    assert refused.context["problem"]
    client.post(reverse("record"), {"board": mark, "way": "score_sheet"})
    assert Recording.objects.get().mode == "score_sheet"

    somebody = make_account("arbiter")
    anna = create_person(actor=None, name="Anna", account=somebody)
    appoint_arbiter(actor=None, event=pairing.round.section.event, person=anna)
    arbiter = board_to_record(somebody, mark)
    assert arbiter is not None
    assert set(arbiter.modes) == {"scribe", "score_sheet"}
    Recording.objects.all().delete()
    Event.objects.update(player_recording="none")
    with pytest.raises(Refused):
        draft_of(player, pairing)


@pytest.mark.parametrize("mark", ["", "pairing:", "pairing:0", "event:1", "pairing:" + "9" * 40])
def test_what_names_no_board_is_none(player: User, mark: str) -> None:
    assert board_to_record(player, mark) is None


def test_strangers_and_drafts_of_rounds_have_no_board(pairing: Pairing, player: User) -> None:
    assert board_to_record(make_account("stranger"), target_pairing(pairing)) is None
    pairing.round.state = RoundState.PAIRED
    pairing.round.save()
    assert board_to_record(player, target_pairing(pairing)) is None


def test_nothing_is_handed_in_for_an_archived_event(player: User, pairing: Pairing) -> None:
    draft = draft_of(player, pairing)
    steps = enter(draft, "c2-c4")
    Event.objects.update(state=EventState.ARCHIVED)

    with pytest.raises(Refused):
        hand_in(actor=player, recording=draft, tip=steps[-1].key)

    draft.refresh_from_db()
    assert draft.state == "open"


def test_a_game_whose_rules_no_browser_knows_is_recorded_by_the_sites_word(
    player: User, pairing: Pairing, client: Client
) -> None:
    Event.objects.update(game="draughts")
    client.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
    draft = draft_of(player, pairing)
    address = reverse("recording-rules", args=[draft.key])

    node = client.post(address, json.dumps({"plies": ["32-28"]}), "application/json").json()["node"]

    assert (node["turn"], node["last"], len(node["moves"])) == (1, ["d4", "e5"], 9)
    assert all(move["after"]["moves"] for move in node["moves"])
    wrong = client.post(address, json.dumps({"plies": ["32-27", "32-28"]}), "application/json").json()
    assert (wrong["count"], wrong["illegal"]["ply"]) == (1, 2)
    # On a score sheet nothing is told, neither by the page nor by the answer.
    Event.objects.update(player_recording="sheet")
    assert client.post(address, json.dumps({"plies": []}), "application/json").status_code == 400
    document = client.get(draft.get_absolute_url()).context["recorder"].document
    assert document["mode"] == "score_sheet"
    assert "moves" not in document["served"]["node"]


def test_codes_on_poster_pairing_list_and_score_sheets_lead_to_the_recorder(
    pairing: Pairing, client: Client
) -> None:
    section = pairing.round.section
    pages = [
        client.get(reverse("poster", args=[section.event_id])),
        client.get(reverse("round", args=[section.event_id, section.pk, 1])),
    ]
    assert all(page.context["record_picture"].startswith("<svg") for page in pages)
    address = pages[0].context["record_address"].removeprefix("http://testserver")
    with_codes = len(score_sheets(section, 1))

    # Whoever scans it without an account reads why one is asked for; with one, the own boards are offered.
    asked = client.get(address, follow=True)
    assert asked.redirect_chain[0][0].startswith(reverse("account_login"))
    assert [str(message) for message in asked.context["messages"]]
    client.force_login(account_of(pairing.first), backend="django.contrib.auth.backends.ModelBackend")
    assert [board.mark for board in client.get(address).context["boards"]] == [target_pairing(pairing)]
    client.force_login(make_account("stranger"), backend="django.contrib.auth.backends.ModelBackend")
    foreign = client.get(reverse("record"), {"board": target_pairing(pairing)})
    assert (foreign.status_code, foreign.templates[0].name) == (404, "games/recorder/no_board.html")

    Event.objects.update(player_recording="none")
    assert "record_picture" not in client.get(reverse("poster", args=[section.event_id])).context
    section.event.refresh_from_db()
    assert with_codes > len(score_sheets(section, 1))


def test_two_phones_at_a_board_are_one_game_of_its_two_players(
    player: User, opponent: User, pairing: Pairing, client: Client
) -> None:
    Event.objects.update(game="stratego")
    given = {"board": target_pairing(pairing), "way": "phones"}
    Event.objects.update(player_recording="none")
    client.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
    assert client.post(reverse("record"), given).context["problem"]
    assert not Recording.objects.exists()
    Event.objects.update(player_recording="any")
    for account in (player, opponent, player):
        client.force_login(account, backend="django.contrib.auth.backends.ModelBackend")
        assert client.post(reverse("record"), given).status_code == 302

    shared = Recording.objects.get()
    assert list(shared.seats.order_by("side").values_list("account", flat=True)) == [player.pk, opponent.pk]
    assert client.get(shared.get_absolute_url(), follow=True).status_code == 200
    client.force_login(make_account("stranger"), backend="django.contrib.auth.backends.ModelBackend")
    refused = client.post(reverse("record"), given)
    assert refused.status_code == 404
    assert client.get(reverse("recording-seat", args=[shared.key])).status_code == 404
