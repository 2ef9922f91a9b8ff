"""Tables in the API."""

from pytest_django import DjangoAssertNumQueries

from tests.core.api.client import ApiClient
from tests.tournaments.builders import make_round, make_section
from tournaments.models import Event, EventState, Prize, Section


def test_the_standings_are_told_with_their_tie_breaks(visitor: ApiClient, played_section: Section) -> None:
    table = visitor.get(f"sections/{played_section.pk}/standings/").json()

    told = {name: table[name] for name in ("section", "kind", "rounds", "unfinished", "final", "problem")}
    assert told == {
        "section": played_section.pk,
        "kind": "standings",
        "rounds": 1,
        "unfinished": False,
        "final": False,
        "problem": "",
    }
    assert [column["code"] for column in table["columns"]] == ["BH-C1", "BH", "SB"]
    rows = [(row["rank"], row["player"]["number"], row["points"]) for row in table["rows"]]
    assert rows == [(1, 1, "1"), (2, 2, "0.5"), (2, 4, "0.5"), (4, 3, "0")]
    assert table["rows"][0]["player"]["name"] == "Player 01"
    assert table["rows"][0]["lost"] is None


def test_before_the_first_round_nobody_has_points(visitor: ApiClient, played_section: Section) -> None:
    table = visitor.get(f"sections/{played_section.pk}/standings/", after=0).json()

    assert (table["rounds"], {row["points"] for row in table["rows"]}) == (0, {"0"})


def test_the_standings_take_five_queries_and_a_304_one(
    visitor: ApiClient, played_section: Section, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(5):
        response = visitor.get(f"sections/{played_section.pk}/standings/")

    headers = {"If-None-Match": response["ETag"]}
    with django_assert_num_queries(1):
        again = visitor.client.get(f"/api/v1/sections/{played_section.pk}/standings/", headers=headers)
    assert again.status_code == 304


def test_a_place_is_explained_round_by_round(visitor: ApiClient, played_section: Section) -> None:
    told = visitor.get(f"sections/{played_section.pk}/explanation/", number=1).json()

    assert (told["row"]["rank"], told["row"]["player"]["number"], told["row"]["points"]) == (1, 1, "1")
    assert [reason["value"] for reason in told["reasons"]] == ["1.0", "0.0", "0.0", "0.0"]
    points = told["reasons"][0]["lines"]
    assert [(line["round"], line["opponent"], line["value"]) for line in points] == [(1, 3, "1.0")]


def test_a_number_that_nobody_has_is_not_found(visitor: ApiClient, played_section: Section) -> None:
    assert visitor.get(f"sections/{played_section.pk}/explanation/", number=99).status_code == 404


def test_tables_of_a_draft_are_not_found(visitor: ApiClient, played_section: Section) -> None:
    Event.objects.update(state=EventState.DRAFT)

    assert visitor.get(f"sections/{played_section.pk}/standings/").status_code == 404


def test_the_crosstable_says_who_met_whom(
    visitor: ApiClient, played_section: Section, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(5):
        table = visitor.get(f"sections/{played_section.pk}/crosstable/").json()

    assert (table["section"], table["all_play_all"], table["heads"]) == (played_section.pk, False, ["1"])
    cells = {row["player"]["number"]: (row["rank"], row["points"], row["cells"]) for row in table["rows"]}
    assert cells == {
        1: (1, "1", ["3w1"]),
        2: (2, "0.5", ["4b½"]),
        4: (2, "0.5", ["2w½"]),
        3: (4, "0", ["1b0"]),
    }


def test_the_bracket_of_a_knockout_has_its_matches(
    visitor: ApiClient, running_event: Event, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    section = make_section(running_event, players=3, system="knockout")
    make_round(section, 1, [])
    with django_assert_num_queries(5):
        tree = visitor.get(f"sections/{section.pk}/bracket/").json()

    assert (tree["section"], tree["problem"]) == (section.pk, "")
    assert [player["number"] for player in tree["players"]] == [1, 2, 3]
    matches = [
        (match["round"], match["match"], match["first"], match["second"], match["winner"], match["bye"])
        for match in tree["matches"]
    ]
    assert matches == [(1, 1, 1, None, 1, True), (1, 2, 2, 3, None, False), (2, 1, 1, None, None, False)]


def test_only_a_knockout_has_a_bracket(visitor: ApiClient, played_section: Section) -> None:
    assert visitor.get(f"sections/{played_section.pk}/bracket/").status_code == 404


def test_prizes_of_shared_places_are_shared(
    visitor: ApiClient, played_section: Section, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for place, amount in ((1, 10000), (2, 5000)):
        Prize.objects.create(section=played_section, place=place, amount=amount, currency="EUR")

    with django_assert_num_queries(6):
        told = visitor.get(f"sections/{played_section.pk}/awards/").json()

    assert (told["section"], told["final"]) == (played_section.pk, False)
    winners = [(winner["player"]["number"], winner["money"]) for winner in told["categories"][0]["winners"]]
    assert winners == [(1, "100.00 EUR"), (2, "25.00 EUR"), (4, "25.00 EUR")]


def test_the_progress_of_everybody_after_each_round(
    visitor: ApiClient, played_section: Section, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    make_round(played_section, 2, [(2, 1, "1-0"), (3, 4, "1-0")])
    with django_assert_num_queries(5):
        told = visitor.get(f"sections/{played_section.pk}/progress/").json()

    assert (told["section"], told["rounds"]) == (played_section.pk, 2)
    rows = {row["player"]["number"]: (row["ranks"], row["points"]) for row in told["rows"]}
    assert rows == {
        2: ([2, 1], ["0.5", "1.5"]),
        1: ([1, 2], ["1", "1"]),
        3: ([4, 3], ["0", "1"]),
        4: ([2, 4], ["0.5", "0.5"]),
    }


def test_a_players_card_tells_the_way_through_the_section(
    visitor: ApiClient, played_section: Section, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(5):
        card = visitor.get(f"sections/{played_section.pk}/player-card/", number=4).json()

    assert (card["row"]["rank"], card["row"]["points"], card["average"]) == (2, "0.5", 2080)
    (played,) = card["rounds"]
    assert (played["round"], played["opponent"]["number"], played["points"], played["total"]) == (
        1,
        2,
        "0.5",
        "0.5",
    )
    board = played_section.rounds.get().pairings.get(board=2)
    assert played["games"] == [{"pairing": board.pk, "board": 2, "colour": "White", "game": None}]
    assert visitor.get(f"sections/{played_section.pk}/player-card/", number=9).status_code == 404
