"""Crosstable, bracket, progress and prizes, as pages."""

from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests.markup import compact
from tests.tournaments.builders import make_event, make_round, make_section
from tournaments.models import (
    Entry,
    EntryState,
    EventState,
    PairingSystem,
    Prize,
    PrizeSharing,
    RoundState,
    Section,
)
from tournaments.tables.presenters.prizes import format_money, present_prizes

pytestmark = pytest.mark.django_db
TABLES = ("crosstable", "progress", "prizes")


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    cache.clear()


def running(players: int = 4, **fields: Any) -> Section:
    return make_section(make_event(state=EventState.RUNNING), players=players, **fields)


def with_two_rounds(**fields: Any) -> Section:
    section = running(**fields)
    make_round(section, 1, [(1, 3, "1-0"), (4, 2, "1/2-1/2")])
    make_round(section, 2, [(2, 1, "0-1"), (3, 4, "")])
    return section


def page(client: Client, name: str, section: Section, query: str = "", **headers: str) -> str:
    response = client.get(reverse(name, args=[section.event_id, section.pk]) + query, headers=headers)
    assert response.status_code == 200
    return compact(response)


def cells(text: str, name: str) -> list[str]:
    """What stands in the cells after the name of a player."""
    row = text.partition("<tbody")[2].partition(f">{name}<")[2].partition("</tr>")[0]
    return [cell.partition(">")[2].partition("</td>")[0] for cell in row.split("<td")[1:]]


def test_a_crosstable_by_rounds_has_opponents_colours_and_results(client: Client) -> None:
    text = page(client, "crosstable", with_two_rounds())

    assert cells(text, "Player 02") == ["4b½", "1w0", "<strong>½</strong>"]
    assert "w: White, b: Brown" in text


def test_a_round_robin_is_a_square(client: Client) -> None:
    text = page(client, "crosstable", with_two_rounds(system=PairingSystem.ROUND_ROBIN, tie_breaks="DE"))

    assert cells(text, "Player 01") == ["×", "1", "", "1", "<strong>2</strong>"]
    assert "Everybody against everybody" in text


def test_a_script_follows_the_crosstable(client: Client) -> None:
    text = page(client, "crosstable", with_two_rounds(), HX_Request="true")

    assert " ".join(text.split()).startswith('<div id="crosstable"')


def test_a_knockout_has_a_bracket_with_the_same_in_tables(client: Client) -> None:
    section = running(players=3, system=PairingSystem.KNOCKOUT)
    made = make_round(section, 1, [(2, 3, "1-0")])
    made.pairings.update(board=2)

    text = page(client, "crosstable", section)

    assert "<svg" in text
    assert ">bye</text>" in text
    table = text.partition('id="bracket"')[2].partition("</svg>")[2]
    assert "not known yet" not in table.partition("Final")[0]
    assert "1–0" in table
    assert table.count("Player 02") == 3


def test_a_bracket_that_cannot_be_followed_says_why(client: Client) -> None:
    section = running(system=PairingSystem.KNOCKOUT)
    make_round(section, 1, [(1, 2, "1-0"), (3, 4, "1-0")])

    text = page(client, "crosstable", section)

    assert "The bracket cannot be drawn: round 1, match 1 is between 1 and 4, not 1 and 2." in text


def test_a_match_that_lots_decided_says_so(client: Client) -> None:
    section = running(players=2, system=PairingSystem.KNOCKOUT, tie_rules="HIGHER_SEED")
    make_round(section, 1, [(1, 2, "1/2-1/2")])

    assert "as the higher seed" in page(client, "crosstable", section)


def test_the_progress_has_ranks_after_each_round_and_points_if_asked(client: Client) -> None:
    section = with_two_rounds(tie_breaks="BH")

    assert cells(page(client, "progress", section), "Player 02") == ["2", "2"]
    assert cells(page(client, "progress", section, "?by=points"), "Player 02") == ["½", "½"]


def test_somebody_below_the_best_can_be_added_to_the_chart(client: Client) -> None:
    section = running(players=12)
    for number in (1, 2):
        make_round(section, number, [(board, board + 6, "1-0") for board in range(1, 7)])

    assert "players/12/" not in page(client, "progress", section)
    assert "players/12/" in page(client, "progress", section, "?player=12")
    assert "<svg" in page(client, "progress", section, "?player=x&player=-3&player=99&by=nonsense")


@pytest.mark.parametrize("name", TABLES)
def test_tables_of_a_section_without_rounds_are_there(client: Client, name: str) -> None:
    for system in PairingSystem.values:
        section = make_section(make_event(name=system), players=2, system=system)

        assert page(client, name, section)


@pytest.mark.parametrize("name", TABLES)
def test_a_round_that_is_not_published_changes_no_table(client: Client, name: str) -> None:
    section = with_two_rounds()
    Prize.objects.create(section=section, place=1, amount=100, currency="EUR")
    before = page(client, name, section).partition("<main")[2]
    cache.clear()
    make_round(section, 3, [(3, 1, "1-0"), (2, 4, "1-0")], state=RoundState.PAIRED)

    assert page(client, name, section).partition("<main")[2] == before


