"""`dead` and `adjudicate` on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.engine.cli.run import Runner

DEAD = "7/2z4/7/7/(A)(A)(A)(A)(A)(A)(A)/7/7/4Z2/7 w 0 0-0"
ALIVE = "7/7/7/7/7/7/7/7/Z1z4 w 0 0-0"
STUCK = "7/7/7/7/7/7/7/3Z3/7 w 0 0-0"


@pytest.fixture
def records(tmp_path: Path) -> str:
    path = tmp_path / "records.txt"
    cycle = "c2-c3 c8-c7 c3-c2 c7-c8"
    path.write_text(
        f'[Game "Barragoon"]\n\n{cycle} {cycle} {cycle} (=) 1/2-1/2\n\n'
        f'[Game "Barragoon"]\n[Position "{DEAD}"]\n\n1. e2-e3 *\n'
    )
    return str(path)


def test_dead_prints_one_json_object_with_five_fields(run: Runner) -> None:
    done = run("dead", ALIVE, "--json")

    assert done.status == 0
    assert done.objects() == [
        {"position": ALIVE, "verdict": "alive", "how": "witness", "visited": 1, "witness": ["a1xc1"]}
    ]


def test_dead_reads_positions_one_a_line(run: Runner) -> None:
    done = run("dead", "-", "--json", given=f"{DEAD}\n\n{ALIVE}\n{STUCK}\n")

    assert [(line["position"], line["verdict"], line["witness"]) for line in done.objects()] == [
        (DEAD, "dead", []),
        (ALIVE, "alive", ["a1xc1"]),
        (STUCK, "not-applicable", []),
    ]


def test_dead_speaks_in_sentences_otherwise(run: Runner) -> None:
    assert run("dead", ALIVE).out == "alive: a capture is possible: a1xc1 (1 positions looked at)\n"


def test_dead_keeps_to_the_budget_it_is_given(run: Runner) -> None:
    far = "7/7/4(A)2/3(A)Z2/7/7/7/7/6z w 0 0-0"

    done = run("dead", far, "--json", "--positions", "2")

    assert done.objects()[0]["verdict"] == "undecided"


@pytest.mark.parametrize("option", [("--positions", "many"), ("--seconds", "-1"), ("--seconds", "soon")])
def test_dead_refuses_a_budget_that_is_none(run: Runner, option: tuple[str, str]) -> None:
    assert run("dead", DEAD, *option).status == 2


def test_dead_tells_which_position_cannot_be_read_and_goes_on(run: Runner) -> None:
    done = run("dead", "-", "--json", given=f"nonsense\n{ALIVE}\n")

    broken, fine = done.objects()
    assert done.status == 1
    assert (broken["position"], broken["error"]["code"]) == ("nonsense", "position-malformed")
    assert fine["verdict"] == "alive"


def test_adjudicate_prints_per_record_the_findings_with_ply_and_rule(run: Runner, records: str) -> None:
    done = run("adjudicate", records, "--no-capture-limit", "10", "--json")

    first, second = done.objects()
    assert done.status == 1  # the second record is broken
    assert (first["file"], first["record"], first["game"], first["fits"]) == (records, 1, "Barragoon", True)
    assert [
        (found["kind"], found["ply"], found["rule"], found["verdict"]) for found in first["findings"]
    ] == [
        ("no-capture-limit", 10, "event regulation", "limit-reached"),
        ("dead-position", 12, "6b", "alive"),
        ("repetition", 12, "6c", "threefold"),
        ("draw-offer", 12, "6c", "accepted"),
    ]
    assert (second["record"], second["ok"], second["plies"], second["fits"]) == (2, False, 0, None)
    assert [(found["kind"], found["ply"], found["verdict"]) for found in second["findings"]] == [
        ("dead-position", 0, "dead")
    ]


def test_adjudicate_speaks_in_sentences_otherwise(run: Runner, records: str) -> None:
    first, _ = run("adjudicate", records, "--json").objects()
    (sentence,) = [found["message"] for found in first["findings"] if found["kind"] == "repetition"]

    done = run("adjudicate", records)

    lines = done.out.splitlines()
    assert lines[1] == f"{records}: record 1, ply 12: {sentence} (6c) [repetition: threefold]"
    assert f"{records}: record 1: the result 1/2-1/2 normal fits." in lines
    assert "[game-over]" in done.err


def test_adjudicate_reads_standard_input(run: Runner) -> None:
    done = run("adjudicate", "--json", given='[Game "Barragoon"]\n\nd2-d4 *\n')

    assert (done.status, done.objects()[0]["file"]) == (0, "-")


@pytest.mark.parametrize("limit", ["0", "-3", "ten"])
def test_adjudicate_refuses_a_limit_that_is_none(run: Runner, limit: str) -> None:
    assert run("adjudicate", "--no-capture-limit", limit).status == 2


def test_adjudicate_serves_stratego_too(run: Runner) -> None:
    rows = "FBMGOJPLTN/BBCCCCCCCC/OJJPPPLLLT/TTNNNNSBBB"
    plies = "1. a4-a5 j7-j6 2. a5-a4 j6-j7 3. a4-a5 j7-j6 *"

    done = run(
        "adjudicate",
        "--json",
        given=f'[Game "Stratego"]\n[RedSetup "{rows}"]\n[BlueSetup "{rows}"]\n\n{plies}\n',
    )

    (found,) = done.objects()
    assert [(finding["kind"], finding["ply"], finding["rule"]) for finding in found["findings"]] == [
        ("two-squares", 5, "two squares"),
        ("two-squares", 6, "two squares"),
    ]
