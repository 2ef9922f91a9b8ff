"""Where the matches of a bracket lie."""

from tournaments.pairing import Game, GameResult, Knockout, MatchKey
from tournaments.pairing.knockout import tree
from tournaments.tables.bracket_drawing import BOX_HEIGHT, BOX_WIDTH, GAP_ACROSS, bracket


def test_a_match_stands_between_the_two_that_lead_to_it() -> None:
    drawing = bracket(tree(Knockout(seeds=tuple(range(1, 9))), {}))

    middles = {
        (box.match.key.round_number, box.match.key.match): box.y + BOX_HEIGHT / 2 for box in drawing.matches
    }
    assert len(drawing.matches) == 7
    assert middles[2, 1] == (middles[1, 1] + middles[1, 2]) / 2
    assert middles[3, 1] == (middles[2, 1] + middles[2, 2]) / 2
    assert [number for _, number in drawing.heads] == [1, 2, 3]
    assert len(drawing.joints) == 6
    assert drawing.width == 12 + 3 * BOX_WIDTH + 2 * GAP_ACROSS


def test_a_joint_leads_from_a_match_to_the_next() -> None:
    drawing = bracket(tree(Knockout(seeds=(1, 2, 3, 4)), {}))

    assert drawing.joints == ["M194 60.0H211.0V90.0H228", "M194 120.0H211.0V90.0H228"]


def test_the_match_for_the_third_place_lies_below_the_final_inside_the_drawing() -> None:
    plan = Knockout(seeds=(1, 2, 3, 4), third_place=True)
    played = {
        MatchKey(1, 1): [Game(1, 4, GameResult.WHITE_WINS)],
        MatchKey(1, 2): [Game(2, 3, GameResult.WHITE_WINS)],
    }

    drawing = bracket(tree(plan, played))

    final, third = drawing.matches[2], drawing.matches[3]
    assert third.third_place
    assert third.x == final.x
    assert third.y > final.y + BOX_HEIGHT
    assert third.y + BOX_HEIGHT <= drawing.height
