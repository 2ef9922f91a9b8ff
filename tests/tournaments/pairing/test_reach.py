"""Looking only as far down as needed must not change a bracket's pairing."""

import pytest

from tests.tournaments.pairing.builders import Dice
from tournaments.pairing.bracket import Reach, pair_bracket
from tournaments.pairing.completion import complete
from tournaments.pairing.swiss import field_of, pair_brackets


@pytest.mark.parametrize("seed", range(12))
def test_a_bracket_comes_out_as_if_everybody_below_had_been_looked_at(seed: int) -> None:
    for tournament, wishes, _ in Dice(seed).rounds(players=9 + 3 * seed, rounds=7):
        field = field_of(tournament, wishes)
        for each in pair_brackets(field):
            left = sum(1 << place for place in each.bracket.everybody)
            completion = complete(field.may_meet, left)
            assert completion is not None

            following = pair_bracket(field, each.bracket, completion, Reach.FOLLOWING)
            everybody = pair_bracket(field, each.bracket, completion, Reach.EVERYBODY)

            assert following.pairs == everybody.pairs == each.result.pairs
