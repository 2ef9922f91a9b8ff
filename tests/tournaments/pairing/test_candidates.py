"""What earlier rounds leave behind: scores, floats, the right to a bye, topscorers."""

import pytest

from tests.tournaments.pairing.builders import entrants
from tournaments.pairing.candidates import Candidate, Float, candidates, initial_colour
from tournaments.pairing.tournament import (
    Acceleration,
    BoardResult,
    Colour,
    Entry,
    Game,
    Outcome,
    PointSystem,
    Round,
    Tournament,
)


def after(*rounds: Round, players: int = 4, **rest: object) -> dict[int, Candidate]:
    tournament = Tournament(players=entrants(players), rounds=rounds, **rest)  # type: ignore[arg-type]
    return {each.number: each for each in candidates(tournament, tournament.numbers)}


FIRST = Round.of([Game(1, 2, BoardResult.WHITE_WINS), Game(3, 4, BoardResult.WHITE_WINS)])


def test_1_4_2_after_a_game_between_different_scores_the_higher_has_a_downfloat_the_lower_an_upfloat() -> (
    None
):
    found = after(FIRST, Round.of([Game(2, 3, BoardResult.DRAW), Game(1, 4, BoardResult.DRAW)]))

    assert [found[number].last_float for number in (1, 2, 3, 4)] == [
        Float.DOWN,
        Float.UP,
        Float.DOWN,
        Float.UP,
    ]


def test_1_4_2_a_float_of_two_rounds_before_is_kept_apart() -> None:
    second = Round.of([Game(2, 3, BoardResult.DRAW), Game(1, 4, BoardResult.DRAW)])
    found = after(FIRST, second, Round.of([Game(3, 1, BoardResult.DRAW), Game(4, 2, BoardResult.DRAW)]))

    assert (found[1].last_float, found[1].float_before) == (Float.NONE, Float.DOWN)


@pytest.mark.parametrize(
    ("outcome", "given"),
    [
        (Outcome.PAIRING_BYE, Float.DOWN),
        (Outcome.FULL_POINT_BYE, Float.DOWN),
        (Outcome.HALF_POINT_BYE, Float.DOWN),
        (Outcome.ZERO_POINT_BYE, Float.NONE),
        (Outcome.ABSENT, Float.NONE),
    ],
)
def test_1_4_3_a_round_without_a_game_is_a_downfloat_if_it_scored(outcome: Outcome, given: Float) -> None:
    found = after(Round.of([Game(1, 2, BoardResult.DRAW)], {3: outcome}), players=3)

    assert found[3].last_float is given


def test_1_4_3_a_forfeit_is_a_downfloat_for_the_winner_only() -> None:
    found = after(Round.of([Game(1, 2, BoardResult.WHITE_WINS_BY_FORFEIT)]), players=2)

    assert (found[1].last_float, found[2].last_float) == (Float.DOWN, Float.NONE)


@pytest.mark.parametrize(
    ("outcome", "allowed"),
    [
        (Outcome.PAIRING_BYE, False),
        (Outcome.FULL_POINT_BYE, False),
        (Outcome.HALF_POINT_BYE, True),
        (Outcome.ZERO_POINT_BYE, True),
        (Outcome.ABSENT, True),
    ],
)
def test_2_1_2_who_may_have_the_bye(outcome: Outcome, allowed: bool) -> None:
    found = after(Round.of([Game(1, 2, BoardResult.DRAW)], {3: outcome}), players=3)

    assert found[3].may_have_bye is allowed


def test_2_1_2_a_forfeit_win_takes_the_bye_away_a_forfeit_loss_does_not() -> None:
    found = after(Round.of([Game(1, 2, BoardResult.WHITE_WINS_BY_FORFEIT)]), players=2)

    assert (found[1].may_have_bye, found[2].may_have_bye) == (False, True)


def test_2_1_2_a_bye_worth_half_a_point_is_still_a_bye() -> None:
    found = after(
        Round.of([Game(1, 2, BoardResult.DRAW)], {3: Outcome.PAIRING_BYE}),
        players=3,
        point_system=PointSystem(pairing_bye=1),
    )

    assert (found[3].score, found[3].may_have_bye) == (1, False)


def test_a_forfeited_game_leaves_no_opponent_and_no_colour() -> None:
    found = after(Round.of([Game(1, 2, BoardResult.WHITE_WINS_BY_FORFEIT)]), players=2)

    assert (found[1].opponents, found[1].colours.history, found[1].unplayed) == (frozenset(), (), 1)


def test_a_game_still_being_played_counts_as_a_draw() -> None:
    found = after(Round.of([Game(1, 2)]), players=2)

    assert [(each.score, each.opponents) for each in found.values()] == [
        (1, frozenset({2})),
        (1, frozenset({1})),
    ]


def test_1_8_topscorers_have_more_than_half_when_the_last_round_is_paired() -> None:
    found = after(FIRST, planned_rounds=2)

    assert [found[number].topscorer for number in (1, 2, 3, 4)] == [True, False, True, False]


def test_1_8_nobody_is_a_topscorer_before_the_last_round() -> None:
    found = after(FIRST, planned_rounds=3)

    assert not any(each.topscorer for each in found.values())


def test_1_2_players_rank_by_score_then_number() -> None:
    tournament = Tournament(players=entrants(4), rounds=(FIRST,))

    assert [each.number for each in candidates(tournament, [4, 3, 2, 1])] == [1, 3, 2, 4]


def test_virtual_points_count_for_the_pairing_only() -> None:
    found = after(FIRST, accelerations=(Acceleration(2, 1, 2, 1, 2),))

    assert [(found[n].score, found[n].points) for n in (1, 2, 3, 4)] == [(4, 2), (2, 0), (2, 2), (0, 0)]


def test_5_1_the_initial_colour_is_what_the_first_round_shows() -> None:
    shown = Tournament(players=entrants(4), rounds=(Round.of([Game(3, 1), Game(2, 4)]),))

    assert initial_colour(shown) is Colour.BLACK


def test_5_1_the_initial_colour_is_white_unless_drawn_otherwise() -> None:
    assert initial_colour(Tournament(players=entrants(2))) is Colour.WHITE
    assert initial_colour(Tournament(players=entrants(2), initial_colour=Colour.BLACK)) is Colour.BLACK


def test_5_2_5_who_has_not_come_yet_does_not_change_the_parity_of_the_others() -> None:
    tournament = Tournament(players=entrants(5))

    assert [(each.number, each.seat) for each in candidates(tournament, [1, 3, 4, 5])] == [
        (1, 1),
        (3, 2),
        (4, 3),
        (5, 4),
    ]


def test_an_entry_without_opponent_cannot_be_a_game() -> None:
    with pytest.raises(ValueError, match="a win needs an opponent"):
        Entry(Outcome.WIN)
