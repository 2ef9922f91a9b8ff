"""Boards that are followed: what is sent, how much later, and what is not."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import caches
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from core.errors import Refused
from games.live.presenters import looks
from games.models import Recording, RecordingState, RecordingStep
from games.recorder.services.steps import add_steps
from players.models import User
from tests.engine.stratego.gravon.files import BLUE_SETUP, SETUP
from tests.games.recorder.steps import chain, enter
from tests.tournaments.builders import make_account, make_event, make_round, make_section
from tournaments.event_files.selectors.content import load_content
from tournaments.event_files.selectors.file_format import read_content
from tournaments.event_files.services.origins import ensure_origin
from tournaments.event_records import target_pairing
from tournaments.events.services.events import change_event, copy_event
from tournaments.models import Event, EventState, Pairing

pytestmark = pytest.mark.django_db
PLIES = ["c2-b2", "d8-d5", "d2-f3", "d5xb6/NS@f2"]


@pytest.fixture(autouse=True)
def _look_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other tests wait for no second to pass."""
    monkeypatch.setattr(looks, "PAUSE", 0)
    caches["pages"].clear()


@pytest.fixture
def scribe() -> User:
    return make_account("Agnes Brandt")


def boards(count: int = 2, **fields: Any) -> list[Pairing]:
    event = make_event(state=EventState.RUNNING, **({"live_boards": "on"} | fields))
    section = make_section(event, players=2 * count)
    games = [(number, number + count, "") for number in range(1, count + 1)]
    return list(make_round(section, 1, games).pairings.order_by("board"))


def record(
    pairing: Pairing, scribe: User, *said: tuple[str, str] | str, kind: str = "barragoon"
) -> Recording:
    recording = Recording.objects.create(account=scribe, kind=kind, meant_for=target_pairing(pairing))
    if said:
        enter(recording, *said)
    return recording


def go_on(recording: Recording, *said: tuple[str, str] | str) -> None:
    last = RecordingStep.objects.filter(recording=recording).latest("pk")
    add_steps(
        actor=recording.account,
        recording=recording,
        steps=chain(*said, parent=last.key, number=last.number),
    )


def event_of(pairing: Pairing) -> Event:
    return pairing.round.section.event


def poll(client: Client, pairing: Pairing, since: str = "") -> Any:
    """The answer about one board; None if nothing is new."""
    address = reverse("live-board-changes", args=[event_of(pairing).pk, pairing.pk])
    answer = client.get(address, {"since": since})
    assert answer["Cache-Control"] == "private, no-store"
    return answer.json() if answer.status_code == 200 else None


def poll_wall(client: Client, event: Event, since: str = "") -> Any:
    answer = client.get(reverse("live-changes", args=[event.pk]), {"since": since})
    return answer.json() if answer.status_code == 200 else None


def texts(document: Any) -> list[str]:
    return [ply["ply"] for ply in document["replay"]["lines"][0]["plies"]]


def test_polls_of_one_board_bring_new_plies_only(client: Client, scribe: User) -> None:
    board, _other = boards()
    recording = record(board, scribe, *PLIES[:2], ("comment", "Secret plan"))

    first = poll(client, board)
    assert texts(first) == PLIES[:2]
    assert poll(client, board, first["tag"]) is None
    go_on(recording, ("comment", "Another"), *PLIES[2:])
    second = poll(client, board, first["tag"])

    assert (second["since"], [ply["ply"] for ply in second["plies"]]) == (2, PLIES[2:])
    assert "replay" not in second
    assert "Secret" not in str(first) + str(second)
    # Taken back: what was known is no beginning of it, so all is sent.
    go_on(recording, ("undo", "1"))
    assert texts(poll(client, board, second["tag"])) == PLIES[:1]


def test_polls_of_a_wall_bring_boards_that_changed(client: Client, scribe: User) -> None:
    one, other = boards()
    recording = record(one, scribe, PLIES[0])
    record(other, scribe, *PLIES)
    event = event_of(one)

    first = poll_wall(client, event)
    assert [entry["id"] for entry in first["boards"]] == first["order"] == [str(one.pk), str(other.pk)]
    assert poll_wall(client, event, first["tag"]) is None
    go_on(recording, PLIES[1])
    [changed] = poll_wall(client, event, first["tag"])["boards"]

    # A tile left d8 (square 52) for d5 (31).
    assert (changed["id"], changed["count"], set(changed["set"])) == (str(one.pk), 2, {"52", "31"})
    assert changed["set"]["52"] == ""
    # Nobody knows a tag that was never given: everything is sent.
    assert len(poll_wall(client, event, "0" * 18)["boards"]) == 2


def test_a_delay_in_plies_keeps_the_last_ones_and_the_end(client: Client, scribe: User) -> None:
    [board] = boards(1, live_boards="plies", live_delay=3)
    recording = record(board, scribe, *PLIES)
    event = event_of(board)

    seen, wall = poll(client, board), poll_wall(client, event)
    assert (texts(seen), seen["ending"]) == (PLIES[:1], "")
    # Neither the end nor the hand-in changes anything, not even a tag.
    go_on(recording, ("resign", "1"))
    Recording.objects.update(state=RecordingState.HANDED_IN, changed_at=timezone.now())
    assert poll(client, board, seen["tag"]) is None
    assert poll_wall(client, event, wall["tag"]) is None
    page = client.get(reverse("live-board", args=[event.pk, board.pk])).content.decode()
    assert PLIES[1] not in page


