"""The plain data of a tournament."""

import pytest

from tests.tournaments.pairing.builders import entrants
from tournaments.pairing.rounds import Board, RoundPairing
from tournaments.pairing.tournament import (
    ABSENT,
    BoardResult,
    Colour,
    Entry,
    Game,
    Outcome,
    Player,
    PointSystem,
    Round,
    Tournament,
)


def test_a_round_gives_both_players_their_side_of_a_game() -> None:
    played = Round.of([Game(1, 2, BoardResult.WHITE_WINS)], {3: Outcome.PAIRING_BYE})

    assert played.entry(1) == Entry(Outcome.WIN, 2, Colour.WHITE)
    assert played.entry(2) == Entry(Outcome.LOSS, 1, Colour.BLACK)
    assert played.entry(3) == Entry(Outcome.PAIRING_BYE)
    assert played.entry(4) == ABSENT


def test_nobody_sits_at_two_boards_of_a_round() -> None:
    with pytest.raises(ValueError, match="player 2 is on two boards"):
        Round.of([Game(1, 2), Game(2, 3)])


def test_nobody_has_a_game_and_a_bye_in_one_round() -> None:
    with pytest.raises(ValueError, match="player 2 has a game and is 'half-point bye'"):
        Round.of([Game(1, 2)], {2: Outcome.HALF_POINT_BYE})


def test_a_bye_has_no_opponent() -> None:
    with pytest.raises(ValueError, match="'half-point bye' has no opponent and no colour"):
        Entry(Outcome.HALF_POINT_BYE, 3)


@pytest.mark.parametrize(
    ("system", "points"),
    [
        (PointSystem(), [2, 1, 0, 0, 2, 0, 2, 2, 1, 0, 0]),
        (PointSystem.of(3, 1, 0), [3, 1, 0, 0, 3, 0, 3, 3, 1, 0, 0]),
        (PointSystem.of(6, 3, 1), [6, 3, 1, 0, 6, 0, 6, 6, 3, 0, 0]),
        (PointSystem.of(6, 3, 1, pairing_bye=4), [6, 3, 1, 0, 6, 0, 4, 6, 3, 0, 0]),
    ],
)
def test_every_outcome_has_its_points(system: PointSystem, points: list[int]) -> None:
    assert [system.points(outcome) for outcome in Outcome] == points


@pytest.mark.parametrize(
    ("system", "points", "text"),
    [
        (PointSystem(), 0, "0"),
        (PointSystem(), 1, "½"),
        (PointSystem(), 5, "2½"),
        (PointSystem(), -3, "-1½"),
        (PointSystem.of(3, 1, 0), 7, "7"),
        (PointSystem.of(4, 2, 1, unit=4), 5, "1.25"),
    ],
)
def test_points_are_written_as_people_do(system: PointSystem, points: int, text: str) -> None:
    assert system.text(points) == text


def test_points_add_up_over_the_rounds() -> None:
    rounds = (
        Round.of([Game(1, 2, BoardResult.WHITE_WINS)]),
        Round.of([Game(2, 1, BoardResult.DRAW)]),
    )
    tournament = Tournament(players=entrants(2), rounds=rounds)

    assert [tournament.points(1), tournament.points(1, after=1), tournament.points(2)] == [3, 2, 1]


def test_a_tournament_before_a_round_has_the_rounds_before_it() -> None:
    rounds = (Round.of([Game(1, 2)]), Round.of([Game(2, 1)]))
    tournament = Tournament(players=entrants(2), rounds=rounds, name="Night")

    assert tournament.before(2) == Tournament(players=entrants(2), rounds=rounds[:1], name="Night")


def test_a_number_belongs_to_one_player() -> None:
    with pytest.raises(ValueError, match="the number 1 is given to two players"):
        Tournament(players=(Player(1), Player(1)))


def test_entries_and_opponents_are_players_of_the_tournament() -> None:
    with pytest.raises(ValueError, match="round 1 has an entry of player 3"):
        Tournament(players=entrants(2), rounds=(Round.of([], {3: Outcome.ABSENT}),))
    with pytest.raises(ValueError, match="in round 1 player 1 meets 3, not in the tournament"):
        Tournament(players=entrants(2), rounds=(Round({1: Entry(Outcome.WIN, 3, Colour.WHITE)}),))


def test_a_pairing_becomes_a_round_with_its_results() -> None:
    pairing = RoundPairing(1, (Board(1, 2),), bye=3, others={4: Outcome.HALF_POINT_BYE})

    assert pairing.as_round([BoardResult.DRAW]) == Round.of(
        [Game(1, 2, BoardResult.DRAW)], {3: Outcome.PAIRING_BYE, 4: Outcome.HALF_POINT_BYE}
    )


def test_a_pairing_without_results_is_a_pending_round() -> None:
    assert RoundPairing(1, (Board(1, 2),)).as_round().entry(1).outcome is Outcome.PENDING
