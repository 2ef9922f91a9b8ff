"""The rule "attack": every pair of kinds, and what the board looks like afterwards."""

import pytest

from engine import stratego
from engine.core import FIRST, SECOND
from engine.stratego import AttackResult, Kind
from tests.engine.stratego.positions import game

# Rows attack, columns defend in the order MGOJPLTNCSBF: + attacker wins, - defender wins, = both leave.
WHO_WINS = {
    "M": "=+++++++++-+",
    "G": "-=++++++++-+",
    "O": "--=+++++++-+",
    "J": "---=++++++-+",
    "P": "----=+++++-+",
    "L": "-----=++++-+",
    "T": "------=+++-+",
    "N": "-------=++++",
    "C": "--------=+-+",
    "S": "+--------=-+",
}
ORDER = "MGOJPLTNCSBF"
MEANING = {"+": AttackResult.ATTACKER, "-": AttackResult.DEFENDER, "=": AttackResult.NEITHER}


@pytest.mark.parametrize(
    ("attacker", "defender"), [(attacker, defender) for attacker in WHO_WINS for defender in ORDER]
)
def test_every_attack_ends_as_the_table_says(attacker: str, defender: str) -> None:
    men = {"e5": attacker, "e6": defender.lower()}
    if defender == "F":
        men["j10"] = "n"
    position = game(men)

    position.push("e5xe6")

    result = MEANING[WHO_WINS[attacker][ORDER.index(defender)]]
    left = {
        AttackResult.ATTACKER: attacker,
        AttackResult.DEFENDER: defender.lower(),
        AttackResult.NEITHER: None,
    }[result]
    seen = {man.square: man.kind.letter for man in position.seen("open") if man.kind}
    assert (seen.get("e5"), seen.get("e6")) == (None, left.upper() if left else None)
    assert "".join(row for row in position.position().split("/")[4:6]) == {
        None: "2~~2~~22~~2~~2",
    }.get(left, f"2~~{left}1~~22~~2~~2")
    last = position.last_attack()
    assert last is not None
    assert last.ply == "e5xe6"
    assert (last.attacker.letter, last.defender.letter, last.result) == (attacker, defender, result)


def test_a_winning_defender_stays_where_it_is() -> None:
    position = game({"e5": "S", "f5": "m"}, "b")
    position.push("f5-f4")
    position.push("e5-e4")
    position.push("f4xe4")

    assert [(man.square, man.kind) for man in position.seen("open") if man.square in ("e4", "f4")] == [
        ("e4", Kind.MARSHAL)
    ]


def test_a_marshal_attacking_the_spy_wins() -> None:
    assert stratego.attack(Kind.MARSHAL, Kind.SPY) is AttackResult.ATTACKER


def test_a_scout_may_run_and_attack_in_one_turn() -> None:
    position = game({"e2": "C", "e9": "s"})

    position.push("e2xe9")

    assert position.position() == "9f/4C4t/10/10/2~~2~~2/2~~2~~2/10/10/T9/F9 b"


def test_nobody_has_to_attack() -> None:
    position = game({"e5": "M", "e6": "s"})

    assert position.is_legal("a2-a3")


def test_an_attack_is_undone_with_both_pieces_back() -> None:
    position = game({"e5": "J", "e6": "j"})
    before = position.position()
    position.push("e5xe6")

    assert position.pop() == "e5xe6"
    assert position.position() == before
    assert position.last_attack() is None


def test_lost_pieces_are_listed_in_the_order_they_left() -> None:
    position = game({"e5": "J", "e6": "j", "e7": "n", "f7": "b", "f6": "T", "a2": "N", "a3": "s"})
    for ply in ("e5xe6", "e7-e6", "f6xe6", "a3xa2", "e6-f6", "j9-j8", "f6xf7"):
        position.push(ply)

    assert position.captured(FIRST) == (Kind.MAJOR, Kind.SERGEANT)
    assert position.captured(SECOND) == (Kind.MAJOR, Kind.MINER, Kind.SPY)
