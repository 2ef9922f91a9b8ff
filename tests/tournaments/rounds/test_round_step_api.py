"""Rounds through the API: ordered, paired, changed by hand, published, closed, and each of these taken back."""

from typing import Any

import pytest
from django.utils import timezone

from jobs.models import WorkState
from tests.core.api.client import ApiClient
from tests.jobs.job_runner import run_jobs
from tests.tournaments.builders import make_round, make_section
from tournaments.models import Event, Pairing, PairingOrder, Round, RoundState, Section


@pytest.fixture
def fresh(running_event: Event) -> Section:
    """Five players, and no round."""
    return make_section(running_event, players=5, first_colour="w", planned_rounds=3)


def ordered(program: ApiClient, section: Section, number: int = 1, **more: Any) -> dict[str, Any]:
    response = program.post("rounds/", {"section": section.pk, "number": number, **more})
    assert response.status_code == 201, response.json()
    run_jobs()
    return dict(program.get(f"rounds/{response.json()['id']}/").json())


def seats(round_: dict[str, Any]) -> list[tuple[int, int]]:
    return [(board["first"]["number"], board["second"]["number"]) for board in round_["boards"]]


def step(program: ApiClient, round_: dict[str, Any], **sent: Any) -> Any:
    return program.post(f"rounds/{round_['id']}/step/", sent)


def test_a_round_is_ordered_and_paired_in_the_background(arbiter_api: ApiClient, fresh: Section) -> None:
    answer = arbiter_api.post("rounds/", {"section": fresh.pk, "number": 1})

    assert (answer.status_code, answer.json()["state"], answer.json()["boards"]) == (201, "ordered", [])
    run_jobs()
    round_ = arbiter_api.get(f"rounds/{answer.json()['id']}/").json()
    assert (round_["state"], seats(round_)) == ("paired", [(1, 3), (4, 2)])
    assert [(bye["player"]["number"], bye["kind"]) for bye in round_["byes"]] == [(5, "pairing")]


def test_the_second_who_orders_the_same_round_is_told(
    arbiter_api: ApiClient, organiser_api: ApiClient, fresh: Section
) -> None:
    ordered(arbiter_api, fresh)

    again = organiser_api.post("rounds/", {"section": fresh.pk, "number": 1})

    assert again.status_code == 409
    assert again.json()["detail"].startswith("Round 1 is already paired, not published.")
    assert "Arno did that" in again.json()["detail"]


def test_a_round_with_open_games_before_it_is_ordered_in_spite_of_a_warning(
    arbiter_api: ApiClient, played_section: Section
) -> None:
    Pairing.objects.filter(board=2).update(result="", origin="")

    warned = arbiter_api.post("rounds/", {"section": played_section.pk, "number": 2})

    assert (warned.status_code, warned.json()["detail"].startswith("1 game has no result yet.")) == (
        422,
        True,
    )
    assert ordered(arbiter_api, played_section, 2, despite_warning=True)["state"] == "paired"


def test_a_round_goes_its_way_and_back(arbiter_api: ApiClient, visitor: ApiClient, fresh: Section) -> None:
    round_ = ordered(arbiter_api, fresh)
    path = f"rounds/{round_['id']}/"

    assert visitor.get(path).status_code == 404
    assert step(arbiter_api, round_, step="publish", version=round_["version"]).json()["state"] == "published"
    assert visitor.get(path).status_code == 200
    assert step(arbiter_api, round_, step="close").status_code == 422
    assert step(arbiter_api, round_, step="unpublish").json()["state"] == "paired"
    assert step(arbiter_api, round_, step="publish").json()["state"] == "published"
    for board in round_["boards"]:
        arbiter_api.patch(f"pairings/{board['id']}/", {"result": "1-0"})
    assert step(arbiter_api, round_, step="close").json()["state"] == "closed"
    assert step(arbiter_api, round_, step="reopen").json()["state"] == "published"


def test_the_second_who_publishes_is_told_of_the_first(
    arbiter_api: ApiClient, organiser_api: ApiClient, fresh: Section
) -> None:
    round_ = ordered(arbiter_api, fresh)
    step(arbiter_api, round_, step="publish", version=round_["version"])

    late = step(organiser_api, round_, step="publish", version=round_["version"])

    assert late.status_code == 409
    assert late.json()["type"] == "/api/v1/#problem-changed-meanwhile"
    assert "Arno did that" in late.json()["detail"]


def test_a_change_by_hand_says_what_it_breaks_before_and_after(
    arbiter_api: ApiClient, fresh: Section
) -> None:
    round_ = ordered(arbiter_api, fresh)
    path = f"rounds/{round_['id']}/change/"
    change = {"change": "swap_players", "one": 3, "other": 2, "version": round_["version"]}

    shown = arbiter_api.post(path, {**change, "dry_run": True}).json()

    assert (shown["saved"], seats(shown["round"])) == (False, [(1, 3), (4, 2)])
    assert shown["findings"]
    assert {"weight", "sentence", "article"} == set(shown["findings"][0])
    saved = arbiter_api.post(path, change).json()
    assert (saved["saved"], saved["findings"], seats(saved["round"])) == (
        True,
        shown["findings"],
        [(1, 2), (4, 3)],
    )
    assert saved["round"]["changed_by_hand"] is True
    assert arbiter_api.post(path, change).status_code == 409


