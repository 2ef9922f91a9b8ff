"""Each check of `make faults` passes what is right and finds what is planted."""

from dataclasses import replace
from typing import Any

import pytest

from scripts.faults import invariants
from scripts.faults.invariants import check_answers, check_everything, count_done
from scripts.faults.ledger import Answer, Ledger, SentPhoto, SentUpload
from scripts.faults.state import Facts, Queues, StoredUpload

MAILS = {"guest@example.org": 1}


def a_ledger() -> Ledger:
    return Ledger(
        uploads={
            "one.txt": SentUpload("one.txt", 1, 0, is_certain=True),
            "many.txt": SentUpload("many.txt", 12, 3, is_certain=True),
            "cut.txt": SentUpload("cut.txt", 5, 0, is_certain=False),
        },
        published_rounds={4},
        results={11: "1-0", 12: "0-1"},
        finished_events={2},
        confirmed_games={30: 2},
        invitations={"guest@example.org": True, "perhaps@example.org": False},
        photos={7: [SentPhoto("a", is_certain=True), SentPhoto("b", is_certain=False)]},
    )


def the_facts() -> Facts:
    return Facts(
        uploads=[StoredUpload("one.txt", 1, 0, 0, 0, 1), StoredUpload("many.txt", 12, 3, 0, 0, 12)],
        games=13,
        results={11: "1-0", 12: "0-1", 13: ""},
        published_rounds={4, 5},
        history_lines={"round.published of event 2, section Main, round 1": 1},
        rated_events={2: 1},
        confirmations={30: 2},
        photos={7: "a"},
        list_versions={"barragoon": [1, 2, 3]},
    )


def test_nothing_is_found_where_all_is_right() -> None:
    assert check_everything(a_ledger(), the_facts(), MAILS) == []
    assert count_done(a_ledger(), the_facts(), MAILS) == a_ledger().accepted()


def test_what_had_no_answer_may_be_there_or_not() -> None:
    facts = the_facts()
    kept = [*facts.uploads, StoredUpload("cut.txt", 5, 0, 0, 0, 5)]

    found = check_everything(
        a_ledger(),
        replace(facts, uploads=kept, games=18, photos={7: "b"}),
        MAILS | {"perhaps@example.org": 1},
    )

    assert found == []


@pytest.mark.parametrize(
    "planted",
    [
        pytest.param({"uploads": [StoredUpload("many.txt", 12, 3, 0, 0, 12)], "games": 12}, id="lost upload"),
        pytest.param(
            {
                "uploads": [
                    StoredUpload("one.txt", 1, 0, 0, 0, 1),
                    StoredUpload("many.txt", 11, 4, 0, 0, 11),
                ],
                "games": 12,
            },
            id="valid record refused",
        ),
        pytest.param(
            {
                "uploads": [
                    StoredUpload("one.txt", 1, 0, 0, 0, 1),
                    StoredUpload("many.txt", 10, 3, 2, 0, 10),
                ],
                "games": 11,
            },
            id="records not looked at",
        ),
        pytest.param({"results": {11: "1-0", 12: "1-0"}}, id="another result"),
        pytest.param({"results": {11: "1-0"}}, id="lost result"),
        pytest.param({"published_rounds": {5}}, id="round not published"),
        pytest.param({"rated_events": {}}, id="event not rated"),
        pytest.param({"confirmations": {30: 1}}, id="lost confirmation"),
        pytest.param({"photos": {7: "broken"}}, id="broken photo"),
        pytest.param({"photos": {}}, id="lost photo"),
    ],
)
def test_what_was_lost_is_found_and_counted(planted: dict[str, Any]) -> None:
    facts = replace(the_facts(), **planted)

    assert check_everything(a_ledger(), facts, MAILS) != []
    assert count_done(a_ledger(), facts, MAILS) < a_ledger().accepted()


@pytest.mark.parametrize(
    "planted",
    [
        pytest.param({"uploads": [*the_facts().uploads, the_facts().uploads[0]], "games": 14}, id="upload"),
        pytest.param({"games": 14}, id="game"),
        pytest.param(
            {
                "uploads": [
                    StoredUpload("one.txt", 0, 0, 0, 1, 1),
                    StoredUpload("many.txt", 12, 3, 0, 0, 12),
                ]
            },
            id="record that was known before",
        ),
        pytest.param(
            {"uploads": [*the_facts().uploads, StoredUpload("other.txt", 1, 0, 0, 0, 1)], "games": 14},
            id="upload that nobody sent",
        ),
        pytest.param({"history_lines": {"round.published of event 2, round 1": 2}}, id="publication"),
        pytest.param({"rated_events": {2: 2}}, id="event in the rating lists"),
        pytest.param({"list_versions": {"barragoon": [1, 2, 2]}}, id="version of a list"),
        pytest.param({"list_versions": {"barragoon": [1, 3]}}, id="gap in the versions"),
        pytest.param({"failed_jobs": {"pair round": 1}}, id="failed job"),
    ],
)
def test_what_happened_twice_or_failed_is_found(planted: dict[str, Any]) -> None:
    assert check_everything(a_ledger(), replace(the_facts(), **planted), MAILS) != []


@pytest.mark.parametrize("mails", [{}, {"guest@example.org": 2}, MAILS | {"perhaps@example.org": 2}])
def test_a_mail_that_is_missing_or_came_twice_is_found(mails: dict[str, int]) -> None:
    assert len(check_everything(a_ledger(), the_facts(), mails)) == 1


@pytest.mark.parametrize(
    ("status", "has_retry_after", "is_wrong"),
    [
        (200, False, False), (302, False, False), (409, False, False), (0, False, False), (503, True, False),
        (503, False, True), (500, True, True), (502, True, True),
    ],
)  # fmt: skip
def test_answers_that_must_not_be(status: int, has_retry_after: bool, is_wrong: bool) -> None:
    answers = [Answer(0, 1, "GET /", 200), Answer(1, 1, "GET /", status, has_retry_after, "id")]

    assert bool(check_answers(answers)) == is_wrong


def test_a_changed_or_lost_line_of_the_history_is_found_and_a_new_one_is_not() -> None:
    before = {1: "a", 2: "b"}

    assert invariants.check_history(before, {1: "a", 2: "b", 3: "c"}) == []
    assert len(invariants.check_history(before, {1: "a", 2: "x"})) == 1
    assert len(invariants.check_history(before, {2: "b"})) == 1


def test_too_many_messages_are_found_if_they_stay() -> None:
    right, wrong = Queues(messages=125, waiting=100), Queues(messages=126, waiting=100)

    assert invariants.check_queues([wrong, right, wrong, wrong]) == []
    assert invariants.check_queues([wrong, wrong]) == []
    assert len(invariants.check_queues([right, wrong, wrong, wrong])) == 1


def test_rows_that_wait_too_long_are_found() -> None:
    assert invariants.check_waiting(0, leases=3) == []
    assert len(invariants.check_waiting(1, leases=3)) == 1
    assert invariants.check_recovery("a fault", 2.9, limit=3) == []
    assert len(invariants.check_recovery("a fault", 3.1, limit=3)) == 1
