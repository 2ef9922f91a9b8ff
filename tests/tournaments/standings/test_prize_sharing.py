"""Shared prizes to the cent."""

from hypothesis import given
from hypothesis import strategies as some

from tournaments.standings.prize_sharing import Award, Contender, PrizeList, Sharing, divided, share

PRIZES = some.lists(some.integers(1, 10_000), max_size=6).map(lambda each: tuple(sorted(each, reverse=True)))


def table(*levels: str, ranks: list[int] | None = None, young: tuple[int, ...] = ()) -> list[Contender]:
    """Contenders from the top, each with the points given; those in `young` are of the category U18."""
    return [
        Contender(
            number,
            ranks[number - 1] if ranks else number,
            level,
            frozenset({"U18"} if number in young else ()),
        )
        for number, level in enumerate(levels, start=1)
    ]


def amounts(awards: list[Award]) -> dict[int, int]:
    return {award.number: award.amount for award in awards}


def test_each_place_gets_its_prize_where_nobody_is_level() -> None:
    awards = share([PrizeList("", (300, 200, 100))], table("5", "4", "3", "2"))

    assert amounts(awards) == {1: 300, 2: 200, 3: 100}


def test_level_players_share_the_prizes_of_their_places_equally() -> None:
    awards = share([PrizeList("", (30000, 20000, 10000))], table("5", "4", "4", "3"))

    assert amounts(awards) == {1: 30000, 2: 15000, 3: 15000}
    assert awards[1] == Award(2, "", (2, 3), (20000, 10000), 2, 15000)


def test_places_below_the_last_prize_share_what_is_above() -> None:
    awards = share([PrizeList("", (900,))], table("4", "4", "4"))

    assert amounts(awards) == {1: 300, 2: 300, 3: 300}
    assert awards[0].places == (1, 3)
    assert awards[0].pool == (900,)


def test_cents_that_cannot_be_divided_go_to_the_higher_ranks() -> None:
    assert amounts(share([PrizeList("", (100,))], table("1", "1", "1"))) == {1: 34, 2: 33, 3: 33}
    assert amounts(share([PrizeList("", (101,))], table("1", "1", "1"))) == {1: 34, 2: 34, 3: 33}
    assert divided(2, 3) == [1, 1, 0]


def test_nobody_gets_two_prizes_but_the_higher_of_them() -> None:
    lists = [PrizeList("", (300, 200)), PrizeList("U18", (100, 50))]

    awards = share(lists, table("5", "4", "3", "2", young=(1, 3, 4)))

    assert amounts(awards) == {1: 300, 2: 200, 3: 100, 4: 50}


def test_who_takes_a_category_prize_leaves_the_place_to_the_next() -> None:
    lists = [PrizeList("", (300, 60, 30)), PrizeList("U18", (100,))]

    awards = share(lists, table("5", "4", "3", "2", young=(2,)))

    assert amounts(awards) == {1: 300, 2: 100, 3: 60, 4: 30}


def test_a_level_player_with_a_better_category_prize_makes_the_others_shares_larger() -> None:
    lists = [PrizeList("", (100, 40, 20)), PrizeList("U18", (50,))]

    awards = share(lists, table("5", "4", "4", "4", young=(3,)))

    assert amounts(awards) == {1: 100, 3: 50, 2: 30, 4: 30}
    assert sum(amounts(awards).values()) == 100 + 40 + 20 + 50


def test_of_equal_prizes_the_one_of_the_whole_section_is_taken() -> None:
    lists = [PrizeList("", (100,)), PrizeList("U18", (100,))]

    awards = share(lists, table("5", "4", young=(1, 2)))

    assert [(award.number, award.category) for award in awards] == [(1, ""), (2, "U18")]


def test_a_prize_that_nobody_may_win_is_not_given() -> None:
    assert share([PrizeList("U18", (100,))], table("5", "4")) == []
    assert share([], table("5")) == []
    assert share([PrizeList("", ())], table("5")) == []
    assert share([PrizeList("", (0, 0))], table("5")) == []


def test_a_place_without_money_may_stand_above_one_with_some() -> None:
    awards = share([PrizeList("", (100, 0, 0, 25))], table("5", "4", "3", "2"))

    assert [(award.number, award.places, award.amount) for award in awards] == [
        (1, (1, 1), 100),
        (4, (4, 4), 25),
    ]


def test_the_hort_system_leaves_half_of_a_prize_with_its_place() -> None:
    awards = share([PrizeList("", (10000, 6000, 2000))], table("4", "4", "4"), Sharing.HORT)

    assert amounts(awards) == {1: 5000 + 3000, 2: 3000 + 3000, 3: 1000 + 3000}


def test_the_hort_system_shares_the_halves_of_a_shared_rank() -> None:
    awards = share([PrizeList("", (101, 50))], table("4", "4", ranks=[1, 1]), Sharing.HORT)

    assert amounts(awards) == {1: 38 + 38, 2: 38 + 37}


def test_with_prizes_by_place_only_a_shared_rank_shares() -> None:
    awards = share([PrizeList("", (100, 50, 20))], table("4", "4", "4", ranks=[1, 2, 2]), Sharing.PLACE)

    assert amounts(awards) == {1: 100, 2: 35, 3: 35}


@given(
    main=PRIZES,
    young=PRIZES,
    levels=some.lists(some.integers(0, 4), min_size=1, max_size=12),
    juniors=some.sets(some.integers(1, 12)),
    sharing=some.sampled_from(Sharing),
)
def test_no_cent_is_lost_or_made_and_nobody_has_two_prizes(
    main: tuple[int, ...], young: tuple[int, ...], levels: list[int], juniors: set[int], sharing: Sharing
) -> None:
    contenders = table(*(str(level) for level in sorted(levels, reverse=True)), young=tuple(juniors))

    awards = share([PrizeList("", main), PrizeList("U18", young)], contenders, sharing)

    pools = {(award.category, award.places): sum(award.pool) for award in awards}
    assert sum(award.amount for award in awards) == sum(pools.values())
    assert len({award.number for award in awards}) == len(awards)
    assert all(award.amount >= 0 for award in awards)
    if len(contenders) >= len(main) + len(young) and not young:
        assert sum(award.amount for award in awards) == sum(main)
