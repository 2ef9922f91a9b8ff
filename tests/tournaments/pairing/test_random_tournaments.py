"""Tournaments played by dice, and the command that writes them."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tournaments import trf
from tournaments.pairing.checking import check_tournament
from tournaments.pairing.checklist import checklist
from tournaments.pairing.random_tournaments import Chances, random_rounds, random_tournament
from tournaments.pairing.tournament import Outcome

SMALL = Chances(players=(8, 12), rounds=(3, 5), forfeits=0.1, byes=0.1, withdrawals=0.02, accelerated=0.5)


def test_the_same_seed_makes_the_same_tournament() -> None:
    assert random_tournament(5, SMALL) == random_tournament(5, SMALL) != random_tournament(6, SMALL)


def test_every_round_is_paired_by_the_rules() -> None:
    checks = [check for seed in range(20) for check in check_tournament(random_tournament(seed, SMALL))]

    assert len(checks) > 50
    assert [check for check in checks if not check.same] == []


def test_everything_that_was_asked_for_happens() -> None:
    tournaments = [random_tournament(seed, SMALL) for seed in range(40)]
    outcomes = {
        entry.outcome for each in tournaments for played in each.rounds for entry in played.entries.values()
    }

    assert outcomes >= set(Outcome) - {Outcome.PENDING, Outcome.FULL_POINT_BYE}
    assert {bool(each.accelerations) for each in tournaments} == {True, False}
    assert all(8 <= len(each.players) <= 12 and len(each.rounds) <= 5 for each in tournaments)


def test_the_stronger_win_as_often_as_their_ratings_say() -> None:
    chances = Chances(players=(2, 2), rounds=(1, 1), ratings=(1500, 1500), forfeits=0, byes=0, withdrawals=0)
    scores = [random_tournament(seed, chances).points(1) / 2 for seed in range(2000)]

    # Number 1 is White: 35 points more are expected to score 55 %.
    assert sum(scores) / len(scores) == pytest.approx(0.55, abs=0.03)
    assert scores.count(0.5) / len(scores) == pytest.approx(0.3 * 0.9, abs=0.03)


def test_a_tournament_can_be_followed_round_by_round() -> None:
    assert [len(each.rounds) for each in random_rounds(3, Chances(players=(8, 8), rounds=(3, 3)))] == [
        0,
        1,
        2,
        3,
    ]


@pytest.mark.parametrize("wrong", [{"players": (9, 8)}, {"rounds": (0, 3)}, {"draws": 1.5}])
def test_chances_that_cannot_be_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=next(iter(wrong))):
        Chances(**wrong)


def test_the_checklist_says_what_each_round_was_paired_by() -> None:
    tournament = random_tournament(
        1, Chances(players=(4, 4), rounds=(2, 2), forfeits=0, byes=0, withdrawals=0)
    )
    lines = list(checklist(tournament))
    second = lines[lines.index("Round 2") + 1 :]

    assert lines[0] == "Random tournament 1"
    assert second[0].split() == [
        "number",
        "points",
        "score",
        "colours",
        "due",
        "floats",
        "bye",
        "met",
        "then",
    ]
    first_round = tournament.rounds[0]
    for line in second[1:]:
        number, *_, met, opponent, colour = line.split()
        entry, before = tournament.rounds[1].entry(int(number)), first_round.entry(int(number))
        assert (int(opponent), colour.lower()) == (entry.opponent, entry.colour and entry.colour.value)
        assert int(met) == before.opponent
    assert len(second) == 5


def test_the_command_writes_files_that_other_programs_read(tmp_path: Path) -> None:
    out = StringIO()
    call_command(
        "make_tournaments", str(tmp_path / "made"), "--number=3", "--seed=11", "--players=6-8", "--rounds=3",
        "--checklist", stdout=out,
    )  # fmt: skip

    assert out.getvalue().split() == [str(tmp_path / "made" / f"{seed}.trf") for seed in (11, 12, 13)]
    for seed in (11, 12, 13):
        path = tmp_path / "made" / f"{seed}.trf"
        tournament = trf.read(path.read_bytes()).tournament
        assert all(check.same for check in check_tournament(tournament))
        assert path.with_suffix(".txt").read_text(encoding="utf-8").startswith(f"Random tournament {seed}\n")


@pytest.mark.parametrize(
    "arguments", [["--players=many"], ["--players=9-3"], ["--draws=2"], ["--number=0"], ["--edition=TRF"]]
)
def test_what_cannot_be_made_is_refused(arguments: list[str], tmp_path: Path) -> None:
    with pytest.raises(CommandError):
        call_command("make_tournaments", str(tmp_path), *arguments)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    with pytest.raises(CommandError, match="cannot be written"):
        call_command("make_tournaments", str(tmp_path / "file" / "made"))
