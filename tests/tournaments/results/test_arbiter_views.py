"""The arbiter's pages: results by keys and selects, conflicts, corrections, decisions."""

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from players.clubs.services.members import add_member
from players.models import Role, User
from players.people.services.people import create_person
from tests.tournaments.builders import make_account, make_round
from tests.tournaments.results.builders import board_of, running_section, send_record
from tournaments.models import Pairing, RoundState, Section
from tournaments.results.services.reports import report_result
from tournaments.results.services.results import enter_result

pytestmark = pytest.mark.django_db


@pytest.fixture
def section() -> Section:
    section = running_section()
    board_of(section)
    return section


@pytest.fixture
def arbiter(section: Section) -> User:
    account = make_account("Ada Arbiter")
    person = create_person(actor=None, name="Ada Arbiter", account=account)
    add_member(actor=None, club=section.event.club, person=person, role=Role.ARBITER)
    return account


@pytest.fixture
def page(client: Client, arbiter: User, section: Section) -> Client:
    client.force_login(arbiter, backend="django.contrib.auth.backends.ModelBackend")
    return client


def address(section: Section, number: int = 1) -> str:
    return reverse("round-results", args=[section.event_id, section.pk, number])


def results(section: Section) -> list[str]:
    return list(
        Pairing.objects.filter(round__section=section).order_by("board").values_list("result", flat=True)
    )


def words(response: Any) -> str:
    return " ".join(response.content.decode().split())


def change(pairing: Pairing, result: str, *, seen: int | None = None) -> dict[str, str]:
    """What the script sends for a board."""
    version = pairing.version if seen is None else seen
    return {
        f"result-{pairing.pk}": result,
        f"was-{pairing.pk}": pairing.result,
        f"seen-{pairing.pk}": str(version),
    }


def send(page: Client, section: Section, data: dict[str, str]) -> Any:
    return page.post(address(section), data, headers={"Accept": "application/json"})


def test_the_page_tells_the_script_which_key_is_which_result(page: Client, section: Section) -> None:
    assert json.loads(page.get(address(section)).context["key_results"]) == {
        "1": "1-0", "=": "1/2-1/2", "0": "0-1", "+": "1-0f", "-": "0-1f", "x": "0-0f", "n": "0-0",
        "a": "adjourned", "c": "",
    }  # fmt: skip


def test_the_script_sends_several_boards_and_hears_what_each_is_now(page: Client, section: Section) -> None:
    one, two = board_of(section), board_of(section, board=2)

    response = send(page, section, change(one, "1-0") | change(two, "adjourned"))

    assert results(section) == ["1-0", "adjourned"]
    assert response.status_code == 200
    assert [
        (each["pairing"], each["result"], each["version"], each["problem"])
        for each in response.json()["boards"]
    ] == [(one.pk, "1-0", one.version + 1, ""), (two.pk, "adjourned", two.version + 1, "")]


def test_the_script_may_send_the_same_again_after_a_lost_answer(page: Client, section: Section) -> None:
    sent = change(board_of(section), "1-0")

    first, second = send(page, section, sent), send(page, section, sent)

    assert (first.status_code, second.status_code) == (200, 200)
    assert first.json() == second.json()


def test_a_result_is_cleared(page: Client, section: Section) -> None:
    enter_result(actor=None, pairing=board_of(section), result="1-0")
    send(page, section, change(board_of(section), ""))
    assert results(section) == ["", ""]


@pytest.mark.parametrize("wrong", ["9-9", "q", "1-0\0"])
def test_what_is_no_result_is_told_and_the_other_boards_are_saved(
    page: Client, section: Section, wrong: str
) -> None:
    one, two = board_of(section), board_of(section, board=2)

    response = send(page, section, change(one, wrong) | change(two, "0-1"))

    assert [bool(each["problem"]) for each in response.json()["boards"]] == [True, False]
    assert results(section) == ["", "0-1"]


