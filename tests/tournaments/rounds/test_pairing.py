"""Each system pairs its rounds by the same job, with what the rows say about who plays."""

import pytest

from players.models import User
from tests.tournaments.rounds.builders import (
    board_ranks,
    byes,
    enter_results,
    pair_round,
    publish_next_round,
    running_section,
)
from tournaments.models import Absence, AbsenceKind, Entry, EntryState, KeptApart, PairingSystem, RoundState
from tournaments.rounds.selectors.pairing_input import is_taking_part


@pytest.mark.django_db
class TestSwiss:
    def test_the_top_half_meets_the_bottom_half(self, anna: User) -> None:
        round_ = pair_round(running_section(6), anna)

        assert round_.state == RoundState.PAIRED
        assert board_ranks(round_) == [(1, 4), (5, 2), (3, 6)]
        assert byes(round_) == {}

    def test_the_next_round_follows_from_the_results(self, anna: User) -> None:
        section = running_section(4)
        enter_results(publish_next_round(section, anna), "1-0", "1/2-1/2")

        assert board_ranks(pair_round(section, anna)) == [(2, 1), (3, 4)]

    def test_the_odd_one_out_has_the_bye(self, anna: User) -> None:
        assert byes(pair_round(running_section(5), anna)) == {5: "pairing"}

    def test_absences_bring_what_was_announced(self, anna: User) -> None:
        section = running_section(8)
        entries = {entry.starting_rank: entry for entry in section.entries.all()}
        for rank, kind in ((1, "half"), (2, "zero"), (3, "full"), (4, "absent")):
            Absence.objects.create(entry=entries[rank], round_number=1, kind=AbsenceKind(kind))

        round_ = pair_round(section, anna)

        assert board_ranks(round_) == [(5, 7), (8, 6)]
        assert byes(round_) == {1: "half", 2: "zero", 3: "full"}

    def test_the_withdrawn_and_those_to_come_are_not_paired(self, anna: User) -> None:
        section = running_section(6)
        section.entries.filter(starting_rank=1).update(state=EntryState.WITHDRAWN, withdrawn_after=0)
        section.entries.filter(starting_rank=6).update(first_round=2)

        round_ = pair_round(section, anna)

        assert board_ranks(round_) == [(2, 4), (5, 3)]
        assert byes(round_) == {}

    def test_who_withdraws_after_a_round_still_plays_it(self) -> None:
        entry = Entry(state=EntryState.WITHDRAWN, withdrawn_after=2)

        assert [is_taking_part(entry, number) for number in (1, 2, 3)] == [True, True, False]

    def test_pairs_kept_apart_do_not_meet(self, anna: User) -> None:
        section = running_section(4)
        one, _, three, _ = section.entries.order_by("starting_rank")
        KeptApart.objects.create(section=section, one=one, other=three)

        assert board_ranks(pair_round(section, anna)) == [(1, 4), (3, 2)]

    def test_players_of_one_club_are_kept_apart_if_the_section_says_so(self, anna: User) -> None:
        section = running_section(4, keep_clubs_apart=True)
        section.entries.filter(starting_rank__in=[1, 3]).update(club_name="Lapwing")

        assert board_ranks(pair_round(section, anna)) == [(1, 4), (3, 2)]

    def test_the_lot_gives_the_first_colour_and_can_be_drawn_again(self, anna: User) -> None:
        drawn = [
            board_ranks(pair_round(running_section(2, first_colour="", lots_seed=seed), anna))
            for seed in range(6)
        ]

        assert [pairs[0][0] for pairs in drawn] == [1, 1, 2, 2, 2, 2]

    def test_a_match_of_two_games_swaps_the_colours(self, anna: User) -> None:
        assert board_ranks(pair_round(running_section(4, games_per_match=2), anna)) == [
            (1, 3),
            (3, 1),
            (4, 2),
            (2, 4),
        ]


@pytest.mark.django_db
class TestRoundRobin:
    def test_the_rounds_are_those_of_the_berger_table(self, anna: User) -> None:
        section = running_section(4, system=PairingSystem.ROUND_ROBIN)

        assert board_ranks(publish_next_round(section, anna)) == [(1, 4), (2, 3)]
        assert board_ranks(publish_next_round(section, anna)) == [(4, 3), (1, 2)]
        assert board_ranks(publish_next_round(section, anna)) == [(2, 4), (3, 1)]

    def test_being_free_brings_nothing(self, anna: User) -> None:
        assert byes(pair_round(running_section(3, system=PairingSystem.ROUND_ROBIN), anna)) == {1: "zero"}

    def test_the_boards_of_somebody_who_left_are_lost_when_published(self, anna: User) -> None:
        section = running_section(4, system=PairingSystem.ROUND_ROBIN)
        section.entries.filter(starting_rank=4).update(state=EntryState.WITHDRAWN, withdrawn_after=0)

        round_ = publish_next_round(section, anna)

        assert list(round_.pairings.order_by("board").values_list("result", "origin")) == [
            ("1-0f", "withdrawal"),
            ("", ""),
        ]


@pytest.mark.django_db
def test_keizer_pairs_neighbours(anna: User) -> None:
    section = running_section(5, system=PairingSystem.KEIZER)

    round_ = pair_round(section, anna)

    assert board_ranks(round_) == [(1, 2), (3, 4)]
    assert byes(round_) == {5: "pairing"}
