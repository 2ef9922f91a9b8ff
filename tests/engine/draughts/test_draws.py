"""Draws by repetition and by 25, 16 and 5 moves: what an arbiter is told, and which results then fit."""

import itertools
from collections.abc import Iterable

import pytest

from engine.adjudication.protocol import Finding
from engine.adjudication.report import adjudicate
from engine.draughts import Game
from engine.draughts.draw_rules import DrawRule, begins
from engine.record import Record, from_plies

# Kings go to and fro while men stand still.
FOUR = "W:W36,K49:BK3,15"
CYCLE = ("49-44", "3-8", "44-49", "8-3")
# One king against another, against two kings, against three, a man among them, and against a man.
ENDINGS = {
    "W:WK46:BK50": 5,
    "W:WK46,K47:BK50": 5,
    "W:W36,K46:BK50": 5,
    "W:WK46,K47,K48:BK50": 16,
    "W:W36,K46,K47:BK50": 16,
    "W:W36,37,K46:BK50": 16,
    "W:WK46:BK50,1,2": 16,
}
NO_ENDINGS = ("W:WK46:B6", "W:W36,37,38:BK50", "W:WK46,K47,K48,36:BK50", "W:WK46,36:BK50,15")


def record(fen: str, plies: Iterable[str], result: str = "*", **tags: str) -> Record:
    return from_plies({"Game": "Draughts", "Position": fen, **tags}, plies, result)


def findings(found: Record) -> list[Finding]:
    assert found.errors == ()
    return list(adjudicate(found).findings)


def quiet_game(fen: str, plies: int) -> list[str]:
    """Moves of kings without a capture, and without giving one, that bring back no position a third time."""
    game = Game(position=fen)
    seen: dict[str, int] = {}

    def go_on() -> bool:
        if len(game.plies) == plies:
            return True
        for ply in list(game.ply_details()):
            if ply.taken or not ply.origin & game.snapshot().kings:
                continue
            game.push(ply.text)
            position = game.position()
            if seen.get(position, 0) < 2 and not any(reply.taken for reply in game.ply_details()):
                seen[position] = seen.get(position, 0) + 1
                if go_on():
                    return True
                seen[position] -= 1
            game.pop()
        return False

    assert go_on()
    return game.plies


def test_a_position_that_comes_a_third_time() -> None:
    (found,) = findings(record(FOUR, [*CYCLE, *CYCLE]))

    assert (found.kind, found.rule, found.ply, found.verdict) == (
        "position-repetition",
        "repetition",
        8,
        "threefold",
    )
    assert found.proof == {"position": FOUR, "plies": [0, 4, 8]}


def test_two_times_are_not_enough() -> None:
    assert findings(record(FOUR, [*CYCLE, *CYCLE[:3]])) == []


def test_the_same_board_with_the_other_side_to_move_is_another_position() -> None:
    """White loses a move by going a longer way, so that Black is to move when the board comes back."""
    plies = ["49-44", "3-8", "44-40", "8-3", "40-49", "3-8", "49-44", "8-3", "44-49"]
    game = Game(position=FOUR)
    for ply in plies:
        game.push(ply)

    assert game.position().partition(":")[2] == FOUR.partition(":")[2]
    assert findings(record(FOUR, plies)) == []


def test_the_third_time_need_not_follow_at_once() -> None:
    plies = [*CYCLE, "49-43", "3-9", "43-49", "9-3"]

    assert [found.ply for found in findings(record(FOUR, plies))] == [8]


def test_twenty_five_moves_of_kings() -> None:
    plies = quiet_game("W:W36,K49,K50:BK3,15,K5", 53)
    (found,) = findings(record("W:W36,K49,K50:BK3,15,K5", plies))

    assert (found.kind, found.rule, found.ply, found.verdict) == ("no-progress", "25 moves", 50, "25-moves")
    assert found.proof == {"moves": 25, "since": 0, "last": 53}
    assert findings(record("W:W36,K49,K50:BK3,15,K5", plies[:49])) == []


def test_a_man_that_moves_begins_the_count_again() -> None:
    fen = "W:W41,K49,K50:BK3,15,K5"
    rest = quiet_game("B:W36,K49,K50:BK3,15,K5", 50)
    (found,) = findings(record(fen, ["41-36", *rest]))

    assert (found.ply, found.proof["since"]) == (51, 1)


@pytest.mark.parametrize(("fen", "moves"), ENDINGS.items())
def test_one_king_against_few_pieces(fen: str, moves: int) -> None:
    plies = quiet_game(fen, 2 * moves)
    (found,) = findings(record(fen, plies))

    assert (found.rule, found.ply, found.verdict) == (f"{moves} moves", 2 * moves, f"{moves}-moves")
    assert findings(record(fen, plies[:-1])) == []


@pytest.mark.parametrize("fen", NO_ENDINGS)
@pytest.mark.parametrize("rule", [DrawRule.MOVES_16, DrawRule.MOVES_5])
def test_other_endings_are_not_counted(fen: str, rule: DrawRule) -> None:
    (state,) = Game(position=fen).states()

    assert not begins(rule, state)


def test_a_capture_in_sixteen_moves_does_not_begin_their_count_again() -> None:
    """White gives a king after a while: five moves count from there, sixteen from the beginning."""
    fen = "W:WK46,K47,K48:BK3"
    plies = [
        "47-38", "3-9", "46-23", "9-22", "38-24", "22-17", "48-31", "17-39", "24-38", "39-17", "31-42", "17-22",
        "38-15", "22-6", "42-31", "6-1", "31-18", "1-6", "18-13", "6-17", "15-20", "17-39", "13-18", "39-17",
        "20-33", "17x39", "18-13", "39-33", "13-27", "33-17", "23-19", "17-12", "27-22", "12-29", "19-32", "29-12",
    ]  # fmt: skip

    assert [(found.rule, found.ply) for found in findings(record(fen, plies))] == [
        ("16 moves", 32),
        ("5 moves", 36),
    ]


def test_a_win_on_the_board_comes_before_the_count() -> None:
    """White puts his king where Black takes it with the tenth ply."""
    fen = "W:WK46:BK50"
    game = Game(position=fen)
    for ply in quiet_game(fen, 8):
        game.push(ply)
    for blunder in list(game.legal_plies()):
        game.push(blunder)
        taking = next((ply for ply in game.ply_details() if ply.taken), None)
        if taking is not None:
            game.push(taking.text)
            break
        game.pop()

    assert len(game.plies) == 10
    assert findings(record(fen, game.plies, "0-1")) == []


def test_a_draw_by_these_rules_is_a_normal_end() -> None:
    drawn = record(FOUR, [*CYCLE, *CYCLE], "1/2-1/2")

    assert (drawn.errors, drawn.tags["Termination"]) == ((), "normal")
    assert adjudicate(drawn).fits is True
    assert record(FOUR, [*CYCLE, *CYCLE], "1/2-1/2", Termination="agreement").ok


def test_without_them_a_draw_is_agreed_on_or_adjudicated() -> None:
    assert record(FOUR, CYCLE, "1/2-1/2").tags["Termination"] == "agreement"
    (error,) = record(FOUR, CYCLE, "1/2-1/2", Termination="normal").errors
    assert error.code == "draw-not-offered"


def test_play_may_go_on_after_them() -> None:
    plies = list(itertools.islice(itertools.cycle(CYCLE), 80))
    found = record(FOUR, plies)

    assert found.ok
    assert [each.rule for each in findings(found)].count("25 moves") == 1
