"""Whether a flag can still be reached in Stratego: by hand, and against an exhaustive search."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterator

import pytest

from engine import record, stratego
from engine.adjudication.report import adjudicate
from engine.stratego.adjudicator import no_progress_findings
from engine.stratego.position import Position
from engine.stratego.progress import Outlook, outlook
from tests.engine.stratego.positions import LAKES, SQUARES, board

WALLED = {"a1": "F", "a2": "B", "b1": "B", "j10": "f", "j9": "b", "i10": "b"}


def _outlook(men: dict[str, str]) -> Outlook:
    return outlook(Position.parse(board(men)))


# by hand


def test_flags_walled_in_by_bombs_without_a_miner_cannot_be_reached() -> None:
    assert _outlook({**WALLED, "e5": "M", "e6": "g"}) == Outlook(flag_in_reach=False, attacks=True)


@pytest.mark.parametrize("miner", ["N", "n"])
def test_one_miner_is_enough(miner: str) -> None:
    assert _outlook({**WALLED, "e4": "M", "e6": "g", "e5": miner}).flag_in_reach


def test_open_flag_can_be_reached() -> None:
    open_flag = {square: man for square, man in WALLED.items() if square != "b1"}

    assert _outlook({**open_flag, "e5": "M", "e6": "g"}).flag_in_reach


def test_miner_shut_in_by_its_own_bombs_reaches_nothing() -> None:
    shut_in = {"a10": "N", "a9": "B", "b10": "B"}

    assert not _outlook({**WALLED, **shut_in, "e5": "M", "e6": "g"}).flag_in_reach


def test_miner_shut_in_by_bombs_of_the_other_side_digs_itself_out() -> None:
    shut_in = {"a10": "N", "a9": "b", "b10": "b"}

    assert _outlook({**WALLED, **shut_in, "e5": "M", "e6": "g"}).flag_in_reach


def test_bomb_removed_by_one_side_opens_the_way_for_the_other() -> None:
    """Blue's miner takes Red's bomb at a9; then Red's miner comes out of its corner."""
    corner = {"a10": "N", "a9": "B", "b10": "B", "e6": "n"}
    blue_flag_only = {"j10": "f", "j9": "b", "i10": "b", "a1": "F", "b1": "B", "a2": "B", "e5": "M"}

    assert _outlook({**blue_flag_only, **corner}).flag_in_reach


def test_pieces_that_never_meet_cannot_even_attack() -> None:
    men = {**WALLED, "a10": "M", "a9": "B", "b10": "B", "j1": "g", "j2": "b", "i1": "b"}

    assert _outlook(men) == Outlook(flag_in_reach=False, attacks=False)


def test_lakes_part_nothing_that_is_not_parted() -> None:
    assert _outlook({"a1": "F", "j10": "f", "e5": "M", "f6": "g"}).flag_in_reach


# in a record


def test_start_of_a_usual_game_is_not_reported() -> None:
    rows = "FBMGOJPLTN/BBCCCCCCCC/OJJPPPLLLT/TTNNNNSBBB"
    text = f'[Game "Stratego"]\n[RedSetup "{rows}"]\n[BlueSetup "{rows}"]\n\n1. a4-a5 j7-j6 *\n'

    (read,) = record.read_text(text)

    assert read.ok, read.errors
    assert adjudicate(read).findings == ()


def test_loss_of_the_last_miner_is_reported_with_its_ply() -> None:
    game = stratego.Game(position=board({**WALLED, "e4": "M", "e6": "n", "j5": "g"}))

    (finding,) = no_progress_findings(game, ["e4-e5", "j5-j4", "e5xe6", "j4-j5"])

    assert (finding.ply, finding.rule, finding.verdict.value) == (3, "end", "no-progress-possible")
    assert finding.message == (
        "After ply 3 no progress is possible: neither flag can ever be reached; "
        "the game can only end by the loss of all movable pieces or of all moves."
    )
    assert finding.proof["attacks"] is True


