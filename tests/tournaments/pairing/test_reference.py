"""The engine's brackets against a search through all candidates."""

import pytest

from tests.tournaments.pairing.builders import Dice
from tests.tournaments.pairing.reference import slow_pairing
from tournaments.pairing.rounds import Wishes
from tournaments.pairing.swiss import field_of, pair_brackets

LARGEST = 8


@pytest.mark.parametrize("seed", range(40))
def test_brackets_come_out_as_in_a_search_through_all_candidates(seed: int) -> None:
    dice = Dice(seed)
    for tournament, wishes, _ in dice.rounds(players=5 + seed % 11, rounds=3 + seed % 5):
        avoided = frozenset(frozenset(dice.random.sample(tournament.numbers, 2)) for _ in range(seed % 3))
        field = field_of(tournament, Wishes(absent=wishes.absent, avoided=avoided))
        for each in pair_brackets(field):
            if each.bracket.size <= LARGEST:
                assert sorted(each.result.pairs) == slow_pairing(field, each.bracket)
