"""The arbiter's pages: results by keys and selects, conflicts, corrections, decisions."""

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


def versions(section: Section) -> str:
    return ",".join(f"{each.pk}:{each.version}" for each in Pairing.objects.filter(round__section=section))


def results(section: Section) -> list[str]:
    return list(
        Pairing.objects.filter(round__section=section).order_by("board").values_list("result", flat=True)
    )


def words(response: Any) -> str:
    return " ".join(response.content.decode().split())


@pytest.mark.parametrize(
    ("key", "result"),
    [
        ("1", "1-0"),
        ("=", "1/2-1/2"),
        ("0", "0-1"),
        ("+", "1-0f"),
        ("-", "0-1f"),
        ("x", "0-0f"),
        ("N", "0-0"),
        ("a", "adjourned"),
    ],
)
def test_a_board_and_a_key_are_a_result_and_the_next_open_board_follows(
    page: Client, section: Section, key: str, result: str
) -> None:
    data = {"board": "1", "key": key, "seen": versions(section)}
    response = page.post(address(section), data, headers={"HX-Request": "true", "HX-Target": "results"})

    assert results(section) == [result, ""]
    said = words(response)
    assert "Next: board 2, Player 04 – Player 02." in said
    assert '<input id="quick-board" name="board" value="2"' in said
    assert "<html" not in said


def test_a_key_clears_a_result(page: Client, section: Section) -> None:
    enter_result(actor=None, pairing=board_of(section), result="1-0")
    page.post(address(section), {"board": "1", "key": "c", "seen": versions(section)})
    assert results(section) == ["", ""]


@pytest.mark.parametrize(
    ("board", "key", "sentence"),
    [
        ("9", "1", "There is no board “9” in this round."),
        ("one", "1", "There is no board “one” in this round."),
        ("1", "q", "“q” is not a result."),
        ("1", "", "“” is not a result."),
    ],
)
def test_what_cannot_be_read_is_told_and_what_was_typed_stays(
    page: Client, section: Section, board: str, key: str, sentence: str
) -> None:
    response = page.post(address(section), {"board": board, "key": key, "seen": "nonsense:,::,9"})
    assert response.status_code == 409
    said = words(response)
    assert sentence in said
    assert f'name="board" value="{board}"' in said
    assert f'name="key" value="{key}"' in said
    assert results(section) == ["", ""]


def test_who_types_what_another_arbiter_changed_meanwhile_sees_it_and_keeps_what_was_typed(
    page: Client, section: Section
) -> None:
    seen = versions(section)
    enter_result(actor=make_account("Bea"), pairing=board_of(section), result="1-0")

    response = page.post(address(section), {"board": "1", "key": "0", "seen": seen})

    said = words(response)
    assert "Bea changed board 1." in said
    assert 'name="key" value="0"' in said
    assert results(section) == ["1-0", ""]
    page.post(address(section), {"board": "1", "key": "0", "seen": versions(section)})
    assert results(section) == ["0-1", ""]


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


def test_a_saved_form_without_a_script_leads_back_to_the_page(page: Client, section: Section) -> None:
    response = page.post(address(section), {"board": "2", "key": "=", "seen": ""}, follow=True)
    assert response.redirect_chain == [(address(section), 302)]
    assert "Board 2, Player 04 – Player 02: ½–½." in words(response)


def test_an_earlier_result_is_corrected_on_the_page_of_its_board(page: Client, section: Section) -> None:
    pairing = board_of(section)
    enter_result(actor=None, pairing=pairing, result="1-0")
    enter_result(actor=None, pairing=board_of(section, board=2), result="1/2-1/2")
    section.rounds.update(state=RoundState.CLOSED)
    make_round(section, 2, [(1, 4, ""), (2, 3, "")])

    refused = page.post(address(section), {"board": "1", "key": "0", "seen": versions(section)})
    assert refused.status_code == 409
    assert board_of(section).result == "1-0"
    board = reverse("board", args=[section.event_id, pairing.pk])
    assert f'href="{board}"' in words(refused)

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