def test_decided_game_is_not_reported() -> None:
    """The attack leaves Blue with nothing but bombs and the flag: Red has won, and there is nothing to advise."""
    game = stratego.Game(position=board({**WALLED, "e5": "M", "e6": "n"}))

    assert no_progress_findings(game, ["e5xe6"]) == []


# against everything that can be played


def test_claim_is_never_made_where_some_line_takes_a_flag() -> None:
    rng = random.Random(4)
    claimed = denied = 0
    while claimed < 12:
        men = _walled_men(rng)
        if _outlook(men).flag_in_reach:
            denied += 1
            continue
        claimed += 1
        assert not _flag_falls(men), board(men)
    assert denied >= 10


def test_search_finds_a_flag_that_falls() -> None:
    """The search that the claims are checked against is not blind."""
    assert _flag_falls({"a1": "F", "j10": "f", "i9": "M", "c1": "g"})


def _walled_men(rng: random.Random) -> dict[str, str]:
    """Flags with bombs around them, more bombs anywhere, and one movable piece a side."""
    men: dict[str, str] = {}
    for flag, bomb in (("F", "B"), ("f", "b")):
        corner = rng.choice([name for name in ("a1", "j1", "a10", "j10") if name not in men])
        men[corner] = flag
        near = [name for name in SQUARES if name not in men and _distance(name, corner) == 1]
        for name in near if rng.random() < 0.8 else near[:1]:
            men[name] = bomb
        free = [name for name in SQUARES if name not in men]
        for name in rng.sample(free, 3):
            men[name] = bomb
    for piece in (rng.choice("MSNTP"), rng.choice("msntp")):
        men[rng.choice([name for name in SQUARES if name not in men])] = piece
    return men


def _distance(one: str, other: str) -> int:
    return abs(ord(one[0]) - ord(other[0])) + abs(int(one[1:]) - int(other[1:]))


def _flag_falls(men: dict[str, str]) -> bool:
    """Try every line with pieces that go step by step, whoever begins."""
    start = (frozenset(men.items()), True)
    seen = {start, (start[0], False)}
    waiting = deque(seen)
    while waiting:
        frozen, red = waiting.popleft()
        now = dict(frozen)
        for after in _after_each_move(now, red=red):
            if sum(man in "Ff" for man in after.values()) < 2:
                return True
            state = (frozenset(after.items()), not red)
            if state not in seen:
                seen.add(state)
                waiting.append(state)
    return False


def _after_each_move(men: dict[str, str], *, red: bool) -> Iterator[dict[str, str]]:
    for name, man in men.items():
        if man in "FfBb" or man.isupper() != red:
            continue
        file, rank = name[0], int(name[1:])
        for target in (
            f"{file}{rank + 1}",
            f"{file}{rank - 1}",
            f"{chr(ord(file) + 1)}{rank}",
            f"{chr(ord(file) - 1)}{rank}",
        ):
            if target not in SQUARES or target in LAKES:
                continue
            other = men.get(target)
            if other is not None and other.isupper() == red:
                continue
            after = {square: piece for square, piece in men.items() if square not in (name, target)}
            survivor = man if other is None else _survivor(man, other)
            if survivor:
                after[target] = survivor
            yield after


def _survivor(attacker: str, defender: str) -> str:
    """Who is left of an attack; nobody if both fall. S 1, N 3, T 4, P 6, M 10."""
    ranks = {"S": 1, "N": 3, "T": 4, "P": 6, "G": 9, "M": 10}
    one, other = attacker.upper(), defender.upper()
    if other == "F":
        return attacker
    if other == "B":
        return attacker if one == "N" else defender
    if (one, other) == ("S", "M"):
        return attacker
    if ranks[one] == ranks[other]:
        return ""
    return attacker if ranks[one] > ranks[other] else defender
