"""Hand-made brackets for every criterion of article 2: the first candidate is not the best one."""

from tests.tournaments.pairing.builders import DOWN, UP, a_field, paired, someone


def test_2_1_1_c1_players_who_have_met_do_not_meet_again() -> None:
    field = a_field(someone(1, met=[3]), someone(2), someone(3), someone(4))

    assert paired(field) == ({(1, 4), (2, 3)}, None)


def test_2_1_2_c2_the_bye_does_not_go_to_somebody_who_had_it() -> None:
    field = a_field(someone(1), someone(2), someone(3, bye=False))

    assert paired(field) == ({(1, 3)}, 2)


def test_2_1_3_c3_two_absolute_preferences_for_one_colour_do_not_meet() -> None:
    field = a_field(someone(1, colours="BB"), someone(2), someone(3, colours="BB"), someone(4))

    assert paired(field) == ({(1, 4), (2, 3)}, None)


def test_2_1_3_c3_topscorers_may_meet_with_the_same_absolute_preference() -> None:
    field = a_field(
        someone(1, 2, colours="BB", top=True, met=[2]), someone(3, 2, colours="BB"), someone(2), someone(4)
    )

    assert paired(field) == ({(1, 3), (2, 4)}, None)


def test_2_2_1_c4_a_bracket_floats_whom_those_below_need() -> None:
    field = a_field(someone(1, 2), someone(2, 2), someone(3, met=[4]), someone(4))

    assert paired(field) == ({(1, 3), (2, 4)}, None)


def test_2_3_1_c5_the_bye_goes_to_the_lowest_score() -> None:
    field = a_field(someone(1, 2), someone(2, 1), someone(3, 0))

    assert paired(field) == ({(1, 2)}, 3)


def test_2_3_1_c5_the_bye_goes_to_the_next_score_when_the_lowest_leaves_no_round() -> None:
    field = a_field(someone(1, 2, met=[2]), someone(2, 1), someone(3, 0))

    assert paired(field) == ({(1, 3)}, 2)


def test_2_4_1_c6_an_exchange_is_better_than_two_downfloaters() -> None:
    field = a_field(
        someone(1, 1, met=[3, 4]), *(someone(number, 1) for number in (2, 3, 4)), someone(5), someone(6)
    )

    assert paired(field) == ({(1, 2), (3, 4), (5, 6)}, None)


def test_2_4_2_c7_the_higher_of_two_moved_down_players_is_paired_whatever_the_colours() -> None:
    field = a_field(
        someone(1, 3, met=[2], colours="WB"),
        someone(2, 2, colours="BW"),
        someone(3, 1, colours="WB"),
        someone(4, 0),
    )

    assert paired(field) == ({(1, 3), (2, 4)}, None)


def test_2_4_3_c8_the_downfloater_can_be_paired_in_the_following_bracket() -> None:
    field = a_field(
        someone(1, 2), someone(2, 2), someone(3, 2, met=[4]), someone(4, 1), someone(5), someone(6)
    )

    assert paired(field) == ({(1, 3), (2, 4), (5, 6)}, None)


def test_2_4_4_c9_the_bye_goes_to_whoever_missed_fewest_games() -> None:
    field = a_field(someone(1), someone(2), someone(3, unplayed=1))

    assert paired(field) == ({(1, 3)}, 2)


def test_2_4_5_c10_topscorers_keep_their_colour_difference_within_two() -> None:
    field = a_field(
        someone(1, colours="WWBW", top=True),
        someone(2, colours="BWW", top=True),
        someone(3, colours="WWBW", top=True),
        someone(4, colours="BWW", top=True),
    )

    assert paired(field) == ({(1, 4), (2, 3)}, None)


def test_2_4_6_c11_topscorers_do_not_have_a_colour_three_times_running() -> None:
    field = a_field(
        someone(1, colours="BWW", top=True),
        someone(2, colours="WBW", top=True),
        someone(3, colours="BWW", top=True),
        someone(4, colours="WBW", top=True),
    )

    assert paired(field) == ({(1, 4), (2, 3)}, None)


