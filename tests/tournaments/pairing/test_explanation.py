"""Why two players meet, as data and in words."""

import pytest

from tests.tournaments.pairing.builders import entrants, family
from tournaments.pairing.candidates import Float
from tournaments.pairing.colours import ColourRule, Strength
from tournaments.pairing.evaluation import Criterion
from tournaments.pairing.explanation import ByeExplanation, Explainer, Obstacle, Reason
from tournaments.pairing.explanation_text import bye_explanation_lines, explanation_lines
from tournaments.pairing.rounds import Board, Wishes
from tournaments.pairing.tournament import (
    BoardResult,
    Colour,
    Game,
    Outcome,
    Player,
    PointSystem,
    Round,
    Tournament,
)

LOWEST = "the lowest score it can go to so that everybody else can be paired is"
FIRST = Round.of(
    [
        Game(1, 4, BoardResult.WHITE_WINS),
        Game(5, 2, BoardResult.BLACK_WINS),
        Game(3, 6, BoardResult.WHITE_WINS),
    ]
)
AFTER_ONE = Tournament(
    players=tuple(
        Player(number, name) for number, name in enumerate(["Ada", "Bo", "Cy", "Di", "Ed", "Flo"], 1)
    ),
    rounds=(FIRST,),
)


def test_a_first_candidate_rests_on_its_order() -> None:
    why = Explainer(Tournament(players=entrants(4))).board(1)

    assert (why.ground, why.criterion, why.first_choice) == (Reason.FIRST_CANDIDATE, None, 3)
    assert why.colour_rule is ColourRule.INITIAL_COLOUR


def test_brackets_floats_and_colours_due_are_told() -> None:
    why = Explainer(AFTER_ONE).board(3)

    assert (why.board, why.bracket_score) == (Board(4, 3), 0)
    assert why.bracket_players == (3, 4, 5, 6)
    assert (why.black.number, why.black.score, why.black.float) == (3, 2, Float.DOWN)
    assert (why.white.number, why.white.score, why.white.float) == (4, 0, Float.UP)
    assert (why.black.due, why.black.strength) == (Colour.BLACK, Strength.STRONG)


def test_opponents_met_are_told_with_the_round() -> None:
    why = Explainer(AFTER_ONE).board(3)

    assert why.obstacles == (Obstacle(3, 6, Reason.MET_BEFORE, 1),)


def test_the_criterion_that_decided_is_named() -> None:
    # All have half a point; 1 and 3 had White and are both due Black.
    drawn = Round.of([Game(1, 2, BoardResult.DRAW), Game(3, 4, BoardResult.DRAW)])
    why = Explainer(Tournament(players=entrants(4), rounds=(drawn,))).board(1)

    assert (why.ground, why.criterion, why.first_choice) == (Reason.CRITERION, Criterion.C12, 3)


def test_a_forbidden_first_choice_is_the_ground() -> None:
    why = Explainer(Tournament(players=entrants(4)), Wishes(forbidden=family(1, 3))).board(1)

    assert (why.ground, why.first_choice) == (Reason.FORBIDDEN, 3)
    assert why.obstacles == (Obstacle(1, 3, Reason.FORBIDDEN),)


def test_a_first_choice_met_before_is_the_ground() -> None:
    played = Round.of([Game(1, 3, BoardResult.DRAW), Game(4, 2, BoardResult.DRAW)])
    why = Explainer(Tournament(players=entrants(4), rounds=(played,))).board(1)

    assert (why.ground, why.first_choice) == (Reason.MET_BEFORE, 3)


def test_a_candidate_that_is_only_earlier_in_the_sequence_says_so() -> None:
    # 1 may not have 4, so 2 gets it; 2 could as well have had 5.
    why = Explainer(Tournament(players=entrants(6)), Wishes(forbidden=family(1, 4))).board(2)

    assert (why.ground, why.first_choice, why.board.players) == (Reason.SEQUENCE, 5, frozenset({2, 4}))


def test_a_locked_board_is_explained_by_the_arbiter() -> None:
    why = Explainer(Tournament(players=entrants(4)), Wishes(locked=(Board(2, 1),))).board(1)

    assert why.ground is Reason.LOCKED
    assert explanation_lines(Tournament(players=entrants(4)), why) == [
        "number 2 meets number 1 because the arbiter has locked the board."
    ]


def test_a_player_without_a_board_has_no_explanation() -> None:
    with pytest.raises(KeyError):
        Explainer(Tournament(players=entrants(3))).board(3)


def test_an_explanation_in_words() -> None:
    assert explanation_lines(AFTER_ONE, Explainer(AFTER_ONE).board(3)) == [
        "Di (4) and Cy (3) were paired among the 4 players with the score 0.",
        "Di (4) meets a higher score: an upfloat.",
        "Cy (3) comes down from the score 1: a downfloat.",
        "They meet as in the bracket's first candidate (article 3.3.1).",
        "Cy (3) met Flo (6) in round 1.",
        "Di (4) is strongly due White and has it.",
        "Cy (3) is strongly due Black and has it.",
        "Di (4) has White: both get the colour they are due, or only one is due one (article 5.2.1).",
    ]


def test_the_bye_is_explained() -> None:
    tournament = Tournament(players=entrants(3))
    why = Explainer(tournament).bye()

    assert why == ByeExplanation(number=3, score=0, unplayed=0, excluded=(), locked=False)
    assert bye_explanation_lines(tournament, why) == [
        f"number 3 has the pairing-allocated bye: {LOWEST} 0 (article 2.3.1 [C5]).",
        "Rounds without a game so far: 0 (article 2.4.4 [C9]).",
    ]


def test_who_cannot_have_the_bye_is_named() -> None:
    played = Round.of([Game(1, 2, BoardResult.DRAW)], {3: Outcome.PAIRING_BYE})
    half = PointSystem(pairing_bye=1)
    tournament = Tournament(players=entrants(3), rounds=(played,), point_system=half)
    why = Explainer(tournament).bye()

    assert why == ByeExplanation(number=2, score=1, unplayed=0, excluded=(3,), locked=False)
    assert bye_explanation_lines(tournament, why) == [
        f"number 2 has the pairing-allocated bye: {LOWEST} ½ (article 2.3.1 [C5]).",
        "It cannot go to number 3: they had one, or won a round without playing (article 2.1.2 [C2]).",
        "Rounds without a game so far: 0 (article 2.4.4 [C9]).",
    ]


def test_no_bye_needs_no_explanation() -> None:
    assert Explainer(Tournament(players=entrants(4))).bye() is None


def test_a_locked_bye_is_explained_by_the_arbiter() -> None:
    tournament = Tournament(players=entrants(3))
    why = Explainer(tournament, Wishes(locked_bye=1)).bye()

    assert why is not None
    assert bye_explanation_lines(tournament, why) == [
        "number 1 has the bye because the arbiter has locked it."
    ]
