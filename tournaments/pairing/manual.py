"""Pairings made by hand: what they must have to be a round at all, and changes of single boards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from tournaments.pairing.rounds import Board, RoundPairing
from tournaments.pairing.tournament import Outcome, Tournament


class ManualPairingError(ValueError):
    """Boards that are no round: somebody sits twice, nowhere, or alone. `problems` says all of it."""

    def __init__(self, problems: Iterable[str]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(self.problems))


def manual_round(
    tournament: Tournament,
    boards: Iterable[Board],
    bye: int | None = None,
    others: Mapping[int, Outcome] | None = None,
) -> RoundPairing:
    """A round from the arbiter's own boards, in the given order. Raises ManualPairingError."""
    pairing = RoundPairing(len(tournament.rounds) + 1, tuple(boards), bye, dict(others or {}))
    problems = check_boards(tournament, pairing)
    if problems:
        raise ManualPairingError(problems)
    return pairing


def check_boards(tournament: Tournament, pairing: RoundPairing) -> list[str]:
    """What keeps a pairing from being a round: everybody must have exactly one place in it."""
    places = Counter(number for board in pairing.boards for number in (board.white, board.black))
    if pairing.bye is not None:
        places[pairing.bye] += 1
    places.update(pairing.others.keys())
    known = set(tournament.numbers)
    problems = [
        f"{board.white} cannot meet himself or herself" for board in pairing.boards if len(board.players) == 1
    ]
    problems += [f"there is no player {number}" for number in sorted(places.keys() - known)]
    problems += [f"player {number} has no place in the round" for number in sorted(known - places.keys())]
    alone = {number for board in pairing.boards if len(board.players) == 1 for number in board.players}
    problems += [
        f"player {number} has {times} places in the round"
        for number, times in sorted(places.items())
        if times > 1 and number not in alone
    ]
    return problems


def swap_colours(pairing: RoundPairing, board_number: int) -> RoundPairing:
    """The pairing with the colours of a board changed. Boards are counted from 1."""
    boards = list(pairing.boards)
    board = boards[board_number - 1]
    boards[board_number - 1] = Board(board.black, board.white)
    return RoundPairing(pairing.number, tuple(boards), pairing.bye, pairing.others)


def swap_players(pairing: RoundPairing, one: int, other: int) -> RoundPairing:
    """The pairing with two players in each other's places, be they boards, the bye or an absence."""
    turned = {one: other, other: one}

    def seat(number: int) -> int:
        return turned.get(number, number)

    return RoundPairing(
        pairing.number,
        tuple(Board(seat(board.white), seat(board.black)) for board in pairing.boards),
        None if pairing.bye is None else seat(pairing.bye),
        {seat(number): outcome for number, outcome in pairing.others.items()},
    )