def test_a_delay_in_minutes_counts_from_when_the_server_got_a_step(client: Client, scribe: User) -> None:
    [board] = boards(1, live_boards="minutes", live_delay=10)
    recording = record(board, scribe, *PLIES)
    # The device says that it made its steps last year: that does not count.
    RecordingStep.objects.update(made_at=timezone.now() - timedelta(days=300))
    assert poll(client, board) is None
    assert poll_wall(client, event_of(board))["boards"] == []

    old = RecordingStep.objects.filter(recording=recording, number__lte=2)
    old.update(received_at=timezone.now() - timedelta(minutes=11))
    seen = poll(client, board)
    assert texts(seen) == PLIES[:2]
    go_on(recording, ("undo", "0"), "d2-d4")
    assert poll(client, board, seen["tag"]) is None


@pytest.mark.parametrize(
    "off", [{"live_boards": "off"}, {"state": EventState.DRAFT}, {"state": EventState.OPEN}]
)
def test_what_is_not_open_to_followers_is_not_found(
    client: Client, scribe: User, off: dict[str, Any]
) -> None:
    [board] = boards(1)
    record(board, scribe, *PLIES)
    event = event_of(board)
    Event.objects.filter(pk=event.pk).update(**off)

    for name, arguments in (
        ("live-boards", [event.pk]),
        ("live-projector", [event.pk]),
        ("live-changes", [event.pk]),
        ("live-board", [event.pk, board.pk]),
        ("live-board-changes", [event.pk, board.pk]),
    ):
        assert client.get(reverse(name, args=arguments)).status_code == 404, name


def test_hidden_pieces_are_not_sent(client: Client, scribe: User) -> None:
    [board] = boards(1, game="stratego")
    recording = record(board, scribe, ("setup", f"0 {SETUP}"), kind="stratego")
    assert poll(client, board) is None  # one set-up is no game
    go_on(recording, ("setup", f"1 {BLUE_SETUP}"), "a4-a5", "j7-j6", "a5-a6")

    seen = poll(client, board)
    wall = client.get(reverse("live-boards", args=[event_of(board).pk])).content.decode()

    assert len(texts(seen)) == 3
    contents = {content for content in seen["replay"]["contents"] if content}
    assert contents
    assert all(content.split()[0] in ("red-hidden", "blue-hidden") for content in contents), contents
    assert SETUP not in wall
    assert BLUE_SETUP not in str(seen)


def test_of_two_recordings_the_longer_one_is_followed(client: Client, scribe: User) -> None:
    [board] = boards(1)
    record(board, scribe, PLIES[0])
    record(board, make_account("Bo Lind"), *PLIES[:3])

    assert texts(poll(client, board)) == PLIES[:3]


def test_a_damaged_ply_ends_the_board_and_breaks_nothing(client: Client, scribe: User) -> None:
    [board] = boards(1)
    recording = record(board, scribe, PLIES[0], "{ c2-c4", "a1-a9")

    seen = poll(client, board)
    assert texts(seen) == PLIES[:1]
    go_on(recording, "} 1-0 (", "d8-d5")
    for since in (seen["tag"], "1.x.y", "99999.0.0", "-1", "\0", "x" * 500):
        poll(client, board, since)
    assert client.get(reverse("live-boards", args=[event_of(board).pk])).status_code == 200


@pytest.mark.one_database
def test_a_poll_within_a_second_of_a_look_asks_the_database_nothing(
    client: Client,
    scribe: User,
    monkeypatch: pytest.MonkeyPatch,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    pairings = boards(6)
    for board in pairings:
        record(board, scribe, *PLIES)
    event = event_of(pairings[0])
    tag = poll_wall(client, event)["tag"]
    monkeypatch.setattr(looks, "PAUSE", 60)

    with django_assert_num_queries(0):
        assert poll_wall(client, event, tag) is None
        assert poll(client, pairings[0], poll(client, pairings[0])["tag"]) is None


def test_a_setting_that_is_changed_counts_at_the_next_look(client: Client, scribe: User) -> None:
    [board] = boards(1)
    record(board, scribe, *PLIES)
    event = event_of(board)
    tag = poll_wall(client, event)["tag"]

    Event.objects.filter(pk=event.pk).update(live_boards="plies", live_delay=2)
    assert {entry["count"] for entry in poll_wall(client, event, tag)["boards"]} == {2}


def test_the_setting_is_checked_copied_and_read_from_files() -> None:
    event = make_event()
    with pytest.raises(Refused):
        change_event(actor=None, event=event, live_boards="minutes")
    event = change_event(actor=None, event=event, live_boards="minutes", live_delay=15)

    made = copy_event(actor=None, event=event, name="Again", starts_on=event.starts_on)
    content = load_content(made, ensure_origin(made), make_account("Organiser"))
    data = json.loads(json.dumps(content.data))
    fields = read_content(data).event
    assert (fields["live_boards"], fields["live_delay"]) == ("minutes", 15)
    # A file of an earlier release does not say: nobody follows.
    for name in ("live_boards", "live_delay"):
        del data["event"][name]
    assert "live_boards" not in read_content(data).event
    # Without a delay the number says nothing.
    assert change_event(actor=None, event=made, live_boards="on").live_delay == 0
