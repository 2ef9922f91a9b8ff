"""Boards and their results in the API."""

import pytest
from pytest_django import DjangoAssertNumQueries

from audit.models import AuditEntry
from players.models import Club, Person, Scope
from tests.core.api.client import ApiClient, client_for, make_member
from tests.tournaments.builders import make_round, make_section
from tournaments.models import Entry, Event, Pairing, ResultReport, RoundState, Section


def test_boards_are_found_by_round_player_and_whether_they_are_open(
    visitor: ApiClient, played_section: Section
) -> None:
    Pairing.objects.filter(board=2).update(result="", origin="")
    first = Pairing.objects.get(board=1)

    def boards(**query: object) -> list[int]:
        return [found["board"] for found in visitor.get("pairings/", **query).json()["results"]]

    assert boards(round=first.round_id) == [1, 2]
    assert boards(section=played_section.pk, state="open") == [2]
    assert boards(event=played_section.event_id, state="played") == [1]
    assert boards(person=first.second.person_id) == [1]


def test_a_page_of_boards_takes_two_queries(
    visitor: ApiClient, played_section: Section, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(2):
        assert len(visitor.get("pairings/", section=played_section.pk).json()["results"]) == 2


@pytest.fixture
def board(played_section: Section) -> Pairing:
    """Player 4 against player 2, without a result."""
    Pairing.objects.filter(board=2).update(result="", origin="")
    return Pairing.objects.select_related("first__person", "second__person").get(board=2)


@pytest.fixture
def paula(lapwing: Club, board: Pairing) -> Person:
    """Player 4."""
    person = make_member(lapwing, "Paula")
    Entry.objects.filter(pk=board.first_id).update(person=person)
    return person


@pytest.fixture
def quentin(lapwing: Club, board: Pairing) -> Person:
    """Player 2."""
    person = make_member(lapwing, "Quentin")
    Entry.objects.filter(pk=board.second_id).update(person=person)
    return person


def test_an_arbiter_enters_a_result(arbiter_api: ApiClient, board: Pairing) -> None:
    response = arbiter_api.patch(f"pairings/{board.pk}/", {"result": "1-0", "version": 1})

    told = response.json()
    assert (response.status_code, told["result"], told["origin"], told["version"]) == (
        200,
        "1-0",
        "arbiter",
        2,
    )
    assert AuditEntry.objects.latest("pk").action == "event.result_entered"


def test_the_second_of_two_arbiters_is_told_what_the_first_did(
    arbiter_api: ApiClient, organiser_api: ApiClient, board: Pairing
) -> None:
    arbiter_api.patch(f"pairings/{board.pk}/", {"result": "1-0", "version": 1})

    response = organiser_api.patch(f"pairings/{board.pk}/", {"result": "0-1", "version": 1})

    problem = response.json()
    assert (response.status_code, problem["type"]) == (409, "/api/v1/#problem-changed-meanwhile")
    assert problem["detail"].endswith("Arno changed board 2. The result is now: 1–0.")
    board.refresh_from_db()
    assert board.result == "1-0"


def test_a_decision_needs_a_reason(arbiter_api: ApiClient, board: Pairing) -> None:
    decision = {"result": "0-0", "decision": True}

    assert arbiter_api.patch(f"pairings/{board.pk}/", decision).status_code == 422
    told = arbiter_api.patch(f"pairings/{board.pk}/", {**decision, "reason": "Neither came back."}).json()
    assert (told["result"], told["origin"], told["reason"]) == ("0-0", "decision", "Neither came back.")


def test_a_result_is_cleared_with_an_empty_one(arbiter_api: ApiClient, board: Pairing) -> None:
    arbiter_api.patch(f"pairings/{board.pk}/", {"result": "1-0"})

    told = arbiter_api.patch(f"pairings/{board.pk}/", {"result": ""}).json()

    assert (told["result"], told["origin"]) == ("", "")


def test_others_do_not_enter_results(
    visitor: ApiClient, stranger_api: ApiClient, paula: Person, board: Pairing
) -> None:
    statuses = [
        program.patch(f"pairings/{board.pk}/", {"result": "1-0"}).status_code
        for program in (visitor, stranger_api, client_for(paula))
    ]

    assert statuses == [401, 403, 403]


def test_one_player_reports_and_the_other_confirms(board: Pairing, paula: Person, quentin: Person) -> None:
    said = client_for(paula, Scope.READ, Scope.SUBMIT).post(f"pairings/{board.pk}/report/", {"result": "1-0"})

    assert (said.json()["result"], [report["result"] for report in said.json()["reports"]]) == ("", ["1-0"])
    confirmed = client_for(quentin, Scope.SUBMIT).post(f"pairings/{board.pk}/report/", {"result": "1-0"})
    assert (confirmed.json()["result"], confirmed.json()["origin"]) == ("1-0", "players")


def test_a_result_that_is_sent_again_with_its_key_is_entered_once(
    arbiter_api: ApiClient, board: Pairing
) -> None:
    """Without the key the second would be told that the board has changed."""
    first, again = (
        arbiter_api.patch(f"pairings/{board.pk}/", {"result": "1-0", "version": 1}, key="once")
        for _ in range(2)
    )

    assert (first.status_code, again.status_code) == (200, 200)
    assert first.json() == again.json()
    board.refresh_from_db()
    assert (board.result, board.version) == ("1-0", 2)


def test_a_report_can_be_taken_back(board: Pairing, paula: Person) -> None:
    program = client_for(paula, Scope.SUBMIT)
    program.post(f"pairings/{board.pk}/report/", {"result": "1-0"})

    assert program.delete(f"pairings/{board.pk}/report/").status_code == 204
    assert not ResultReport.objects.exists()


def test_only_the_two_players_report(
    stranger_api: ApiClient, visitor: ApiClient, board: Pairing, paula: Person
) -> None:
    path = f"pairings/{board.pk}/report/"

    assert [program.post(path, {"result": "1-0"}).status_code for program in (stranger_api, visitor)] == [
        403,
        401,
    ]
    assert client_for(paula, Scope.READ, Scope.ORGANISE).post(path, {"result": "1-0"}).status_code == 403


def test_what_players_report_is_seen_by_them_and_by_arbiters(
    visitor: ApiClient, arbiter_api: ApiClient, board: Pairing, paula: Person
) -> None:
    client_for(paula).post(f"pairings/{board.pk}/report/", {"result": "1/2-1/2"})

    reports = [
        program.get(f"pairings/{board.pk}/").json()["reports"]
        for program in (visitor, arbiter_api, client_for(paula))
    ]

    said = [{"entry": board.first_id, "result": "1/2-1/2", "reported_at": reports[1][0]["reported_at"]}]
    assert reports == [None, said, said]


def test_a_conflict_is_listed_for_arbiters(
    visitor: ApiClient,
    arbiter_api: ApiClient,
    running_event: Event,
    board: Pairing,
    paula: Person,
    quentin: Person,
) -> None:
    for person, result in ((paula, "1-0"), (quentin, "0-1")):
        client_for(person).post(f"pairings/{board.pk}/report/", {"result": result})

    found = arbiter_api.get(f"events/{running_event.pk}/conflicts/").json()

    assert [(pairing["id"], [report["result"] for report in pairing["reports"]]) for pairing in found] == [
        (board.pk, ["1-0", "0-1"])
    ]
    assert visitor.get(f"events/{running_event.pk}/conflicts/").status_code == 401


def test_a_correction_says_beforehand_what_it_changes(
    arbiter_api: ApiClient, visitor: ApiClient, played_section: Section
) -> None:
    first = Pairing.objects.get(board=1)
    make_round(played_section, 2, [(1, 2, ""), (3, 4, "")], state=RoundState.PUBLISHED)

    told = arbiter_api.get(f"pairings/{first.pk}/consequences/", result="0-1").json()

    moved = {
        movement["player"]["number"]: (
            movement["points_before"],
            movement["points_after"],
            movement["rank_after"],
        )
        for movement in told["movements"]
    }
    assert (told["later_rounds"], told["needs_reason"]) == ([2], True)
    assert moved[1] == ("1", "0", 4)
    assert moved[3] == ("0", "1", 1)
    assert visitor.get(f"pairings/{first.pk}/consequences/", result="0-1").status_code == 401


def test_nothing_is_detached_from_a_board_without_a_record(arbiter_api: ApiClient, board: Pairing) -> None:
    assert arbiter_api.post(f"pairings/{board.pk}/record/", {"do": "part"}).json()["game"] is None
    assert arbiter_api.post(f"pairings/{board.pk}/record/", {"do": "take"}).status_code == 422


def test_boards_of_two_sections_are_told_apart(
    visitor: ApiClient, running_event: Event, played_section: Section
) -> None:
    other = make_section(running_event, players=2, name="Juniors")
    make_round(other, 1, [(1, 2, "1-0")])

    found = visitor.get("pairings/", section=other.pk).json()["results"]

    assert [(pairing["section"], pairing["event"]) for pairing in found] == [(other.pk, running_event.pk)]
