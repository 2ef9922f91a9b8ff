"""The command `standings`: tables of report files, without a database."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.management import execute_from_command_line

from tests.tournaments.report_files import VECTORS, player_line

Run = Callable[..., tuple[int, str, str]]

FILE = "\n".join(
    (
        "012 Club night",
        player_line(1, "   2 w 1", "0000 - H", points="1.5", name="Ädam"),
        player_line(2, "   1 b 0", "   3 w =", points="0.5", name="Bea"),
        player_line(3, "0000 - U", "   2 b =", points="1.5", name="Cem"),
    )
)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs the command in a folder with the file night.trf; gives the exit code, stdout and stderr."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "night.trf").write_text(FILE, encoding="utf-8")

    def _run(*arguments: str) -> tuple[int, str, str]:
        code: int | str | None = 0
        try:
            execute_from_command_line(["manage.py", "standings", *arguments])
        except SystemExit as end:
            code = end.code
        output = capsys.readouterr()
        assert isinstance(code, int)
        return code, output.out, output.err

    return _run


def test_a_table_for_people(run: Run) -> None:
    # 1: 1½, met 2 (½) and the dummy of a half-point bye in the last round: min(1½, ½·2) = 1
    # 3: 1½, met the dummy of a pairing-allocated bye: min(1½, 1) = 1, and 2 (½)
    # 2: ½, met 1, whose bye in the last round counts as a draw: 1½, and 3: 1½
    assert run("night.trf", "--tie-breaks", "BH,SB,WON") == (
        0,
        (
            "night.trf: Club night, after round 2\n"
            "Rank  No  Name  Points   BH    SB  WON\n"
            "   1   3  Cem      1.5  1.5  1.25    0\n"
            "   2   1  Ädam     1.5  1.5   1.0    1\n"
            "   3   2  Bea      0.5  3.0  0.75    0\n"
        ),
        "",
    )


def test_json_is_one_line_a_player(run: Run) -> None:
    code, out, err = run("night.trf", "--tie-breaks", "BH-C1,BH,WON", "--json")
    assert (code, err) == (0, "")
    assert [json.loads(line) for line in out.splitlines()] == [
        {
            "file": "night.trf",
            "rank": 1,
            "number": 3,
            "name": "Cem",
            "points": 1.5,
            "tie_breaks": {"BH-C1": 1.0, "BH": 1.5, "WON": 0},
        },
        {
            "file": "night.trf",
            "rank": 2,
            "number": 1,
            "name": "Ädam",
            "points": 1.5,
            "tie_breaks": {"BH-C1": 0.5, "BH": 1.5, "WON": 1},
        },
        {
            "file": "night.trf",
            "rank": 3,
            "number": 2,
            "name": "Bea",
            "points": 0.5,
            "tie_breaks": {"BH-C1": 1.5, "BH": 3.0, "WON": 0},
        },
    ]


def test_without_a_list_the_usual_tie_breaks_are_taken(run: Run) -> None:
    _, out, _ = run("night.trf", "--json")
    assert list(json.loads(out.splitlines()[0])["tie_breaks"]) == ["BH-C1", "BH", "SB"]


def test_the_file_may_name_its_tie_breaks_and_unknown_ones_are_left_out(run: Run) -> None:
    Path("named.trf").write_text("202 BH/C1,OTHER_COIN,DE\n" + FILE, encoding="utf-8")
    code, out, err = run("named.trf", "--json")
    assert list(json.loads(out.splitlines()[0])["tie_breaks"]) == ["BH-C1", "DE"]
    assert code == 0
    assert err.startswith("named.trf: ")
    assert "'OTHER_COIN'" in err
    assert err.endswith("; it is left out\n")


def test_a_round_robin_is_recognised_and_buchholz_warned_of(run: Run) -> None:
    Path("robin.trf").write_text("192 FIDE_ROUNDROBIN\n" + FILE, encoding="utf-8")
    _, out, _ = run("robin.trf", "--json")
    assert list(json.loads(out.splitlines()[0])["tie_breaks"]) == ["DE", "SB", "WIN"]
    code, _, err = run("night.trf", "--round-robin", "--tie-breaks", "BH")
    assert (code, err) == (0, "night.trf: C.07 does not allow BH in a round robin (article 8)\n")


def test_lots_are_drawn_from_the_seed(run: Run) -> None:
    _, first, _ = run("night.trf", "--tie-breaks", "LOT", "--seed", "autumn", "--json")
    _, again, _ = run("night.trf", "--tie-breaks", "LOT", "--seed", "autumn", "--json")
    assert first == again
    # the digests of 1 and 3 begin d009 and c4d3: 3 draws the higher lot
    assert [json.loads(line)["number"] for line in first.splitlines()] == [3, 1, 2]


def test_several_files_come_one_after_the_other(run: Run) -> None:
    code, out, _ = run(str(VECTORS[0]), "night.trf", "--json")
    names = list(dict.fromkeys(json.loads(line)["file"] for line in out.splitlines()))
    assert (code, names) == (0, [str(VECTORS[0]), "night.trf"])


def test_remarks_go_to_the_error_output(run: Run) -> None:
    Path("odd.trf").write_text(FILE.replace(" 0.5 ", " 2.5 "), encoding="utf-8")
    code, _, err = run("odd.trf")
    assert (code, len(err.splitlines())) == (0, 1)
    assert err.startswith("odd.trf: line 3, column 81: ")


def test_an_unknown_tie_break_is_wrong_usage(run: Run) -> None:
    code, out, err = run("night.trf", "--tie-breaks", "BH,NONE")
    assert (code, out) == (2, "")
    assert err.startswith("CommandError: ")
    assert "'NONE'" in err


def test_lots_without_a_seed_are_wrong_usage(run: Run) -> None:
    code, _, err = run("night.trf", "--tie-breaks", "LOT")
    assert (code, err) == (
        2,
        "CommandError: drawing of lots (LOT) needs a seed, which is kept with the table\n",
    )


def test_no_file_is_wrong_usage(run: Run) -> None:
    code, out, err = run()
    assert (code, out) == (2, "")
    assert "the following arguments are required: FILE.trf" in err


def test_a_bad_file_is_named_with_line_and_column_and_the_others_are_still_printed(run: Run) -> None:
    Path("bad.trf").write_text("012 Broken\n001    x\n")
    code, out, err = run("bad.trf", "missing.trf", "night.trf", "--json")
    assert code == 1
    assert len(out.splitlines()) == 3
    bad, *others = err.splitlines()
    assert bad.startswith("bad.trf: line 2, column 8: ")
    assert others == [
        "missing.trf: cannot be read: No such file or directory",
        "CommandError: 2 files could not be read.",
    ]


def test_a_folder_is_a_bad_file(run: Run) -> None:
    assert run(".")[::2] == (
        1,
        ".: cannot be read: Is a directory\nCommandError: 1 file could not be read.\n",
    )