@pytest.mark.parametrize("name", TABLES)
def test_tables_of_a_draft_are_not_found(client: Client, name: str) -> None:
    section = make_section(make_event(state=EventState.DRAFT), players=2)

    assert client.get(reverse(name, args=[section.event_id, section.pk])).status_code == 404


@pytest.mark.parametrize("name", TABLES)
def test_tables_are_not_sent_again_while_nothing_changed(client: Client, name: str) -> None:
    section = with_two_rounds()
    url = reverse(name, args=[section.event_id, section.pk])
    client.get(url)  # brings the cookie of the forms
    tag = client.get(url)["ETag"]

    assert client.get(url, headers={"If-None-Match": tag}).status_code == 304


@pytest.mark.parametrize("name", TABLES)
def test_the_number_of_queries_stays_small(
    client: Client, name: str, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    section = running(players=20)
    for number in (1, 2, 3):
        make_round(section, number, [(2 * board - 1, 2 * board, "1-0") for board in range(1, 11)])

    with django_assert_max_num_queries(9):
        page(client, name, section)


def prize(section: Section, place: int, amount: int, category: str = "", title: str = "") -> None:
    Prize.objects.create(
        section=section, place=place, amount=amount, currency="EUR", category=category, title=title
    )


def winnings(section: Section) -> dict[str, list[tuple[str, str, list[str]]]]:
    return {
        each.category: [(str(winner.entry), winner.money, winner.titles) for winner in each.winners]
        for each in present_prizes(section).categories
    }


def test_level_players_share_prizes_and_the_best_of_a_category_gets_its_own() -> None:
    section = with_two_rounds(tie_breaks="BH")
    prize(section, 1, 10000, title="Cup")
    prize(section, 2, 5000, title="Book")
    prize(section, 3, 2501)
    prize(section, 1, 1000, category="U18", title="Best youngster")
    Entry.objects.filter(starting_rank__in=(1, 3)).update(categories="U18, Guests")

    assert winnings(section) == {
        "": [
            ("Player 01", "100.00 EUR", ["Cup"]),
            ("Player 02", "37.51 EUR", ["Book"]),
            ("Player 04", "37.50 EUR", []),
        ],
        "U18": [("Player 01", "", ["Best youngster"]), ("Player 03", "10.00 EUR", [])],
    }


def test_how_a_shared_prize_was_computed_is_said(client: Client) -> None:
    section = with_two_rounds(tie_breaks="BH")
    prize(section, 1, 10000)
    prize(section, 2, 5000)
    prize(section, 3, 2501)

    text = page(client, "prizes", section)

    assert "places 2 to 3: 50.00 + 25.01 = 75.01 EUR, shared by 2" in text
    assert "Based on the current table" in text


def test_a_section_may_share_by_hort_or_not_at_all() -> None:
    section = with_two_rounds(tie_breaks="BH", prize_sharing=PrizeSharing.PLACE)
    prize(section, 1, 10000)
    prize(section, 2, 5000)

    assert [money for _, money, _ in winnings(section)[""]] == ["100.00 EUR", "50.00 EUR"]
    section.prize_sharing = PrizeSharing.HORT
    assert [money for _, money, _ in winnings(section)[""]] == ["100.00 EUR", "37.50 EUR", "12.50 EUR"]


def test_who_withdrew_gets_no_prize() -> None:
    section = with_two_rounds()
    prize(section, 1, 10000)
    Entry.objects.filter(starting_rank=1).update(state=EntryState.WITHDRAWN)

    assert [name for name, _, _ in winnings(section)[""]] == ["Player 02", "Player 04"]


def test_the_losers_of_the_semifinals_share_the_third_prize() -> None:
    section = running(system=PairingSystem.KNOCKOUT)
    make_round(section, 1, [(1, 4, "1-0"), (2, 3, "1-0")])
    make_round(section, 2, [(1, 2, "1-0")])
    for place, amount in ((1, 100), (2, 50), (3, 25)):
        prize(section, place, amount)

    assert winnings(section)[""] == [
        ("Player 01", "1.00 EUR", []),
        ("Player 02", "0.50 EUR", []),
        ("Player 03", "0.13 EUR", []),
        ("Player 04", "0.12 EUR", []),
    ]


@pytest.mark.parametrize(
    ("amount", "currency", "written"),
    [
        (12050, "EUR", "120.50 EUR"),
        (5, "EUR", "0.05 EUR"),
        (1500, "JPY", "1500 JPY"),
        (1234, "KWD", "1.234 KWD"),
        (250, "", "2.50"),
    ],
)
def test_money_is_written_in_its_own_unit(amount: int, currency: str, written: str) -> None:
    assert format_money(amount, currency) == written
