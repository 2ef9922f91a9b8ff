"""Rounds in the API."""

import datetime

from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from tests.core.api.client import ApiClient
from tests.tournaments.builders import make_round, make_section
from tournaments.models import Bye, Entry, EntryState, Event, Round, RoundState, Section


def test_a_round_is_told_with_its_boards_and_byes(visitor: ApiClient, running_event: Event) -> None:
    section = make_section(running_event, players=3)
    round_ = make_round(section, 1, [(1, 2, "1-0")])
    entries = {entry.starting_rank: entry for entry in section.entries.all()}
    Bye.objects.create(round=round_, entry=entries[3], kind="pairing")

    told = visitor.get(f"rounds/{round_.pk}/").json()

    def player(rank: int) -> dict[str, object]:
        entry = entries[rank]
        return {
            "entry": entry.pk,
            "person": entry.person_id,
            "name": f"Player 0{rank}",
            "number": rank,
            "rating": entry.rating,
            "rating_is_provisional": False,
            "club": "",
        }

    pairing = round_.pairings.get()
    assert told == {
        "id": round_.pk,
        "event": running_event.pk,
        "section": section.pk,
        "number": 1,
        "state": "published",
        "changed_by_hand": False,
        "problem": "",
        "published_at": None,
        "closed_at": None,
        "clock": None,
        "version": 1,
        "failed": False,
        "relaxations": [],
        "boards": [
            {
                "id": pairing.pk,
                "round": round_.pk,
                "board": 1,
                "leg": 1,
                "third_place": False,
                "first": player(1),
                "second": player(2),
                "result": "1-0",
                "origin": "arbiter",
                "result_at": None,
                "reason": "",
                "game": None,
                "record_contradicts": None,
                "copies_differ": None,
                "version": 1,
            }
        ],
        "byes": [{"player": player(3), "kind": "pairing"}],
    }


def test_what_is_not_published_is_seen_by_arbiters_only(
    visitor: ApiClient, stranger_api: ApiClient, arbiter_api: ApiClient, played_section: Section
) -> None:
    draft = make_round(played_section, 2, [(1, 2, ""), (3, 4, "")], state=RoundState.PAIRED)

    for program, seen in ((visitor, [1]), (stranger_api, [1]), (arbiter_api, [1, 2])):
        found = program.get("rounds/", section=played_section.pk).json()["results"]
        assert [round_["number"] for round_ in found] == seen
        assert program.get(f"rounds/{draft.pk}/").status_code == (200 if 2 in seen else 404)
        assert len(program.get("pairings/", round=draft.pk).json()["results"]) == (2 if 2 in seen else 0)


def test_a_clock_that_runs_does_not_change_the_answer(visitor: ApiClient, played_section: Section) -> None:
    started = timezone.now() - datetime.timedelta(minutes=10)
    Round.objects.update(clock_started_at=started, clock_seconds=3600)
    round_ = Round.objects.get()

    told = visitor.get(f"rounds/{round_.pk}/").json()["clock"]

    ends = started + datetime.timedelta(hours=1)
    assert told == {"seconds": 3600, "ends_at": ends.isoformat().replace("+00:00", "Z")}


def test_a_round_of_many_boards_takes_three_queries(
    visitor: ApiClient, running_event: Event, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    section = make_section(running_event, players=20)
    round_ = make_round(section, 1, [(2 * board - 1, 2 * board, "") for board in range(1, 11)])

    with django_assert_num_queries(3):
        response = visitor.get(f"rounds/{round_.pk}/")

    assert len(response.json()["boards"]) == 10
    headers = {"If-None-Match": response["ETag"]}
    with django_assert_num_queries(1):
        again = visitor.client.get(f"/api/v1/rounds/{round_.pk}/", headers=headers)
    assert again.status_code == 304


def test_a_draft_shows_points_colours_and_floats(arbiter_api: ApiClient, played_section: Section) -> None:
    draft = make_round(played_section, 2, [(2, 1, ""), (3, 4, "")], state=RoundState.PAIRED)
    Entry.objects.filter(section=played_section, starting_rank=4).update(state=EntryState.WITHDRAWN)

    told = arbiter_api.get(f"rounds/{draft.pk}/draft/").json()

    first = told["lines"][0]
    assert (first["board"], first["kept"]) == (1, False)
    assert [
        (side["player"]["number"], side["points"], side["colours"], side["float"])
        for side in (first["first"], first["second"])
    ] == [(2, "0.5", "B", "up"), (1, "1", "W", "down")]
    assert [player["number"] for player in told["away_now"]] == [4]


def test_a_published_round_is_no_draft(arbiter_api: ApiClient, played_section: Section) -> None:
    assert arbiter_api.get(f"rounds/{played_section.rounds.get().pk}/draft/").status_code == 404


def test_relaxations_of_an_impossible_round_are_listed(
    arbiter_api: ApiClient, played_section: Section
) -> None:
    one, other = played_section.entries.order_by("starting_rank")[:2]
    stuck = Round.objects.create(
        section=played_section,
        number=2,
        problem="It cannot be paired.",
        relaxations=[{"constraint": "REMATCH", "entries": [one.pk, other.pk]}],
    )

    told = arbiter_api.get(f"rounds/{stuck.pk}/").json()

    assert told["relaxations"] == ["Player 01 and Player 02 meet a second time."]
