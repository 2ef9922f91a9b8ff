"""Positions that come back, whatever led to them; and offers after which a record goes on illegally."""

import pytest

from engine.adjudication.position_repetition import position_repetition_findings
from engine.adjudication.repetition import threefold_sequences
from engine.adjudication.report import adjudicate
from engine.barragoon import RULES
from engine.barragoon.adjudicator import BarragoonAdjudicator
from engine.record import Record, read_text

# There and back by different tiles: the position after plies 4, 8 is the start, no sequence is repeated.
WANDERING = "1. c2-c3 c8-c7 2. c3-c2 c7-c8 3. e2-e3 e8-e7 4. e3-e2 e7-e8"


def one(moves: str) -> Record:
    (record,) = read_text(f'[Game "Barragoon"]\n\n{moves}\n')
    return record


def test_a_position_that_is_there_three_times_is_found_without_a_repeated_sequence() -> None:
    record = one(f"{WANDERING} *")
    assert threefold_sequences(record.main.plies) == []

    (finding,) = position_repetition_findings(record, "2.4")

    assert (finding.kind.value, finding.verdict.value, finding.rule, finding.ply) == (
        "position-repetition", "threefold", "2.4", 8,
    )  # fmt: skip
    assert finding.proof["plies"] == [0, 4, 8]
    assert finding.message == "The position after ply 8 was there at the start and after ply 4 before."


def test_twice_is_not_enough_and_a_fourth_time_is_told() -> None:
    assert position_repetition_findings(one("1. c2-c3 c8-c7 2. c3-c2 c7-c8 *"), "2.4") == []

    (first, *_) = position_repetition_findings(one(f"{WANDERING} 5. c2-c3 c8-c7 6. c3-c2 c7-c8 *"), "2.4")

    assert first.proof["plies"] == [0, 4, 8, 12]
    assert first.message.endswith("and after ply 4 before, and 1 more time later.")


class _WithRule(BarragoonAdjudicator):
    position_rule = "2.4"


def test_a_report_has_them_where_the_game_has_such_a_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    record = one(f"{WANDERING} *")
    assert "position-repetition" not in {finding.kind.value for finding in adjudicate(record).findings}

    monkeypatch.setattr(type(RULES), "adjudicator", _WithRule())

    kinds = [finding.kind.value for finding in adjudicate(record).findings]
    assert kinds.count("position-repetition") == 1


# offers


@pytest.mark.parametrize(
    ("moves", "verdict"),
    [
        ("1. d2-d4 (=) c8-c5 *", "declined"),  # which no tile can do
        ("1. d2-d4 (=) nonsense *", "declined"),
        ("1. d2-d4 (=) *", "unanswered"),
        ("1. d2-d4 (=) $999 *", "unanswered"),
        ("1. d2-d4 (=) (1. c2-c9) *", "unanswered"),
        ("1. d2-d4 (=) 1/2-1/2", "accepted"),
    ],
)
def test_an_offer_was_declined_by_moving_on_even_illegally(moves: str, verdict: str) -> None:
    findings = adjudicate(one(moves)).findings

    assert [found.verdict.value for found in findings if found.kind.value == "draw-offer"] == [verdict]


def test_so_was_one_after_a_threefold_sequence() -> None:
    cycle = "c2-c3 c8-c7 c3-c2 c7-c8 " * 3
    record = one(f"{cycle}(=) c2-c3 *")
    assert [error.code.value for error in record.errors] == ["must-deviate"]

    (offer,) = (found for found in adjudicate(record).findings if found.kind.value == "draw-offer")

    assert offer.verdict.value == "declined"
    assert offer.message.endswith("and White moved on.")
