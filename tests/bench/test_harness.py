"""What runs the benchmarks: a JSON line a result, a table that says which goal was missed, and what went wrong."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from bench.harness import main, report, side_by_side
from tests.jobs.processes import ROOT

MEASURES = """
print("for people: 12 against 10")
print('{"bench": "as fast as hoped", "ratio": 1.2, "goal": 1.0, "better": "higher"}')
print('{"bench": "too slow", "ratio": 0.8, "goal": 1.0, "better": "higher"}')
print('{"bench": "small enough", "ratio": 0.5, "goal": 0.5, "better": "lower"}')
print('{"bench": "too large", "ratio": 0.6, "goal": 0.5, "better": "lower"}')
"""
BREAKS = """
print('{"bench": "half-way", "ratio": 2.0, "goal": 1.0, "better": "higher"}')
raise SystemExit("The peer is not installed.")
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "measurements"
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "harness.py").write_text("raise AssertionError('it is no benchmark')")
    (folder / "measures.py").write_text(MEASURES)
    return folder


def test_a_result_is_one_json_line(capsys: pytest.CaptureFixture[str]) -> None:
    report("empty view", 0.123456, 0.2, "higher")

    assert capsys.readouterr().out == (
        '{"bench": "empty view", "ratio": 0.123, "goal": 0.2, "better": "higher"}\n'
    )


def test_both_are_measured_in_turns_and_the_middle_of_each_counts() -> None:
    order = []

    def measured(name: str, values: list[float]) -> float:
        order.append(name)
        return values[order.count(name) - 1]

    medians = side_by_side(
        lambda: measured("ours", [1, 9, 2]), lambda: measured("theirs", [7, 3, 5]), rounds=3
    )

    assert medians == (2, 5)
    assert order == ["ours", "theirs"] * 3


def test_the_results_come_as_json_and_then_as_a_table_that_marks_what_was_missed(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status = main([], folder)

    printed = capsys.readouterr()
    lines, _, table = printed.out.partition("\n\n")
    assert status == 0
    assert [json.loads(line)["bench"] for line in lines.splitlines()] == [
        "as fast as hoped",
        "too slow",
        "small enough",
        "too large",
    ]
    assert table.splitlines() == [
        "benchmark                                        ratio        goal",
        "as fast as hoped                                   1.2       ≥ 1.0",
        "too slow                                           0.8       ≥ 1.0  missed",
        "small enough                                       0.5       ≤ 0.5",
        "too large                                          0.6       ≤ 0.5  missed",
    ]
    assert printed.err == "… measures\n"


@pytest.mark.parametrize("script", [BREAKS, "print('nothing was measured')"], ids=["fails", "says nothing"])
def test_a_benchmark_that_breaks_is_named_and_does_not_pass(
    folder: Path, capsys: pytest.CaptureFixture[str], script: str
) -> None:
    (folder / "breaks.py").write_text(script)

    status = main(["breaks"], folder)

    printed = capsys.readouterr()
    assert status == 1
    assert printed.out.splitlines()[-1] == (
        "breaks                                           broken: its last words stand above"
    )
    assert ("The peer is not installed." if script == BREAKS else "nothing was measured") in printed.err


def test_a_benchmark_that_does_not_exist_is_refused_with_the_names_of_those_that_do() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "bench.harness", "empty_view", "nosuch", "nosuch_either"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("There is no benchmark nosuch or nosuch_either. There are: archive, ")
    assert ", empty_view, " in done.stderr
