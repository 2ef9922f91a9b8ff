"""Finished tournaments paired again, and the command that does it."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

from tests.tournaments.pairing.builders import entrants
from tests.tournaments.report_files import VECTORS
from tournaments.pairing.checking import check_tournament
from tournaments.pairing.tournament import BoardResult, Game, Outcome, Round, Tournament


def lines(tournament: Tournament) -> list[str]:
    return [line for check in check_tournament(tournament) for line in check.lines("x.trf")]


def test_a_round_that_comes_out_the_same_says_so() -> None:
    played = Round.of([Game(1, 3, BoardResult.DRAW), Game(4, 2, BoardResult.DRAW)])

    assert lines(Tournament(players=entrants(4), rounds=(played,))) == ["x.trf round 1: same"]


def test_differences_are_listed_both_ways() -> None:
    played = Round.of(
        [Game(1, 2, BoardResult.DRAW)], {3: Outcome.ABSENT, 4: Outcome.ABSENT, 5: Outcome.PAIRING_BYE}
    )

    assert lines(Tournament(players=entrants(5), rounds=(played,))) == ["x.trf round 1: same"]
    other = Round.of([Game(1, 4, BoardResult.DRAW), Game(5, 2, BoardResult.DRAW)], {3: Outcome.PAIRING_BYE})
    assert lines(Tournament(players=entrants(5), rounds=(other,))) == [
        "x.trf round 1: different",
        "x.trf round 1:   in the file: 1-4 5-2 3 bye",
        "x.trf round 1:   paired anew: 1-3 4-2 5 bye",
    ]


def test_wrong_colours_are_a_difference() -> None:
    rounds = (
        Round.of([Game(1, 3, BoardResult.WHITE_WINS), Game(4, 2, BoardResult.BLACK_WINS)]),
        Round.of([Game(1, 2, BoardResult.DRAW), Game(3, 4, BoardResult.DRAW)]),
    )

    assert lines(Tournament(players=entrants(4), rounds=rounds)) == [
        "x.trf round 1: same",
        "x.trf round 2: different",
        "x.trf round 2:   in the file: 1-2",
        "x.trf round 2:   paired anew: 2-1",
    ]


def test_a_round_that_cannot_be_paired_says_why() -> None:
    played = Round.of([Game(1, 2, BoardResult.DRAW)])
    advice = "To make it possible: let 1 and 2 meet a second time (2.1.1 [C1])."

    assert lines(
        Tournament(players=entrants(2), rounds=(played, Round.of([Game(2, 1, BoardResult.DRAW)])))
    ) == [
        "x.trf round 1: same",
        f"x.trf round 2: Round 2 cannot be paired. {advice}",
    ]


def run(*files: Path) -> tuple[int, str, str]:
    out, err = StringIO(), StringIO()
    code = 0
    try:
        call_command("check_pairings", *map(str, files), stdout=out, stderr=err)
    except SystemExit as stop:
        code = int(stop.code or 0)
    return code, out.getvalue(), err.getvalue()


def test_the_command_prints_same_for_every_round_and_exits_with_0() -> None:
    path = VECTORS[0]

    code, out, err = run(path)

    assert (code, err) == (0, "")
    assert out.splitlines() == [f"{path} round {number}: same" for number in range(1, 6)]


def test_the_command_exits_with_1_when_a_round_differs(tmp_path: Path) -> None:
    path = tmp_path / "changed.trf"
    text = VECTORS[0].read_text(encoding="ascii")
    path.write_text(
        text.replace("    9 b 1     6 w =", "    9 w 1     6 w =").replace(
            "    1 w 0  0000", "    1 b 0  0000"
        ),
        encoding="ascii",
    )

    code, out, _ = run(path)

    assert code == 1
    assert f"{path} round 1: different" in out.splitlines()


def test_the_command_shows_what_the_reader_remarked_on(tmp_path: Path) -> None:
    path = tmp_path / "given.trf"
    path.write_bytes(VECTORS[0].read_bytes() + b"299    1  1.0\n")

    code, out, err = run(path)

    last = len(path.read_text(encoding="ascii").splitlines())
    assert (code, len(out.splitlines())) == (0, 5)
    assert err.startswith(f"{path}: line {last}, column 1: ")


def test_the_command_goes_on_after_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    missing, broken = tmp_path / "missing.trf", tmp_path / "broken.trf"
    broken.write_bytes(b"012 Nobody\n")

    code, out, err = run(missing, broken, VECTORS[0])

    assert code == 1
    assert f"{missing}: cannot be read: No such file or directory" in err
    assert str(broken) in err
    assert f"{VECTORS[0]} round 1: same" in out.splitlines()


def test_the_command_needs_a_file() -> None:
    with pytest.raises(Exception, match="the following arguments are required: FILE"):
        call_command("check_pairings")