@pytest.mark.parametrize(
    ("change", "seats_then", "byes"),
    [
        ({"change": "swap_colours", "board": 1}, [(3, 1), (4, 2)], {5: "pairing"}),
        ({"change": "give_bye", "player": 4}, [(1, 3), (5, 2)], {4: "pairing"}),
        ({"change": "take_out", "player": 4, "kind": "half"}, [(1, 3), (5, 2)], {4: "half"}),
        ({"change": "rewrite", "boards": [[1, 5], [2, 3]], "bye": 4}, [(1, 5), (2, 3)], {4: "pairing"}),
    ],
)
def test_every_change_of_the_page_can_be_made(
    arbiter_api: ApiClient,
    fresh: Section,
    change: dict[str, Any],
    seats_then: list[tuple[int, int]],
    byes: dict[int, str],
) -> None:
    round_ = ordered(arbiter_api, fresh)

    told = arbiter_api.post(f"rounds/{round_['id']}/change/", change).json()["round"]

    assert seats(told) == seats_then
    assert {bye["player"]["number"]: bye["kind"] for bye in told["byes"]} == byes


def test_what_a_change_needs_and_was_not_sent_is_told(
    arbiter_api: ApiClient, played_section: Section
) -> None:
    response = arbiter_api.post(
        f"rounds/{Round.objects.get().pk}/change/", {"change": "swap_players", "one": 3}
    )

    assert response.json()["errors"] == [{"pointer": "#/other", "detail": "This change needs it."}]


def test_a_draft_is_paired_again_around_kept_boards_or_thrown_away(
    arbiter_api: ApiClient, fresh: Section
) -> None:
    round_ = ordered(arbiter_api, fresh)
    arbiter_api.post(f"rounds/{round_['id']}/change/", {"change": "swap_players", "one": 3, "other": 2})

    again = step(arbiter_api, round_, step="pair_again", keep_boards=[1])

    assert (again.json()["state"], again.json()["boards"]) == ("ordered", [])
    run_jobs()
    paired = arbiter_api.get(f"rounds/{round_['id']}/").json()
    assert (1, 2) in seats(paired)
    assert arbiter_api.delete(f"rounds/{round_['id']}/?version={paired['version']}").status_code == 204
    assert not Round.objects.exists()


def test_the_clock_is_started_stopped_and_reset(arbiter_api: ApiClient, played_section: Section) -> None:
    path = f"rounds/{Round.objects.get().pk}/clock/"

    assert arbiter_api.post(path, {"do": "start"}).status_code == 422
    running = arbiter_api.post(path, {"do": "start", "minutes": 50}).json()["clock"]
    assert (running["seconds"], running["ends_at"] is not None) == (3000, True)
    assert arbiter_api.post(path, {"do": "stop"}).json()["clock"]["ends_at"] is None
    assert arbiter_api.post(path, {"do": "reset"}).json()["clock"] is None


def test_only_arbiters_pair(visitor: ApiClient, stranger_api: ApiClient, played_section: Section) -> None:
    round_ = Round.objects.get()
    paths = {
        "rounds/": {"section": played_section.pk, "number": 2},
        f"rounds/{round_.pk}/step/": {"step": "close"},
        f"rounds/{round_.pk}/change/": {"change": "swap_colours", "board": 1},
        f"rounds/{round_.pk}/clock/": {"do": "start"},
    }

    for path, sent in paths.items():
        assert [program.post(path, sent).status_code for program in (visitor, stranger_api)] == [401, 403]


def test_level_matches_of_a_knockout_get_their_further_games(
    arbiter_api: ApiClient, running_event: Event
) -> None:
    section = make_section(running_event, players=2, system="knockout")
    round_ = make_round(section, 1, [(1, 2, "1/2-1/2")], state=RoundState.PUBLISHED)

    told = arbiter_api.post(f"rounds/{round_.pk}/step/", {"step": "add_games"}).json()

    assert [(board["board"], board["leg"], board["result"]) for board in told["boards"]] == [
        (1, 1, "1/2-1/2"),
        (1, 2, ""),
        (1, 3, ""),
    ]


def test_a_board_is_explained_to_those_who_pair(
    arbiter_api: ApiClient, visitor: ApiClient, fresh: Section
) -> None:
    round_ = ordered(arbiter_api, fresh)
    path = f"rounds/{round_['id']}/why/"

    assert arbiter_api.get(path, board=1).json()["sentences"]
    assert arbiter_api.get(path).json()["sentences"]
    assert arbiter_api.get(path, board=9).status_code == 404
    assert visitor.get(path, board=1).status_code == 404


def test_a_round_whose_pairing_was_given_up_says_so(arbiter_api: ApiClient, fresh: Section) -> None:
    answer = arbiter_api.post("rounds/", {"section": fresh.pk, "number": 1}).json()
    PairingOrder.objects.update(state=WorkState.FAILED, finished_at=timezone.now())

    assert (answer["failed"], arbiter_api.get(f"rounds/{answer['id']}/").json()["failed"]) == (False, True)


def test_colours_of_a_knockout_are_swapped(arbiter_api: ApiClient, running_event: Event) -> None:
    section = make_section(running_event, players=2, system="knockout")
    round_ = make_round(section, 1, [(1, 2, "")], state=RoundState.PAIRED)

    told = arbiter_api.post(f"rounds/{round_.pk}/change/", {"change": "swap_colours", "board": 1}).json()

    assert (told["findings"], seats(told["round"])) == ([], [(2, 1)])
