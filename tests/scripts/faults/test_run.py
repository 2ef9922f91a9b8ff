"""`make faults` itself, for three faults: the whole site, the load, the faults and all checks."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from scripts.faults import __main__ as command

ROOT = Path(__file__).resolve().parents[3]
# Its first three are Redis emptied, connections ended and a process of a web server killed: the quick ones.
SEED = "1051"


@pytest.mark.faults
@pytest.mark.timeout(480)
def test_three_faults_lose_nothing(tmp_path: Path) -> None:
    report = tmp_path / "faults.md"
    environment = os.environ | {
        "FAULT_MINUTES": "5",
        "FAULT_SEED": SEED,
        "JOB_SWEEP_INTERVAL": "2",
        "JOB_TIME_LIMIT": "25",
    }

    done = subprocess.run(
        [sys.executable, "-m", "scripts.faults", "--faults", "3", "--quiet-seconds", "3", "--crews", "1",
         "--report", str(report)],
        cwd=ROOT, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip

    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith(f"FAULT_SEED={SEED}\n")
    assert done.stdout.count("FAULT ") == 3
    assert report.read_text().count("| 1 |") == 3


@pytest.mark.parametrize("setting", [("FAULT_MINUTES", "ten"), ("FAULT_SEED", "x")])
def test_what_is_no_number_is_refused(monkeypatch: pytest.MonkeyPatch, setting: tuple[str, str]) -> None:
    monkeypatch.setenv(*setting)
    monkeypatch.setattr(sys, "argv", ["faults"])

    assert command.main() == 2
