"""The crosstable, and the drawing of a bracket."""

from tournaments.pairing import BoardResult, Game, Knockout, MatchKey, Outcome, Player, Round, Tournament
from tournaments.pairing.knockout import tree
from tournaments.standings.crosstables import crosstable_by_opponents, crosstable_by_rounds
from tournaments.tables.presenters.crosstables import BOX_HEIGHT, BOX_WIDTH, GAP_ACROSS, draw_bracket

PLAYERS = tuple(Player(number) for number in range(1, 4))
FIRST = Round.of([Game(1, 2, BoardResult.WHITE_WINS)], {3: Outcome.PAIRING_BYE})
SECOND = Round.of([Game(3, 1, BoardResult.DRAW)], {2: Outcome.HALF_POINT_BYE})
THIRD = Round.of([Game(2, 3, BoardResult.WHITE_WINS_BY_FORFEIT)])
FOURTH = Round.of([Game(2, 1, BoardResult.PENDING)], {3: Outcome.ZERO_POINT_BYE})


def test_a_cell_is_the_opponent_the_colour_and_the_result() -> None:
    table = crosstable_by_rounds(Tournament(PLAYERS, (FIRST, SECOND, THIRD, FOURTH)), [1, 3, 2], ("w", "b"))

    assert table.heads == ["1", "2", "3", "4"]
    assert [(row.number, row.cells) for row in table.rows] == [
        (1, ["2w1", "3b½", "", "2b·"]),
        (3, ["bye", "1w½", "2b−", "bye 0"]),
        (2, ["1b0", "bye ½", "3w+", "1w·"]),
    ]
    assert not table.all_play_all


def test_in_a_square_everybody_stands_against_everybody() -> None:
    again = Round.of([Game(2, 1, BoardResult.DRAW)], {3: Outcome.PAIRING_BYE})
    table = crosstable_by_opponents(Tournament(PLAYERS, (FIRST, SECOND, THIRD, again)), [1, 3, 2])

    assert [(row.number, row.cells) for row in table.rows] == [
        (1, ["×", "½", "1 ½"]),
        (3, ["½", "×", "−"]),
        (2, ["0 ½", "+", "×"]),
    ]
    assert table.heads == ["1", "2", "3"]


def test_a_match_stands_between_the_two_that_lead_to_it() -> None:
    drawing = draw_bracket(tree(Knockout(seeds=tuple(range(1, 9))), {}))

    middles = {
        (box.match.key.round_number, box.match.key.match): box.y + BOX_HEIGHT / 2 for box in drawing.matches
    }
    assert len(drawing.matches) == 7
    assert middles[2, 1] == (middles[1, 1] + middles[1, 2]) / 2
    assert middles[3, 1] == (middles[2, 1] + middles[2, 2]) / 2
    assert [stage for _, stage in drawing.heads] == ["Quarter-final", "Semi-final", "Final"]
    assert len(drawing.joints) == 6
    assert drawing.width == 12 + 3 * BOX_WIDTH + 2 * GAP_ACROSS


def test_a_joint_leads_from_a_match_to_the_next() -> None:
    drawing = draw_bracket(tree(Knockout(seeds=(1, 2, 3, 4)), {}))

    assert drawing.joints == ["M194 60.0H211.0V90.0H228", "M194 120.0H211.0V90.0H228"]


def test_the_match_for_the_third_place_lies_below_the_final_inside_the_drawing() -> None:
    plan = Knockout(seeds=(1, 2, 3, 4), third_place=True)
    played = {
        MatchKey(1, 1): [Game(1, 4, BoardResult.WHITE_WINS)],
        MatchKey(1, 2): [Game(2, 3, BoardResult.WHITE_WINS)],
    }

    drawing = draw_bracket(tree(plan, played))

    final, third = drawing.matches[2], drawing.matches[3]
    assert third.third_place
    assert third.x == final.x
    assert third.y > final.y + BOX_HEIGHT
    assert third.y + BOX_HEIGHT <= drawing.height
