"""Records of boards in the API: sent by players and arbiters, followed as an upload, attached by arbiters."""

import pytest

from games.models import Game
from players.models import Club, Person, Scope
from tests.core.api.client import ApiClient, client_for, make_member
from tests.jobs.job_runner import run_jobs
from tests.tournaments.results.builders import record
from tournaments.models import Entry, Event, EventState, Pairing, Section


@pytest.fixture
def board(played_section: Section) -> Pairing:
    """Player 4 against player 2, without a result."""
    Pairing.objects.filter(board=2).update(result="", origin="")
    return Pairing.objects.select_related("round__section__event", "first__person", "second__person").get(
        board=2
    )


@pytest.fixture
def paula(lapwing: Club, board: Pairing) -> Person:
    """Player 4."""
    person = make_member(lapwing, "Paula")
    Entry.objects.filter(pk=board.first_id).update(person=person)
    board.first.person = person
    return person


def test_a_player_is_given_the_head_of_the_record(paula: Person, board: Pairing) -> None:
    told = client_for(paula, Scope.READ).get(f"pairings/{board.pk}/records/").json()

    assert '[Round "1"]\n[Board "2"]\n[White "Paula"]\n[Brown "Player 02"]\n' in told["text"]
    assert told["waiting"] is None


def test_a_record_is_sent_followed_and_fills_in_the_result(paula: Person, board: Pairing) -> None:
    program = client_for(paula, Scope.READ, Scope.SUBMIT)
    response = program.post(f"pairings/{board.pk}/records/", {"text": record(board)})

    sent = response.json()
    assert (response.status_code, sent["source"], sent["club"]) == (201, "api", "lapwing")
    assert sent["progress"]["finished"] is False
    run_jobs()
    assert program.get(f"uploads/{sent['id']}/").json()["progress"]["accepted"] == 1
    now = program.get(f"pairings/{board.pk}/").json()
    assert (now["result"], now["origin"], now["game"]) == ("1-0", "record", Game.objects.get().pk)


def test_a_record_that_waits_is_attached_by_an_arbiter(
    paula: Person, arbiter_api: ApiClient, board: Pairing
) -> None:
    of_others = record(board, White="Somebody", Brown="Else")
    client_for(paula).post(f"pairings/{board.pk}/records/", {"text": of_others})
    run_jobs()
    waiting = arbiter_api.get(f"pairings/{board.pk}/records/").json()["waiting"]
    assert waiting == [Game.objects.get().pk]

    which = arbiter_api.post(f"pairings/{board.pk}/record/", {"do": "attach"})
    done = arbiter_api.post(f"pairings/{board.pk}/record/", {"do": "attach", "game": waiting[0]})

    assert (which.status_code, which.json()["errors"][0]["pointer"]) == (400, "#/game")
    assert (done.status_code, done.json()["game"], done.json()["result"]) == (200, waiting[0], "1-0")


def test_others_send_none(visitor: ApiClient, stranger_api: ApiClient, board: Pairing) -> None:
    sent = {"text": record(board)}
    statuses = [
        program.post(f"pairings/{board.pk}/records/", sent).status_code for program in (visitor, stranger_api)
    ]

    assert statuses == [401, 403]


def test_an_archived_event_takes_none(arbiter_api: ApiClient, board: Pairing) -> None:
    Event.objects.update(state=EventState.ARCHIVED)

    response = arbiter_api.post(f"pairings/{board.pk}/records/", {"text": record(board)})

    assert (response.status_code, response.json()["detail"]) == (
        422,
        "The event is in the archive and can no longer be changed.",
    )


def test_too_many_records_of_boards_are_told_with_the_limit(
    paula: Person, board: Pairing, settings: object
) -> None:
    settings.GAMES_UPLOADS_PER_HOUR = 1  # type: ignore[attr-defined]
    program, path = client_for(paula), f"pairings/{board.pk}/records/"

    answers = [program.post(path, {"text": record(board)}) for _ in range(2)]

    assert [answer.status_code for answer in answers] == [201, 429]
    assert answers[1].json()["detail"].startswith("You may send 1 upload an hour. Please try again ")
