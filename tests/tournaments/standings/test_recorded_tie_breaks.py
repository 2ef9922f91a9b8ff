"""Tie-breaks of recorded tournaments as an independent program worked them out.

`recorded_tie_breaks.csv` holds what FIDE's tie-break server (github.com/OttoMilvang/TieBreakServer) gives for
the recorded tournaments with the most byes and forfeits, by the rules of March 2026 and some by those of 2024.
"""

import csv
from pathlib import Path

import pytest

from tests.tournaments.report_files import VECTORS
from tournaments import trf
from tournaments.pairing.tournament import Tournament
from tournaments.standings import Edition, standings, tie_breaks

_LEAD = ("file", "number", "rank by points and direct encounter", "rank by Buchholz and direct encounter")
with Path(__file__).with_name("recorded_tie_breaks.csv").open(newline="") as _file:
    RECORDED = list(csv.DictReader(_file))
CODES = [column for column in RECORDED[0] if column not in _LEAD]
_OF_2024 = " of 2024"
FILES = sorted({row["file"] for row in RECORDED})
BY_NAME = {path.name: path for path in VECTORS}


def tournament(name: str) -> Tournament:
    return trf.read(BY_NAME[name].read_bytes()).tournament


def recorded(name: str) -> dict[int, dict[str, str]]:
    return {int(row["number"]): row for row in RECORDED if row["file"] == name}


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("code", CODES)
def test_values_agree(name: str, code: str) -> None:
    edition = Edition.OF_2024 if code.endswith(_OF_2024) else Edition.OF_2026
    table = standings(tournament(name), tie_breaks(code.removesuffix(_OF_2024)), edition=edition)
    assert {row.number: row.values[0] / table.scales[0] for row in table.rows} == {
        number: float(row[code]) for number, row in recorded(name).items()
    }


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize(("codes", "column"), [("DE", _LEAD[2]), ("BH,DE", _LEAD[3])])
def test_ranks_by_direct_encounter_agree(name: str, codes: str, column: str) -> None:
    assert standings(tournament(name), tie_breaks(codes)).ranks == {
        number: int(row[column]) for number, row in recorded(name).items()
    }
