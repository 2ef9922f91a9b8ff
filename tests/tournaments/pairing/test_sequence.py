"""Of equally good candidates the one generated first is taken (articles 3.3, 4.2 to 4.4)."""

from tests.tournaments.pairing.builders import a_field, paired, someone


def bracket(size: int, *, met: dict[int, list[int]] | None = None) -> set[tuple[int, int]]:
    met = met or {}
    pairs, _ = paired(a_field(*(someone(number, met=met.get(number, ())) for number in range(1, size + 1))))
    return pairs


def test_3_3_1_the_first_candidate_pairs_the_top_half_with_the_bottom_half() -> None:
    assert bracket(6) == {(1, 4), (2, 5), (3, 6)}


def test_3_2_2_the_last_of_an_odd_bracket_floats() -> None:
    field = a_field(*(someone(number, 1) for number in range(1, 6)), someone(6))

    assert paired(field)[0] == {(1, 3), (2, 4), (5, 6)}


def test_4_2_2_transpositions_change_the_end_of_s2_first() -> None:
    assert bracket(6, met={3: [6]}) == {(1, 4), (2, 6), (3, 5)}


def test_4_2_2_transpositions_move_the_lowest_number_forward() -> None:
    assert bracket(6, met={1: [4]}) == {(1, 5), (2, 4), (3, 6)}


def test_4_3_2_1_one_exchange_is_better_than_two() -> None:
    # 3 and 4 have each other only, besides 1 and 2; exchanging 5 with 4 is enough.
    assert bracket(8, met={3: [5, 6, 7, 8], 4: [5, 6, 7, 8]}) == {(1, 6), (2, 7), (3, 4), (5, 8)}


def test_4_3_2_2_the_smallest_difference_is_exchanged_first() -> None:
    assert bracket(6, met={3: [4, 5, 6]}) == {(1, 3), (2, 5), (4, 6)}


def test_4_3_2_3_of_equal_differences_the_larger_number_leaves_s1() -> None:
    # 5 for 4 is no help: 1 and 3 would both need 4. Left with a difference of 2 are 6 for 4 and 5 for 3.
    assert bracket(8, met={1: [5, 6, 7, 8], 3: [6, 7, 8]}) == {(1, 4), (2, 7), (3, 5), (6, 8)}


def test_4_4_2_the_first_moved_down_players_are_paired_the_others_go_to_the_limbo() -> None:
    field = a_field(someone(1, 2, met=[2]), someone(2, 2), someone(3, 1), someone(4))

    assert paired(field)[0] == {(1, 3), (2, 4)}


def test_3_3_3_the_remainder_of_a_heterogeneous_bracket_is_paired_like_a_homogeneous_one() -> None:
    field = a_field(someone(1, 1), *(someone(number) for number in range(2, 7)))

    assert paired(field)[0] == {(1, 2), (3, 5), (4, 6)}


def test_3_7_2_an_mdp_takes_the_next_opponent_only_when_the_remainder_gains_by_it() -> None:
    field = a_field(someone(1, 1), someone(2), someone(3), someone(4, met=[3]))

    assert paired(field)[0] == {(1, 3), (2, 4)}
