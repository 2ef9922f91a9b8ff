"""Repetition over a whole record (6c): sequences, offers, and what became of them."""

from __future__ import annotations

from typing import Any

import pytest

from engine import barragoon, record
from engine.adjudication.protocol import Finding, FindingKind
from engine.adjudication.repetition import (
    OfferVerdict,
    RepetitionVerdict,
    Threefold,
    periods,
    repetition_findings,
    threefold_sequences,
)
from engine.barragoon.repetition import repeated_period
from engine.record import Line, Note, Record

CYCLE = ("c2-c3", "c8-c7", "c3-c2", "c7-c8")


def _read(moves: str) -> Record:
    read = record.read_text(f'[Game "Barragoon"]\n\n{moves}\n')[0]
    assert read.ok, read.errors
    return read


def _made(plies: tuple[str, ...], offers: tuple[int, ...]) -> Record:
    """A record as if it had been read; for endings that no real board allows before 6b ends the game."""
    made = Record()
    made.tags = {"Game": "Barragoon"}
    made.main = Line(plies, {ply: Note(offer=True) for ply in offers})
    made.rules = barragoon.RULES
    return made


def _offers(read: Record) -> list[tuple[int, str, Any]]:
    findings = repetition_findings(read, "6c")
    return [
        (finding.ply, finding.verdict.value, finding.proof)
        for finding in findings
        if finding.kind is FindingKind.DRAW_OFFER
    ]


# sequences


def test_sequence_is_told_with_its_plies_and_period() -> None:
    assert threefold_sequences(CYCLE * 3) == [Threefold(4, completed=12, last=12, cycle=CYCLE)]


def test_sequence_that_goes_on_is_one_sequence() -> None:
    (sequence,) = threefold_sequences(("d2-d4", *CYCLE * 4, "d8-d6"))

    assert (sequence.first, sequence.completed, sequence.last, sequence.period) == (2, 13, 17, 4)


def test_two_sequences_are_told_apart() -> None:
    other = ("e2-e3", "e8-e7", "e3-e2", "e7-e8")

    found = threefold_sequences((*CYCLE * 3, *other * 3))

    assert [(sequence.completed, sequence.period, sequence.cycle) for sequence in found] == [
        (12, 4, CYCLE),
        (24, 4, other),
    ]


def test_two_repetitions_are_none() -> None:
    assert threefold_sequences(CYCLE * 2) == []


def test_odd_run_counts_with_twice_its_length() -> None:
    (sequence,) = threefold_sequences(("a", "b", "c") * 6)

    assert (sequence.period, sequence.completed) == (6, 18)


@pytest.mark.parametrize(
    "plies",
    [
        CYCLE * 5,
        ("x", *CYCLE * 3, "y", "z", *CYCLE * 4),
        ("a", "b") * 9,
        ("a", "b", "c") * 8,
        ("a", "b", "a", "c") * 7,
    ],
)
def test_periods_are_those_the_rule_sees_ply_by_ply(plies: tuple[str, ...]) -> None:
    assert periods(plies) == [repeated_period(plies[:count]) for count in range(len(plies) + 1)]


def test_finding_names_plies_rule_and_cycle() -> None:
    read = _read(f"{' '.join(CYCLE * 3)} *")

    assert repetition_findings(read, "6c") == [
        Finding(
            FindingKind.REPETITION,
            "6c",
            12,
            RepetitionVerdict.THREEFOLD,
            "Plies 1 to 12 are the same 4 plies three times in a row.",
            {"first": 1, "completed": 12, "last": 12, "period": 4, "cycle": list(CYCLE)},
        )
    ]


# offers


def test_accepted_offer() -> None:
    read = _read(f"{' '.join(CYCLE * 3)} (=) 1/2-1/2")

    assert read.termination == "normal"
    assert _offers(read) == [(12, "accepted", {"period": 4, "by": "brown", "forced": 0, "deviation": None})]


def test_declined_offer_and_who_left_the_repetition() -> None:
    read = _read(f"{' '.join(CYCLE * 3)} (=) d2-d4 *")

    assert _offers(read) == [
        (12, "deviated", {"period": 4, "by": "brown", "forced": 0, "deviation": {"ply": 13, "by": "white"}})
    ]


def test_offer_without_a_repetition_that_is_declined() -> None:
    read = _read("d2-d4 (=) d8-d6 *")

    assert _offers(read) == [(1, "declined", {"period": None, "by": "white", "forced": 0, "deviation": None})]


def test_offer_on_the_last_ply_of_an_open_record_is_unanswered() -> None:
    read = _read("d2-d4 (=) *")

    assert _offers(read)[0][1] == "unanswered"


def test_resigning_after_ones_own_offer_does_not_accept_it() -> None:
    read = _read("d2-d4 (=) 0-1")

    assert read.termination == "resigned"
    assert _offers(read)[0][1] == "unanswered"


def test_plies_that_had_to_continue_the_cycle_are_counted() -> None:
    made = _made((*CYCLE * 3, CYCLE[0], CYCLE[1], "d2-d4"), offers=(12,))

    ((_, verdict, proof),) = _offers(made)

    assert (verdict, proof["forced"], proof["deviation"]) == ("deviated", 2, {"ply": 15, "by": "white"})


def test_whole_forced_cycle_is_a_draw() -> None:
    made = _made(CYCLE * 4, offers=(12,))

    ((_, verdict, proof),) = _offers(made)

    assert (verdict, proof["forced"]) == (OfferVerdict.FORCED_DRAW.value, 4)


def test_record_that_ends_within_the_duty_says_declined() -> None:
    made = _made((*CYCLE * 3, CYCLE[0]), offers=(12,))

    ((_, verdict, proof),) = _offers(made)

    assert (verdict, proof["forced"], proof["deviation"]) == ("declined", 1, None)


def test_sides_are_right_if_brown_moved_first() -> None:
    start = "1vd1dv1/2zdz2/7/1(X)3(X)1/(X)1(X)1(X)1(X)/1(X)3(X)1/7/2ZDZ2/1VD1DV1 b 24 0-0"
    read = record.read_text(f'[Game "Barragoon"]\n[Position "{start}"]\n\n1... d8-d6 (=) 2. d2-d4 *\n')[0]
    assert read.ok, read.errors

    assert _offers(read)[0][2]["by"] == "brown"
