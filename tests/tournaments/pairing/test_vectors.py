"""119 tournaments paired by an independent program under the rules of 2026: every round, boards and colours."""

from pathlib import Path

import pytest

from tests.tournaments.report_files import VECTORS
from tournaments import trf
from tournaments.pairing.checking import check_tournament


def test_all_recorded_tournaments_are_there() -> None:
    assert len(VECTORS) == 119


@pytest.mark.parametrize("path", VECTORS, ids=lambda path: path.stem)
def test_every_round_comes_out_the_same(path: Path) -> None:
    tournament = trf.read(path.read_bytes()).tournament

    lines = [line for check in check_tournament(tournament) for line in check.lines(path.stem)]

    assert lines == [f"{path.stem} round {number}: same" for number in range(1, len(tournament.rounds) + 1)]
