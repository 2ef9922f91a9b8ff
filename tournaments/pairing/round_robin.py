"""Round robin and double round robin by the Berger tables (C.05, annex 1)."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.pairing.rounds import Board, RoundPairing


def berger_table(size: int) -> list[list[tuple[int, int]]]:
    """The rounds for so many players, as (white, black) in the printed order. An odd field has one seat
    more, and its opponent is free.

    The last seat stays, the others turn by half a table a round. Its opponent and it take White in turn;
    around the opponent the next higher seats have White against the next lower.

    >>> berger_table(4)
    [[(1, 4), (2, 3)], [(4, 3), (1, 2)], [(2, 4), (3, 1)]]
    """
    if size < 2:
        raise ValueError("a round robin needs at least two players")
    seats = size + size % 2
    turning = seats - 1
    rounds = []
    for index in range(turning):
        pivot = index * (seats // 2) % turning
        first = (pivot + 1, seats) if index % 2 == 0 else (seats, pivot + 1)
        rest = [((pivot + step) % turning + 1, (pivot - step) % turning + 1) for step in range(1, seats // 2)]
        rounds.append([first, *rest])
    return rounds


def round_robin(
    players: Sequence[int], *, cycles: int = 1, swap_before_turn: bool = True
) -> list[RoundPairing]:
    """All rounds. `players` in the order of their drawn numbers; each further cycle turns the colours.

    With several cycles the last two rounds of every cycle but the last change places, as the annex
    recommends: else some players would have the same colour three times in a row. Among four players, where
    that would bring three in a row again from the third cycle on, it is every second cycle before the last.
    """
    if len(set(players)) != len(players):
        raise ValueError("a player is named twice")
    if cycles < 1:
        raise ValueError("a round robin has at least one cycle")
    table = berger_table(len(players))
    order: list[tuple[list[tuple[int, int]], bool]] = []
    for cycle in range(cycles):
        rounds = list(table)
        if swap_before_turn and _ends_swapped(cycles - 1 - cycle, len(rounds)):
            rounds[-2:] = [rounds[-1], rounds[-2]]
        order += [(pairs, cycle % 2 == 1) for pairs in rounds]
    return [_round(number, pairs, players, turned) for number, (pairs, turned) in enumerate(order, start=1)]


def _ends_swapped(cycles_to_come: int, rounds: int) -> bool:
    if rounds == 3:
        return cycles_to_come % 2 == 1
    return cycles_to_come > 0 and rounds > 2


def _round(number: int, pairs: list[tuple[int, int]], players: Sequence[int], turned: bool) -> RoundPairing:
    boards, free = [], None
    for white, black in pairs:
        if max(white, black) > len(players):
            free = players[min(white, black) - 1]
            continue
        one, other = players[white - 1], players[black - 1]
        boards.append(Board(other, one) if turned else Board(one, other))
    return RoundPairing(number, tuple(boards), free)
