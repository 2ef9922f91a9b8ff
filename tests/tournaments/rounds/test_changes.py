"""Changes by hand as plain data: each makes a round, or is refused with a sentence."""

import pytest

from players.errors import Refused
from tournaments.pairing import Board, Outcome, RoundPairing
from tournaments.rounds.changes import (
    Change,
    GiveBye,
    PutIn,
    Rewrite,
    SwapColours,
    SwapPlayers,
    TakeOut,
    as_text,
)

ODD = RoundPairing(2, (Board(1, 4), Board(5, 2)), 3, {6: Outcome.HALF_POINT_BYE})
EVEN = RoundPairing(2, (Board(1, 4), Board(5, 2)), None, {6: Outcome.ABSENT})


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (SwapPlayers(4, 2), "1-2\n5-4\n3"),
        (SwapPlayers(1, 3), "3-4\n5-2\n1"),
        (SwapPlayers(5, 6), "1-4\n6-2\n3"),
        (SwapColours(2), "1-4\n2-5\n3"),
        (GiveBye(1), "3-4\n5-2\n1"),
        (TakeOut(4), "1-3\n5-2"),
        (TakeOut(5), "1-4\n3-2"),
        (TakeOut(3), "1-4\n5-2"),
        (TakeOut(6, Outcome.ABSENT), "1-4\n5-2\n3"),
        (PutIn(6), "1-4\n5-2\n3-6"),
        (Rewrite("2-1\n\n2. 4–5\n3"), "2-1\n4-5\n3"),
        (Rewrite("6-1\n4 5\n3:2"), "6-1\n4-5\n3-2"),
    ],
)
def test_with_an_odd_one_out(change: Change, text: str) -> None:
    assert as_text(change.applied(ODD)) == text


@pytest.mark.parametrize(
    ("change", "text"), [(TakeOut(1), "5-2\n4"), (PutIn(6), "1-4\n5-2\n6"), (SwapPlayers(6, 1), "6-4\n5-2")]
)
def test_without_one(change: Change, text: str) -> None:
    assert as_text(change.applied(EVEN)) == text


def test_who_is_taken_out_has_what_the_arbiter_says() -> None:
    assert TakeOut(1, Outcome.FULL_POINT_BYE).applied(ODD).others == {
        1: Outcome.FULL_POINT_BYE,
        6: Outcome.HALF_POINT_BYE,
    }


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (SwapPlayers(1, 1), "Choose two different players"),
        (SwapPlayers(1, 9), "Nobody in this section has the starting rank 9"),
        (SwapColours(0), "There is no board 0"),
        (SwapColours(3), "There is no board 3"),
        (GiveBye(3), "has the bye already"),
        (GiveBye(9), "starting rank 9"),
        (TakeOut(1, Outcome.WIN), "Choose what the absence brings"),
        (PutIn(1), "has a place in the round"),
        (PutIn(9), "starting rank 9"),
        (Rewrite("1-4"), "Number 2 has no place any more"),
        (Rewrite("1-4\n1-2\n3-5"), "Number 1 has two places"),
        (Rewrite("1-1\n4-2\n3-5"), "Number 1 has two places"),
        (Rewrite("1-4\n5-9\n2"), "starting rank 9"),
        (Rewrite("1-4\nhello"), "Line 2 cannot be read"),
        (Rewrite("1-4\n2\n3"), "Line 3 cannot be read"),
        (Rewrite("1-999999999999999999999"), "Line 1 cannot be read"),
    ],
)
def test_what_makes_no_round_is_refused(change: Change, sentence: str) -> None:
    with pytest.raises(Refused, match=sentence):
        change.applied(ODD)


def test_a_bye_needs_an_odd_one_out() -> None:
    with pytest.raises(Refused, match="Nobody is left over"):
        GiveBye(1).applied(EVEN)