def test_who_types_what_another_arbiter_changed_meanwhile_hears_it_and_may_insist(
    page: Client, section: Section
) -> None:
    sent = change(board_of(section), "0-1")
    enter_result(actor=make_account("Bea"), pairing=board_of(section), result="1-0")

    (board,) = send(page, section, sent).json()["boards"]

    assert "Bea changed board 1." in board["problem"]
    assert (board["result"], results(section)) == ("1-0", ["1-0", ""])
    send(page, section, change(board_of(section), "0-1", seen=board["version"]))
    assert results(section) == ["0-1", ""]


def test_without_a_script_a_button_saves_its_board_alone(page: Client, section: Section) -> None:
    one, two = board_of(section), board_of(section, board=2)
    lists = change(one, "0-1") | change(two, "0-1")

    response = page.post(address(section), lists | {"set": f"{one.pk}:1-0"}, follow=True)

    assert results(section) == ["1-0", ""]
    assert response.redirect_chain == [(address(section), 302)]
    assert "Board 1, Player 01 – Player 03: 1–0." in words(response)


def test_without_a_script_all_selects_are_saved_at_once_each_for_itself(
    page: Client, section: Section
) -> None:
    one, two = board_of(section), board_of(section, board=2)
    enter_result(actor=make_account("Bea"), pairing=two, result="0-1")
    data = {
        f"result-{one.pk}": "1-0", f"was-{one.pk}": "", f"seen-{one.pk}": "1",
        f"result-{two.pk}": "1/2-1/2", f"was-{two.pk}": "", f"seen-{two.pk}": "1",
    }  # fmt: skip

    response = page.post(address(section), data)

    assert results(section) == ["1-0", "0-1"]
    said = words(response)
    assert "Bea changed board 2." in said
    assert '<option value="1/2-1/2" selected>' in said


def test_selects_that_nobody_touched_change_nothing(page: Client, section: Section) -> None:
    one = board_of(section)
    enter_result(actor=None, pairing=one, result="1-0")
    page.post(address(section), {f"result-{one.pk}": "", f"was-{one.pk}": "", f"seen-{one.pk}": "1"})
    assert results(section) == ["1-0", ""]


def test_an_earlier_result_is_corrected_on_the_page_of_its_board(page: Client, section: Section) -> None:
    pairing = board_of(section)
    enter_result(actor=None, pairing=pairing, result="1-0")
    enter_result(actor=None, pairing=board_of(section, board=2), result="1/2-1/2")
    section.rounds.update(state=RoundState.CLOSED)
    make_round(section, 2, [(1, 4, ""), (2, 3, "")])

    refused = send(page, section, change(board_of(section), "0-1"))
    assert board_of(section).result == "1-0"
    board = reverse("board", args=[section.event_id, pairing.pk])
    assert [each["address"] for each in refused.json()["boards"]] == [board]

    preview = words(page.post(board, {"do": "look", "result": "0-1", "seen": "2"}))
    assert "Round 2 was paired with the old result" in preview
    assert '<th scope="row">Player 03</th>' in preview
    assert results(section)[0] == "1-0"

    page.post(board, {"do": "save", "result": "0-1", "seen": "2", "reason": "Wrong line."})
    assert (board_of(section).result, board_of(section).reason) == ("0-1", "Wrong line.")


def test_the_page_of_a_board_says_who_was_faster(page: Client, section: Section) -> None:
    pairing = board_of(section)
    enter_result(actor=make_account("Bea"), pairing=pairing, result="1-0")
    board = reverse("board", args=[section.event_id, pairing.pk])
    response = page.post(board, {"do": "save", "result": "0-1", "seen": "1"})
    assert response.status_code == 409
    assert "Bea changed board 1." in words(response)


def test_conflicts_and_contradictions_wait_in_one_list(page: Client, section: Section) -> None:
    waiting = reverse("waiting-decisions", args=[section.event_id])
    assert list(page.get(waiting).context["lines"]) == []
    disputed, contradicted = board_of(section), board_of(section, board=2)
    report_result(actor=None, pairing=disputed, entry=disputed.first, result="1-0")
    report_result(actor=None, pairing=disputed, entry=disputed.second, result="0-1")
    enter_result(actor=None, pairing=contradicted, result="0-1")
    send_record(contradicted)

    said = words(page.get(waiting))

    assert "The players disagree" in said
    assert "The record says otherwise" in said


