"""Knockout rounds: the tree, further games for level matches, games nobody needs."""

import pytest

from core.errors import Refused
from players.models import User
from tests.tournaments.rounds.builders import (
    board_ranks,
    byes,
    enter_results,
    pair_round,
    publish_next_round,
    running_section,
)
from tournaments.models import Pairing, Section
from tournaments.rounds.services.knockout import add_games, missing_games
from tournaments.rounds.services.order import order_round
from tournaments.rounds.services.publication import close_round

pytestmark = pytest.mark.django_db


def knockout(players: int, **fields: object) -> Section:
    return running_section(players, system="knockout", **fields)


def test_the_best_seeds_have_byes(anna: User) -> None:
    round_ = pair_round(knockout(6), anna)

    assert board_ranks(round_) == [(4, 5), (3, 6)]
    assert byes(round_) == {1: "pairing", 2: "pairing"}
    assert list(round_.pairings.order_by("board").values_list("board", flat=True)) == [2, 4]


def test_winners_go_on_and_losers_play_for_the_third_place(anna: User) -> None:
    section = knockout(4, third_place=True)
    enter_results(publish_next_round(section, anna), "1-0", "0-1")

    final = pair_round(section, anna)

    assert board_ranks(final) == [(1, 3), (2, 4)]
    assert list(final.pairings.order_by("third_place").values_list("third_place", flat=True)) == [False, True]


def test_the_next_round_waits_for_all_matches(anna: User) -> None:
    section = knockout(4)
    enter_results(publish_next_round(section, anna), "1-0")

    with pytest.raises(Refused, match="Match 2 of round 1 is not decided yet"):
        order_round(actor=anna, section=section, number=2, despite_warning=True)


def test_a_level_match_gets_two_more_games_and_then_one(anna: User) -> None:
    section = knockout(2)
    final = publish_next_round(section, anna)
    enter_results(final, "1/2-1/2")

    assert add_games(actor=anna, round=final) == 2
    assert add_games(actor=anna, round=final) == 0
    assert board_ranks(final) == [(1, 2), (1, 2), (2, 1)]
    enter_results(final, "1/2-1/2", "1/2-1/2")
    assert add_games(actor=anna, round=final) == 1
    enter_results(final, "1/2-1/2")

    assert missing_games(final) == []
    assert close_round(actor=anna, round=final).state == "closed"


def test_an_undecided_match_keeps_the_round_open(anna: User) -> None:
    final = publish_next_round(knockout(2), anna)
    enter_results(final, "1/2-1/2")

    with pytest.raises(Refused, match="Not decided yet: match 1"):
        close_round(actor=anna, round=final)


def test_games_after_the_decision_are_dropped_when_the_round_is_closed(anna: User) -> None:
    final = publish_next_round(knockout(2, games_per_match=4), anna)
    enter_results(final, "1-0", "0-1", "1-0")

    close_round(actor=anna, round=final)

    assert Pairing.objects.filter(round=final).count() == 3


def test_other_systems_have_no_further_games(anna: User) -> None:
    with pytest.raises(Refused, match="Only matches of a published knockout round"):
        add_games(actor=anna, round=publish_next_round(running_section(4), anna))
