"""Checks: asked in their order, none hides another, and those of a part that is away are not asked."""

import pytest

from core.monitoring.checks import (
    CHECKS,
    Check,
    CheckResult,
    Level,
    ok,
    problem,
    run_checks,
    warning,
    worst_level,
)
from core.monitoring.metrics import Part


def fails() -> CheckResult:
    raise ValueError("secret")


def levels() -> dict[str, Level]:
    return {answer.key: answer.result.level for answer in run_checks()}


def test_a_check_that_fails_is_a_problem_of_its_own(caplog: pytest.LogCaptureFixture) -> None:
    with CHECKS.replaced({"a": Check("A", fails), "b": Check("B", lambda: ok("Fine."))}):
        answers = run_checks()

    assert [(answer.key, answer.result.level) for answer in answers] == [
        ("a", Level.PROBLEM),
        ("b", Level.OK),
    ]
    assert "secret" not in answers[0].result.sentence + answers[0].result.advice
    assert [record.getMessage() for record in caplog.records] == ["The check 'a' failed"]


@pytest.mark.parametrize("part", [Part.DATABASE, Part.BROKER])
def test_what_needs_a_part_that_is_away_is_not_asked(part: Part) -> None:
    checks = {
        part: Check("Part", lambda: problem("It is away.", "Start it.")),
        "needs it": Check("Needs it", fails, needs=part),
        "needs nothing": Check("Needs nothing", lambda: ok("Fine.")),
    }
    with CHECKS.replaced(checks):
        assert levels() == {part: Level.PROBLEM, "needs it": Level.WARNING, "needs nothing": Level.OK}


def test_the_worst_level_is_that_of_the_whole_site() -> None:
    checks = {
        "b": Check("B", lambda: warning("Hm.", "Look.")),
        "c": Check("C", lambda: ok("Fine.")),
    }
    with CHECKS.replaced(checks):
        assert worst_level(run_checks()) is Level.WARNING
    assert worst_level([]) is Level.OK
