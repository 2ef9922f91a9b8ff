"""The figures of a run, as a table between two marks of a document."""

from dataclasses import replace
from pathlib import Path

import pytest

from scripts.faults.report import BEGIN, END, FaultFigures, RunFigures, as_markdown, write_report

RUN = RunFigures(
    seed=42,
    minutes=30.2,
    faults=[
        FaultFigures("Redis killed", 0.2, 1.0),
        FaultFigures("Redis killed", 0.6, 0.9),
        FaultFigures("Redis killed + worker killed", 1.1, 0.8),
    ],
    sent=1000,
    answered=0.95,
    unavailable=0.02,
    latency=1.5,
    cut_by_us=12,
    accepted=500,
    done=1.0,
    max_messages=0.4,
    messages_beside_rows=20,
    mails=10,
    mail_deliveries=11,
)


def test_faults_of_one_kind_are_one_line_and_pairs_another() -> None:
    lines = as_markdown(RUN).splitlines()

    assert "| Redis killed | 2 | 0.40 | 0.60 | 0.90 |" in lines
    assert "| two of them at once | 1 | 1.10 | 1.10 | 0.80 |" in lines


def test_what_is_wrong_and_what_was_not_tried_is_said() -> None:
    text = as_markdown(replace(RUN, found=("Board 3 has no result.",), not_tried=("disk full for a while",)))

    assert "- Board 3 has no result." in text
    assert "disk full for a while" in text
    assert "nothing was lost" not in text


def test_the_report_takes_the_place_of_the_one_before(tmp_path: Path) -> None:
    file = tmp_path / "faults.md"
    file.write_text(f"# Faults\n\n{BEGIN}\nolder figures\n{END}\n\nAfterwards.\n")

    write_report(file, RUN)
    write_report(file, RUN)

    text = file.read_text()
    assert text.startswith("# Faults\n")
    assert text.endswith("\nAfterwards.\n")
    assert "older figures" not in text
    assert text.count("FAULT_SEED=42") == 1


def test_a_document_without_a_place_for_it_stays_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "other.md"
    file.write_text("# Other\n")

    with pytest.raises(ValueError, match="no place for the report"):
        write_report(file, RUN)

    assert file.read_text() == "# Other\n"
