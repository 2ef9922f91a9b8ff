"""Runs of Stratego's two-squares rule over a whole record."""

from __future__ import annotations

from engine.core import Side
from engine.stratego.two_squares import Run, runs, two_squares_findings

RED, BLUE = Side.FIRST, Side.SECOND


def _plies(red: list[str], blue: list[str]) -> list[str]:
    """The two players' plies in turn."""
    return [ply for pair in zip(red, blue, strict=True) for ply in pair]


def test_run_is_told_with_its_squares_plies_and_turns() -> None:
    plies = _plies(["a4-a5", "a5-a4", "a4-a5"], ["b7-b6", "b6-b5", "j7-j6"])

    assert runs(plies, RED) == [Run(RED, ("a4", "a5"), 1, 5, 3)]


def test_other_move_in_between_ends_the_run() -> None:
    plies = _plies(["a4-a5", "a5-a4", "b4-b5", "a4-a5"], ["b7-b6", "j7-j6", "j6-j5", "i7-i6"])

    assert runs(plies, RED) == [Run(RED, ("a4", "a5"), 1, 3, 2)]


def test_attack_counts_like_a_move() -> None:
    plies = _plies(["a4-a5", "a5xa4"], ["b7-b6", "j7-j6"])

    assert [run.turns for run in runs(plies, RED)] == [2]


def test_both_players_are_watched() -> None:
    plies = _plies(["a4-a5", "a5-a4", "a4-a5"], ["j7-j6", "j6-j7", "j7-j6"])

    assert [(run.side, run.first, run.last) for run in runs(plies, RED)] == [(RED, 1, 5), (BLUE, 2, 6)]


def test_going_on_over_a_third_square_is_no_run() -> None:
    plies = _plies(["a4-a5", "a5-a6", "a6-a5"], ["j7-j6", "i7-i6", "h7-i7"])

    assert [(run.side, run.squares, run.turns) for run in runs(plies, RED)] == [(RED, ("a5", "a6"), 2)]


def test_findings_start_with_three_turns_and_tell_whether_the_limit_was_reached() -> None:
    plies = _plies(
        ["a4-a5", "a5-a4", "a4-a5", "a5-a4", "a4-a5"], ["j7-j6", "j6-j7", "i7-i6", "i6-i7", "i7-i6"]
    )

    found = two_squares_findings(plies, RED, 5)

    assert [(finding.ply, finding.verdict.value, finding.proof["side"]) for finding in found] == [
        (9, "limit-reached", "red"),
        (10, "within-limit", "blue"),
    ]
    assert found[0].message == (
        "Red moved one piece between a4 and a5 in 5 turns in a row, plies 1 to 9; 5 are allowed."
    )


def test_shorter_limit_is_reported_when_it_is_reached() -> None:
    plies = _plies(["a4-a5", "a5-a4"], ["b7-b6", "j7-j6"])

    assert [finding.verdict.value for finding in two_squares_findings(plies, RED, 2)] == ["limit-reached"]
    assert two_squares_findings(plies, RED, 5) == []


def test_no_plies_no_runs() -> None:
    assert runs([], RED) == []
    assert runs(["a4-a5"], RED) == []
