"""The standings page, the reasons on a click, and a player's card."""

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from players.models import Person
from tests.markup import compact
from tests.tournaments.builders import make_event, make_round, make_section
from tournaments.locking import lock_event
from tournaments.models import Entry, EventState, FinalTable, Pairing, PairingSystem, RoundState, Section
from tournaments.tables.presenters.player_cards import present_player_card
from tournaments.tables.selectors.standings import build_final_table

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    cache.clear()


@pytest.fixture
def section() -> Section:
    section = make_section(make_event(state=EventState.RUNNING), players=4, tie_breaks="BH-C1,BH")
    make_round(section, 1, [(1, 3, "1-0"), (4, 2, "1/2-1/2")])
    make_round(section, 2, [(2, 1, "0-1"), (3, 4, "")])
    return section


def address(name: str, section: Section, *more: object) -> str:
    return reverse(name, args=[section.event_id, section.pk, *more])


def page(client: Client, url: str, **headers: str) -> str:
    response = client.get(url, headers=headers)
    assert response.status_code == 200
    return compact(response)


def test_the_standings_show_ranks_points_and_tie_breaks(client: Client, section: Section) -> None:
    text = page(client, address("standings", section))

    assert "Standings after round 2" in text
    assert "Games are still being played" in text
    row = text.partition("Player 01")[2].partition("</tr>")[0]
    assert '<td class="number wide-only">2090</td>' in row
    assert '<a href="1/" aria-label="2, why?">2</a>' in row
    assert '<td class="number">½</td>' in row
    assert '<abbr title="Buchholz, without the lowest">BH-C1</abbr>' in text


def test_the_standings_of_an_earlier_round_can_be_asked_for(client: Client, section: Section) -> None:
    text = page(client, address("standings", section) + "?after=1")

    assert "Standings after round 1" in text
    assert "data-follow" not in text
    assert '<a href="1/?after=1" aria-label="1, why?">1</a>' in text


@pytest.mark.parametrize("nonsense", ["x", "-1", "0", "99", "99999999999999999999", "²", ""])
def test_rounds_that_do_not_exist_show_the_latest_table(
    client: Client, section: Section, nonsense: str
) -> None:
    assert "Standings after round 2" in page(client, address("standings", section) + f"?after={nonsense}")


def test_a_round_that_is_not_published_is_not_in_the_standings(client: Client, section: Section) -> None:
    make_round(section, 3, [(1, 4, "1-0"), (3, 2, "")], state=RoundState.PAIRED)

    text = page(client, address("standings", section) + "?after=3")

    assert "Standings after round 2" in text
    assert (
        "?after=3" not in text.partition("<h1")[2].replace("?after=3&quot;", "").partition("data-follow")[0]
    )


def test_nothing_is_sent_again_while_nothing_changed(client: Client, section: Section) -> None:
    url = address("standings", section)
    client.get(url)
    tag = client.get(url)["ETag"]

    assert client.get(url, headers={"If-None-Match": tag}).status_code == 304
    Pairing.objects.filter(round__number=2, board=2).update(result="1-0", origin="arbiter")
    lock_event(section.event)
    changed = client.get(url, headers={"If-None-Match": tag})
    assert changed.status_code == 200
    assert "Games are still being played" not in changed.content.decode()


def test_a_script_gets_the_part_that_it_follows(client: Client, section: Section) -> None:
    text = page(client, address("standings", section), HX_Request="true", HX_Target="standings")

    assert "<html" not in text
    assert " ".join(text.split()).startswith('<div id="standings"')
    assert f'data-follow="{address("standings", section)}"' in text


def test_a_draft_has_no_standings_for_visitors(client: Client) -> None:
    section = make_section(make_event(state=EventState.DRAFT), players=2)

    assert client.get(address("standings", section)).status_code == 404
    assert client.get(address("standing", section, 1)).status_code == 404
    assert client.get(address("player-card", section, 1)).status_code == 404


def test_before_the_starting_order_is_fixed_there_is_no_table(client: Client) -> None:
    section = make_section(players=2)

    assert "No table yet" in page(client, address("standings", section))


