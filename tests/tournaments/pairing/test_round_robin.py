"""Berger tables against those printed in C.05, annex 1."""

import pytest

from tournaments.pairing.round_robin import berger_table, round_robin
from tournaments.pairing.rounds import Board
from tournaments.pairing.tournament import Colour

PRINTED = {
    4: """
        1-4 2-3
        4-3 1-2
        2-4 3-1""",
    6: """
        1-6 2-5 3-4
        6-4 5-3 1-2
        2-6 3-1 4-5
        6-5 1-4 2-3
        3-6 4-2 5-1""",
    8: """
        1-8 2-7 3-6 4-5
        8-5 6-4 7-3 1-2
        2-8 3-1 4-7 5-6
        8-6 7-5 1-4 2-3
        3-8 4-2 5-1 6-7
        8-7 1-6 2-5 3-4
        4-8 5-3 6-2 7-1""",
    10: """
        1-10 2-9 3-8 4-7 5-6
        10-6 7-5 8-4 9-3 1-2
        2-10 3-1 4-9 5-8 6-7
        10-7 8-6 9-5 1-4 2-3
        3-10 4-2 5-1 6-9 7-8
        10-8 9-7 1-6 2-5 3-4
        4-10 5-3 6-2 7-1 8-9
        10-9 1-8 2-7 3-6 4-5
        5-10 6-4 7-3 8-2 9-1""",
    12: """
        1-12 2-11 3-10 4-9 5-8 6-7
        12-7 8-6 9-5 10-4 11-3 1-2
        2-12 3-1 4-11 5-10 6-9 7-8
        12-8 9-7 10-6 11-5 1-4 2-3
        3-12 4-2 5-1 6-11 7-10 8-9
        12-9 10-8 11-7 1-6 2-5 3-4
        4-12 5-3 6-2 7-1 8-11 9-10
        12-10 11-9 1-8 2-7 3-6 4-5
        5-12 6-4 7-3 8-2 9-1 10-11
        12-11 1-10 2-9 3-8 4-7 5-6
        6-12 7-5 8-4 9-3 10-2 11-1""",
    14: """
        1-14 2-13 3-12 4-11 5-10 6-9 7-8
        14-8 9-7 10-6 11-5 12-4 13-3 1-2
        2-14 3-1 4-13 5-12 6-11 7-10 8-9
        14-9 10-8 11-7 12-6 13-5 1-4 2-3
        3-14 4-2 5-1 6-13 7-12 8-11 9-10
        14-10 11-9 12-8 13-7 1-6 2-5 3-4
        4-14 5-3 6-2 7-1 8-13 9-12 10-11
        14-11 12-10 13-9 1-8 2-7 3-6 4-5
        5-14 6-4 7-3 8-2 9-1 10-13 11-12
        14-12 13-11 1-10 2-9 3-8 4-7 5-6
        6-14 7-5 8-4 9-3 10-2 11-1 12-13
        14-13 1-12 2-11 3-10 4-9 5-8 6-7
        7-14 8-6 9-5 10-4 11-3 12-2 13-1""",
    16: """
        1-16 2-15 3-14 4-13 5-12 6-11 7-10 8-9
        16-9 10-8 11-7 12-6 13-5 14-4 15-3 1-2
        2-16 3-1 4-15 5-14 6-13 7-12 8-11 9-10
        16-10 11-9 12-8 13-7 14-6 15-5 1-4 2-3
        3-16 4-2 5-1 6-15 7-14 8-13 9-12 10-11
        16-11 12-10 13-9 14-8 15-7 1-6 2-5 3-4
        4-16 5-3 6-2 7-1 8-15 9-14 10-13 11-12
        16-12 13-11 14-10 15-9 1-8 2-7 3-6 4-5
        5-16 6-4 7-3 8-2 9-1 10-15 11-14 12-13
        16-13 14-12 15-11 1-10 2-9 3-8 4-7 5-6
        6-16 7-5 8-4 9-3 10-2 11-1 12-15 13-14
        16-14 15-13 1-12 2-11 3-10 4-9 5-8 6-7
        7-16 8-6 9-5 10-4 11-3 12-2 13-1 14-15
        16-15 1-14 2-13 3-12 4-11 5-10 6-9 7-8
        8-16 9-7 10-6 11-5 12-4 13-3 14-2 15-1""",
}


def printed(size: int) -> list[list[tuple[int, int]]]:
    return [
        [(int(white), int(black)) for white, black in (pair.split("-") for pair in line.split())]
        for line in PRINTED[size].strip().splitlines()
    ]


@pytest.mark.parametrize("size", sorted(PRINTED))
def test_the_table_is_the_printed_one(size: int) -> None:
    assert berger_table(size) == printed(size)


@pytest.mark.parametrize("size", [number - 1 for number in sorted(PRINTED)])
def test_an_odd_field_uses_the_next_table_and_whoever_meets_the_last_number_is_free(size: int) -> None:
    rounds = round_robin(range(1, size + 1))

    assert [pairing.bye for pairing in rounds] == [
        min(white, black) for (white, black), *_ in printed(size + 1)
    ]
    assert [[(board.white, board.black) for board in pairing.boards] for pairing in rounds] == [
        pairs[1:] for pairs in printed(size + 1)
    ]


@pytest.mark.parametrize("size", range(2, 31))
def test_everybody_meets_everybody_once(size: int) -> None:
    boards = [board for pairing in round_robin(range(1, size + 1)) for board in pairing.boards]

    assert len({board.players for board in boards}) == len(boards) == size * (size - 1) // 2


@pytest.mark.parametrize("size", range(3, 17))
def test_a_double_round_robin_gives_each_pair_both_colours(size: int) -> None:
    rounds = round_robin(range(1, size + 1), cycles=2)

    games = [(board.white, board.black) for pairing in rounds for board in pairing.boards]
    assert len(set(games)) == len(games) == size * (size - 1)


@pytest.mark.parametrize("size", range(3, 17))
@pytest.mark.parametrize("cycles", range(2, 7))
def test_nobody_has_a_colour_three_times_running_in_several_cycles(size: int, cycles: int) -> None:
    rounds = round_robin(range(1, size + 1), cycles=cycles)

    for number in range(1, size + 1):
        colours = [
            Colour.WHITE if board.white == number else Colour.BLACK
            for pairing in rounds
            for board in pairing.boards
            if number in board.players
        ]
        assert not any(len(set(colours[start : start + 3])) == 1 for start in range(len(colours) - 2))


def test_the_last_two_rounds_of_the_first_cycle_change_places() -> None:
    single = round_robin([1, 2, 3, 4])
    double = round_robin([1, 2, 3, 4], cycles=2)

    assert [pairing.boards for pairing in double[:3]] == [
        single[0].boards,
        single[2].boards,
        single[1].boards,
    ]
    assert double[3].boards == (Board(4, 1), Board(3, 2))
    assert [pairing.number for pairing in double] == [1, 2, 3, 4, 5, 6]


def test_numbers_are_drawn_players_are_named() -> None:
    assert round_robin([17, 4])[0].boards == (Board(17, 4),)


def test_a_player_cannot_be_named_twice() -> None:
    with pytest.raises(ValueError, match="a player is named twice"):
        round_robin([1, 1])


def test_one_player_is_no_round_robin() -> None:
    with pytest.raises(ValueError, match="at least two players"):
        round_robin([1])
