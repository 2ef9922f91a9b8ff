"""What a manual change breaks against the engine's pairing."""

from dataclasses import replace

import pytest

from tests.tournaments.pairing.builders import Dice, entrants, family
from tournaments.pairing.comparison import RuleBreach, Severity, compare
from tournaments.pairing.evaluation import Criterion
from tournaments.pairing.manual import check_boards, swap_colours, swap_players
from tournaments.pairing.rounds import Board, RoundPairing, Wishes
from tournaments.pairing.swiss import pair_round
from tournaments.pairing.tournament import BoardResult, Game, Outcome, PointSystem, Round, Tournament

WON = (Game(1, 3, BoardResult.WHITE_WINS), Game(4, 2, BoardResult.BLACK_WINS))


def in_short(findings: list[RuleBreach]) -> list[tuple[Severity, str]]:
    return [(finding.weight, finding.article) for finding in findings]


def after(*games: Game, players: int = 4, others: dict[int, Outcome] | None = None) -> Tournament:
    return Tournament(players=entrants(players), rounds=(Round.of(games, others or {}),))


@pytest.mark.parametrize("seed", range(12))
def test_the_engines_own_pairing_breaks_nothing(seed: int) -> None:
    for tournament, wishes, pairing in Dice(seed).rounds(players=6 + seed, rounds=6):
        assert compare(tournament, pairing, wishes) == []


@pytest.mark.parametrize("seed", range(12))
def test_every_other_pairing_breaks_something(seed: int) -> None:
    dice = Dice(seed)
    for tournament, wishes, pairing in dice.rounds(players=6 + seed, rounds=6):
        present = [number for number in tournament.numbers if number not in pairing.others]
        changed = swap_players(pairing, *dice.random.sample(present, 2))
        if set(changed.boards) != set(pairing.boards):
            assert compare(tournament, changed, wishes) != []


def test_a_rematch_breaks_c1() -> None:
    changed = RoundPairing(2, (Board(3, 1), Board(2, 4)))

    findings = compare(after(*WON), changed)

    assert findings[0] == RuleBreach(
        Severity.FORBIDDEN, "2.1.1", "1 and 3 have met", players=(1, 3), criterion=Criterion.C1
    )


def test_a_needless_float_breaks_c6() -> None:
    changed = RoundPairing(2, (Board(4, 1), Board(2, 3)))

    findings = compare(after(*WON), changed)

    assert (findings[0].weight, findings[0].criterion) == (Severity.WORSE, Criterion.C6)
    assert (findings[0].engine, findings[0].changed) == ((0,), (2,))
    assert findings[0].text == (
        "as few downfloaters as possible: 0 with the engine's pairing, 2 with the change"
    )


def test_lost_colour_preferences_break_c12_and_c13() -> None:
    drawn = (Game(1, 2, BoardResult.DRAW), Game(3, 4, BoardResult.DRAW))
    changed = RoundPairing(2, (Board(3, 1), Board(2, 4)))

    assert in_short(compare(after(*drawn), changed))[:2] == [
        (Severity.WORSE, Criterion.C12.article),
        (Severity.WORSE, Criterion.C13.article),
    ]


def test_swapped_colours_break_article_5_only() -> None:
    tournament = after(*WON)
    changed = swap_colours(pair_round(tournament), 1)

    assert compare(tournament, changed) == [
        RuleBreach(Severity.COLOURS, "5.2.1", "2 should have White against 1", players=(1, 2))
    ]


def test_a_later_candidate_that_is_as_good_breaks_the_order_only() -> None:
    changed = RoundPairing(1, (Board(1, 4), Board(3, 2)))

    assert in_short(compare(Tournament(players=entrants(4)), changed)) == [(Severity.ORDER, "3.8.1")]


def test_a_second_bye_breaks_c2() -> None:
    tournament = after(Game(1, 2, BoardResult.DRAW), players=3, others={3: Outcome.PAIRING_BYE})
    tournament = replace(tournament, point_system=PointSystem(pairing_bye=1))

    findings = compare(tournament, RoundPairing(2, (Board(2, 1),), bye=3))

    assert (Severity.FORBIDDEN, "2.1.2") in in_short(findings)


def test_a_bye_for_a_higher_score_breaks_c5() -> None:
    tournament = after(Game(1, 2, BoardResult.WHITE_WINS), players=3, others={3: Outcome.ABSENT})

    findings = compare(tournament, RoundPairing(2, (Board(2, 3),), bye=1))

    assert findings[0] == RuleBreach(
        Severity.WORSE,
        "2.3.1",
        "the bye of 1 could go to a lower score",
        players=(1,),
        criterion=Criterion.C5,
        engine=(0,),
        changed=(2,),
    )


def test_forbidden_pairs_and_locked_boards_are_missed() -> None:
    tournament = Tournament(players=entrants(5))
    wishes = Wishes(forbidden=family(1, 2), locked=(Board(3, 4),), locked_bye=5)
    changed = RoundPairing(1, (Board(1, 2), Board(3, 5)), bye=4)

    assert [finding.text for finding in compare(tournament, changed, wishes)][:3] == [
        "1 and 2 are not to meet: the arbiter has forbidden it",
        "the locked board of 3 and 4 is gone",
        "the locked bye of 5 is gone",
    ]


def test_boards_that_are_no_round_are_told_and_nothing_else() -> None:
    changed = RoundPairing(1, (Board(1, 2), Board(2, 3)))

    tournament = Tournament(players=entrants(4))

    problems = check_boards(tournament, changed)
    assert len(problems) == 2  # player 4 is missing, player 2 sits twice
    assert compare(tournament, changed) == [
        RuleBreach(Severity.FORBIDDEN, "1.9.1", problem) for problem in problems
    ]


def test_a_round_the_engine_cannot_pair_is_still_judged_by_the_absolute_criteria() -> None:
    tournament = after(Game(1, 2, BoardResult.DRAW), players=2)

    assert in_short(compare(tournament, RoundPairing(2, (Board(2, 1),)))) == [(Severity.FORBIDDEN, "2.1.1")]