def test_2_4_7_c12_colour_preferences_are_granted() -> None:
    field = a_field(
        someone(1, colours="WB"), someone(2, colours="BW"), someone(3, colours="WB"), someone(4, colours="BW")
    )

    assert paired(field) == ({(1, 4), (2, 3)}, None)


def test_2_4_8_c13_strong_preferences_are_granted_before_mild_ones() -> None:
    field = a_field(
        someone(1, colours="B"), someone(2, colours="WB"), someone(3, colours="B"), someone(4, colours="WB")
    )

    assert paired(field) == ({(1, 4), (2, 3)}, None)


def test_2_4_9_c14_nobody_floats_down_twice_running() -> None:
    field = a_field(someone(1, 1), someone(2, 1), someone(3, 1, last=DOWN), someone(4))

    assert paired(field) == ({(1, 3), (2, 4)}, None)


def test_2_4_10_c15_nobody_floats_up_twice_running() -> None:
    field = a_field(someone(1, 1), someone(2, last=UP), someone(3), someone(4))

    assert paired(field) == ({(1, 3), (2, 4)}, None)


def test_2_4_11_c16_nobody_floats_down_again_after_two_rounds() -> None:
    field = a_field(someone(1, 1), someone(2, 1), someone(3, 1, before=DOWN), someone(4))

    assert paired(field) == ({(1, 3), (2, 4)}, None)


def test_2_4_11_c16_a_downfloat_two_rounds_before_weighs_less_than_the_last() -> None:
    field = a_field(
        someone(1, 1, last=DOWN), someone(2, 1, last=DOWN), someone(3, 1, before=DOWN), someone(4)
    )

    assert paired(field) == ({(1, 2), (3, 4)}, None)


def test_2_4_12_c17_nobody_floats_up_again_after_two_rounds() -> None:
    field = a_field(someone(1, 1), someone(2, before=UP), someone(3), someone(4))

    assert paired(field) == ({(1, 3), (2, 4)}, None)


def test_2_4_13_c18_who_floated_down_last_round_floats_no_further() -> None:
    field = a_field(someone(1, 2, met=[2]), someone(2, 2, last=DOWN), someone(3, 1), someone(4))

    assert paired(field) == ({(2, 3), (1, 4)}, None)


def test_2_4_14_c19_who_floated_up_last_round_meets_the_lower_of_the_moved_down() -> None:
    field = a_field(someone(1, 3, met=[2]), someone(2, 2), someone(3, 1, last=UP), someone(4, 1))

    assert paired(field) == ({(1, 4), (2, 3)}, None)


def test_2_4_15_c20_who_floated_down_two_rounds_before_floats_no_further() -> None:
    field = a_field(someone(1, 2, met=[2]), someone(2, 2, before=DOWN), someone(3, 1), someone(4))

    assert paired(field) == ({(2, 3), (1, 4)}, None)


def test_2_4_16_c21_who_floated_up_two_rounds_before_meets_the_lower_of_the_moved_down() -> None:
    field = a_field(someone(1, 3, met=[2]), someone(2, 2), someone(3, 1, before=UP), someone(4, 1))

    assert paired(field) == ({(1, 4), (2, 3)}, None)


def test_an_avoided_pair_weighs_more_than_colours() -> None:
    field = a_field(
        someone(1, colours="WB"),
        someone(2, colours="WB"),
        someone(3, colours="BW"),
        someone(4, colours="BW"),
        avoided=[(1, 3), (1, 4)],
    )

    assert paired(field) == ({(1, 2), (3, 4)}, None)


def test_an_avoided_pair_weighs_less_than_a_downfloat() -> None:
    field = a_field(someone(1, 1), someone(2, 1), someone(3), someone(4), avoided=[(1, 2)])

    assert paired(field) == ({(1, 2), (3, 4)}, None)