def test_a_decision_settles_a_conflict(page: Client, section: Section) -> None:
    pairing = board_of(section)
    report_result(actor=None, pairing=pairing, entry=pairing.first, result="1-0")
    report_result(actor=None, pairing=pairing, entry=pairing.second, result="0-1")
    board = reverse("board", args=[section.event_id, pairing.pk])
    assert "The players have reported different results." in words(page.get(board))

    page.post(
        board,
        {
            "do": "save",
            "result": "1/2-1/2",
            "decision": "on",
            "reason": "The clock had stopped.",
            "seen": "1",
        },
    )

    now = board_of(section)
    assert (now.result, now.origin, now.reason) == ("1/2-1/2", "decision", "The clock had stopped.")


def test_a_record_that_says_otherwise_is_taken_kept_out_or_detached(page: Client, section: Section) -> None:
    pairing = board_of(section)
    enter_result(actor=None, pairing=pairing, result="0-1")
    send_record(pairing)
    board = reverse("board", args=[section.event_id, pairing.pk])
    assert "Use 1–0 from the record" in words(page.get(board))

    page.post(board, {"do": "keep", "reason": "Time."})
    assert (board_of(section).result, board_of(section).record_contradicts) == ("0-1", False)
    page.post(board, {"do": "take"})
    assert (board_of(section).result, board_of(section).origin) == ("1-0", "record")
    page.post(board, {"do": "part"})
    assert (board_of(section).result, board_of(section).game) == ("", None)


def test_a_record_with_another_name_waits_until_the_arbiter_takes_it(page: Client, section: Section) -> None:
    pairing = board_of(section)
    send_record(pairing, White="P. One")
    board = reverse("board", args=[section.event_id, pairing.pk])
    said = words(page.get(board))
    assert "Other records sent for this board" in said

    from games.models import Game

    page.post(board, {"do": "attach", "game": str(Game.objects.get().pk)})
    assert board_of(section).result == "1-0"
    assert "This record was not sent for this board" in words(page.post(board, {"do": "attach", "game": "x"}))


def test_the_list_takes_a_bounded_number_of_queries(
    page: Client, section: Section, django_assert_max_num_queries: Any
) -> None:
    large = running_section(40, name="Large")
    add = [(rank, rank + 20, "") for rank in range(1, 21)]
    board_of(large, boards=add)
    large.event.club = section.event.club
    large.event.save()
    with django_assert_max_num_queries(16):
        page.get(address(large))


@pytest.mark.parametrize(
    "sent", [{"do": "save", "result": "9-9"}, {"do": "nothing"}, {"do": "save", "seen": "x"}, {}]
)
def test_nonsense_is_answered_with_a_page(page: Client, section: Section, sent: dict[str, str]) -> None:
    board = reverse("board", args=[section.event_id, board_of(section).pk])
    assert page.post(board, sent).status_code in (200, 302)
    assert results(section) == ["", ""]


def test_the_reason_of_a_correction_is_never_called_optional(page: Client, section: Section) -> None:
    round_ = section.rounds.get()
    pairing = round_.pairings.get(board=1)
    pairing.result, pairing.origin = "1-0", "arbiter"
    pairing.save()
    path = reverse("board", args=[section.event_id, pairing.pk])
    free = page.get(path).content.decode()
    round_.state = RoundState.CLOSED
    round_.save()

    shown = page.get(path).content.decode()
    looked = page.post(path, {"do": "look", "result": "0-1", "seen": 1}).content.decode()

    assert (free.count("(optional)"), shown.count("(optional)"), looked.count("(optional)")) == (1, 0, 0)
    assert "field--wrong" not in looked
    assert "Effects of 0–1" in looked
