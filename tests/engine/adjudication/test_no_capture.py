"""The event's limit on plies without a capture, for both games."""

from __future__ import annotations

import pytest

from engine import barragoon, stratego
from engine.adjudication.protocol import EVENT_REGULATION, Finding, FindingKind
from engine.adjudication.report import LimitVerdict, no_capture_findings

QUIET = ["d2-d4", "d8-d6", "d4-d2", "d6-d8"]


def _is_capture(ply: str) -> bool:
    return "x" in ply


def test_limit_is_reported_with_the_ply_at_which_it_was_reached() -> None:
    assert no_capture_findings(QUIET * 2, _is_capture, 5) == [
        Finding(
            FindingKind.NO_CAPTURE_LIMIT,
            EVENT_REGULATION,
            5,
            LimitVerdict.REACHED,
            "With ply 5 there were 5 plies without a capture since the start; 8 in the end.",
            {"limit": 5, "since": 0, "length": 8},
        )
    ]


def test_limit_that_is_just_reached_counts() -> None:
    assert [finding.ply for finding in no_capture_findings(QUIET, _is_capture, 4)] == [4]
    assert no_capture_findings(QUIET, _is_capture, 5) == []


def test_capture_starts_the_count_anew() -> None:
    plies = [*QUIET, "b1xb5/NE@d4", *QUIET]

    assert no_capture_findings(plies, _is_capture, 5) == []
    assert [finding.ply for finding in no_capture_findings(plies, _is_capture, 4)] == [4, 9]
    assert no_capture_findings(plies, _is_capture, 4)[1].proof == {"limit": 4, "since": 5, "length": 4}


def test_no_plies_reach_no_limit() -> None:
    assert no_capture_findings([], _is_capture, 1) == []


def test_limit_below_one_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one ply"):
        no_capture_findings(QUIET, _is_capture, 0)


@pytest.mark.parametrize(
    ("ply", "expected"), [("d2-d4", False), ("b1xb5/NE@d4", True), ("b1xd3/-/-", True), ("b1xd3", True)]
)
def test_barragoon_captures(ply: str, expected: bool) -> None:
    assert barragoon.RULES.adjudicator.is_capture(ply) is expected


@pytest.mark.parametrize(("ply", "expected"), [("a4-a5", False), ("a4xa7", True)])
def test_stratego_attacks_always_take_a_piece_off(ply: str, expected: bool) -> None:
    assert stratego.RULES.adjudicator.is_capture(ply) is expected