def test_the_final_table_of_a_finished_event_is_not_followed(client: Client, section: Section) -> None:
    FinalTable.objects.create(section=section, table=build_final_table(section))
    section.event.state = EventState.FINISHED
    section.event.save()

    text = page(client, address("standings", section))

    assert "Final standings." in text
    assert "data-follow" not in text


def test_a_keizer_table_says_what_it_counts(client: Client) -> None:
    section = make_section(make_event(state=EventState.RUNNING), players=2, system=PairingSystem.KEIZER)
    make_round(section, 1, [(1, 2, "0-1")])

    text = page(client, address("standings", section))
    reasons = page(client, address("standing", section, 2))

    assert ">Value</abbr>" in text
    assert "A win earns the opponent’s value" in text
    assert "own value, once: 2" in reasons


def test_a_knockout_shows_who_lost_to_whom(client: Client) -> None:
    section = make_section(make_event(state=EventState.RUNNING), players=2, system=PairingSystem.KNOCKOUT)
    make_round(section, 1, [(1, 2, "0-1")])

    text = page(client, address("standings", section))

    assert "in round 1 to Player 02" in text
    assert "why?" not in text


def test_the_reasons_are_a_page_and_a_part_for_scripts(client: Client, section: Section) -> None:
    whole = page(client, address("standing", section, 2))
    part = page(client, address("standing", section, 2), HX_Request="true")

    assert "<h1>Player 02</h1>" in whole
    assert "Rank 2 after round 2. Points: ½." in whole
    assert "does not count: the least significant value (article 14.1)" in whole
    assert "player 1 has 2" in whole
    assert "<html" not in part
    assert "<h2>Player 02</h2>" in part


def test_nobody_has_that_number(client: Client, section: Section) -> None:
    assert client.get(address("standing", section, 9)).status_code == 404
    assert client.get(address("player-card", section, 9)).status_code == 404


def test_a_section_of_another_event_is_not_found(client: Client, section: Section) -> None:
    other = make_event(name="Other")

    assert client.get(reverse("standings", args=[other.pk, section.pk])).status_code == 404


def test_a_card_tells_the_way_through_the_rounds(client: Client, section: Section) -> None:
    text = page(client, address("player-card", section, 2))

    assert "Player 04" in text
    assert "Player 01" in text
    assert "drawn" in text
    assert "lost" in text
    assert "White" in text
    assert "Brown" in text


def test_performance_and_average_come_from_the_games_that_were_played(
    client: Client, section: Section
) -> None:
    card = present_player_card(section, 2, client.get("/").wsgi_request.user)

    assert card is not None
    assert (card.average, card.performance) == (2075, 1882)
    assert [(each.points, each.total) for each in card.rounds] == [("½", "½"), ("0", "½")]


def test_who_is_not_listed_is_named_without_a_link(client: Client, section: Section) -> None:
    Person.objects.filter(name="Player 01").update(listed=True)
    shown = Entry.objects.get(person__name="Player 01").person
    hidden = Entry.objects.get(person__name="Player 02").person

    assert reverse("person", args=[shown.pk]) in page(client, address("player-card", section, 1))
    assert reverse("person", args=[hidden.pk]) not in page(client, address("player-card", section, 2))
    assert reverse("person", args=[hidden.pk]) not in page(client, address("standings", section))


def test_the_standings_of_many_players_take_few_queries_and_fewer_when_they_are_kept(
    client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    section = make_section(make_event(state=EventState.RUNNING), players=20)
    for number in (1, 2, 3):
        make_round(section, number, [(2 * board - 1, 2 * board, "1-0") for board in range(1, 11)])

    with django_assert_max_num_queries(9):
        client.get(address("standings", section))
    with django_assert_max_num_queries(5):
        client.get(address("standings", section))
    with django_assert_max_num_queries(9):
        client.get(address("standing", section, 1))
    with django_assert_max_num_queries(9):
        client.get(address("player-card", section, 1))
