"""Finding games: every filter alone, filters together, words, and pages from place to place."""

from datetime import date
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.http import QueryDict
from pytest_django import DjangoAssertNumQueries

from core.db.folding import comparison_key
from games.archive.forms import GameFilters
from games.archive.selectors import pages
from games.archive.selectors import pages as reading_few
from games.archive.selectors import search as games_in_search
from games.archive.selectors.pages import get_page
from games.archive.selectors.search import find_games
from games.models import Game, GameText
from games.visibility.selectors import visible_games
from players.models import Club, Person
from tests.games.builders import make_game
from tests.tournaments.results.builders import board_of, running_section
from tournaments.models import EventState, Pairing

pytestmark = pytest.mark.django_db


@pytest.fixture
def archive() -> dict[str, Game]:
    """Four games that differ in everything."""
    lapwing = Club.objects.create(name="Lapwing", slug="lapwing")
    agnes = Person.objects.create(
        name="Agnes Brandt", sort_name="Brandt, Agnes", comparison_key="agnes brandt", sort_key="brandt agnes",
        listed=True,
    )  # fmt: skip
    return {
        "opening": _game(
            "opening", "Agnes Brandt", "Søren Møller", event="Spring Open", event_key="spring open", round="1",
            sort_date=date(2026, 3, 1), date_from=date(2026, 3, 1), date_to=date(2026, 3, 1), ply_count=40,
            club=lapwing, first_person=agnes, first_link="exact", comments="a bold sacrifice",
        ),
        "return": _game(
            "return", "Søren Møller", "Agnes Brandt", result="0-1", termination="time", ply_count=12, setup="open",
            sort_date=date(2026, 5, 1), date_from=date(2026, 5, 1), date_to=date(2026, 5, 31), first_express=1,
            second_person=agnes, second_link="confirmed", verdict="nothing",
        ),
        "stratego": _game(
            "stratego", "Søren Møller", "Bo Lind", kind="stratego", setup="chosen", result="1/2-1/2", ply_count=300,
            sort_date=date(2026, 4, 1), date_from=date(2026, 4, 1), date_to=date(2026, 4, 1), verdict="repetition",
        ),
        "old": _game("old", "Bo Lind", "Kim Ito", result="*", termination="unterminated", second_express=2),
    }  # fmt: skip


def _game(key: str, first: str, second: str, *, comments: str = "", **values: Any) -> Game:
    keys = {"first_key": comparison_key(first), "second_key": comparison_key(second)}
    text = " ".join([*keys.values(), values.get("event_key", ""), comments])
    game = make_game(key, first_name=first, second_name=second, search_text=text, **keys, **values)
    GameText.objects.create(game=game, canonical="x")
    return game


def found(query: str, archive: dict[str, Game]) -> set[str]:
    actor = AnonymousUser()
    filters = GameFilters(QueryDict(query), visible_games(actor), actor=actor)
    assert filters.is_valid(), filters.errors
    names = {game.pk: name for name, game in archive.items()}
    return {names[game.pk] for game in filters.qs}


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("", {"opening", "return", "stratego", "old"}),
        ("kind=stratego", {"stratego"}),
        ("player=moller", {"opening", "return", "stratego"}),
        ("player=M%C3%98LLER+s%C3%B8", {"opening", "return", "stratego"}),
        ("player=ller", set()),
        ("player=bold+brandt", set()),
        ("event=brandt", set()),
        ("player=moller&colour=first", {"return", "stratego"}),
        ("player=moller&opponent=brandt", {"opening", "return"}),
        ("player=moller&opponent=brandt&colour=second", {"opening"}),
        ("opponent=ito", {"old"}),
        ("result=1-0", {"opening"}),
        ("result=1/2-1/2", {"stratego"}),
        ("termination=time", {"return"}),
        ("event=open", {"opening"}),
        ("club=lapwing", {"opening"}),
        ("round=1", {"opening"}),
        ("since=2026-04-01", {"return", "stratego"}),
        ("until=2026-04-01", {"opening", "stratego"}),
        ("since=2026-05-20&until=2026-05-21", {"return"}),
        ("shortest=13&longest=40", {"opening"}),
        ("setup=open", {"return"}),
        ("first_express=1", {"return"}),
        ("second_express=2", {"old"}),
        ("adjudicated=any", {"stratego"}),
        ("adjudicated=nothing", {"return"}),
        ("q=sacrifice", {"opening"}),
        ("q=bold+brandt", {"opening"}),
        ("q=lind", {"stratego", "old"}),
        ("kind=barragoon&player=moller&result=0-1&longest=20", {"return"}),
        ("kind=stratego&result=1-0", set()),
        ("q=%27%3A*+%26+%21", {"opening", "return", "stratego", "old"}),
    ],
)
def test_filters_find_what_they_say_and_combine(
    archive: dict[str, Game], query: str, expected: set[str]
) -> None:
    assert found(query, archive) == expected


@pytest.mark.postgres
def test_words_of_players_and_events_are_looked_up_once_whatever_the_seats(archive: dict[str, Game]) -> None:
    """To go through the index once for each seat takes a large archive twice as long."""
    actor = AnonymousUser()
    query = QueryDict("player=soren+moller&opponent=agnes&event=spring")
    filters = GameFilters(query, visible_games(actor).order_by(), actor=actor)
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")  # four games would be read through

    plan = filters.qs.order_by().explain()

    words = " & ".join(f"{word}:*" for word in ("soren", "moller", "agnes", "spring"))
    asked = [line.strip().replace("'", "") for line in plan.splitlines() if "Index Cond" in line]
    assert asked == [f"Index Cond: (search_words @@ {words}::tsquery)"]
    assert [game.pk for game in filters.qs] == [archive["opening"].pk]


@pytest.mark.parametrize(("colour", "expected"), [("", {"opening", "return"}), ("second", {"return"})])
def test_a_person_is_found_whatever_the_name_in_the_record(
    archive: dict[str, Game], colour: str, expected: set[str]
) -> None:
    Game.objects.update(first_name="A. B.", first_key="a b", second_name="B. A.", second_key="a b")

    assert found(f"person={Person.objects.get().pk}&colour={colour}", archive) == expected


@pytest.mark.parametrize(
    "query",
    ["kind=chess", "result=9", "since=tomorrow", "shortest=-1", "shortest=1.5", "person=99999999999", "club=nowhere",
     "adjudicated=perhaps", "colour=red"],
)  # fmt: skip
def test_nonsense_is_said_to_be_nonsense(query: str) -> None:
    filters = GameFilters(QueryDict(query), Game.objects.all(), actor=AnonymousUser())

    assert not filters.is_valid()
    assert list(filters.errors) == [query.partition("=")[0]]


def test_comments_of_a_game_under_embargo_are_not_searched(archive: dict[str, Game]) -> None:
    Game.objects.update(kind="stratego", visibility="embargoed")

    assert found("q=sacrifice", archive) == set()
    assert found("q=brandt", archive) == {"opening", "return"}


def test_under_an_embargo_words_may_stand_in_several_of_the_fields_that_everybody_reads(
    archive: dict[str, Game],
) -> None:
    Game.objects.update(kind="stratego", visibility="embargoed")

    assert found("q=brandt+moller", archive) == {"opening", "return"}
    assert found("q=brandt+spring", archive) == {"opening"}
    assert found("q=brandt+bold", archive) == set()


def test_the_games_of_an_event_are_the_records_of_its_boards(archive: dict[str, Game]) -> None:
    section = running_section(name="Winter Cup")
    board_of(section)
    Pairing.objects.filter(board=1).update(game=archive["old"])
    event = section.event

    assert archive["old"].event == ""
    assert found(f"of_event={event.pk}", archive) == {"old"}
    assert found(f"of_event={event.pk}&q=brandt", archive) == set()
    assert found(f"of_event={event.pk + 1}", archive) == set()
    event.state = EventState.DRAFT
    event.save()
    assert found(f"of_event={event.pk}", archive) == set()


@pytest.mark.parametrize("few", [2000, 9, 2])
def test_pages_lead_through_the_whole_list_and_back(monkeypatch: pytest.MonkeyPatch, few: int) -> None:
    """Alike whether all games of the list are known, or too many for that."""
    monkeypatch.setattr(pages, "MAX_COUNTED", few)
    monkeypatch.setattr(reading_few, "MAX_COUNTED", few)
    games = [make_game(str(day), sort_date=date(2026, 1, 1 + day // 3)) for day in range(10)]
    newest_first = sorted(games, key=lambda game: (game.sort_date, game.pk), reverse=True)

    first = get_page(Game.objects.all(), size=4)
    second = get_page(Game.objects.all(), size=4, after=first.older)
    third = get_page(Game.objects.all(), size=4, after=second.older)
    back = get_page(Game.objects.all(), size=4, before=third.newer)

    assert [*first.games, *second.games, *third.games] == newest_first
    assert (first.newer, third.older) == ("", "")
    assert back.games == second.games
    assert first.count == min(10, few + 1)
    assert first.there_are_more == (few < 10)


@pytest.mark.parametrize("place", ["", "x", "2026-99-99.1", "0001-01-01", "2026-01-01.99999999999999999999"])
def test_a_place_that_is_none_is_the_beginning(place: str) -> None:
    game = make_game("a")

    assert get_page(Game.objects.all(), after=place).games == [game]


@pytest.mark.parametrize("few", [2000, 1])
@pytest.mark.parametrize("place", [{"after": "2026-01-01.1"}, {"before": "2026-01-02.99"}])
def test_a_place_behind_the_end_is_the_beginning(
    monkeypatch: pytest.MonkeyPatch, few: int, place: dict[str, str]
) -> None:
    monkeypatch.setattr(pages, "MAX_COUNTED", few)
    monkeypatch.setattr(reading_few, "MAX_COUNTED", few)
    games = [make_game(str(day), pk=day + 2, sort_date=date(2026, 1, 1 + day)) for day in range(2)]

    assert get_page(Game.objects.all(), **place) == pages.GamePage(games[::-1], "", "", 2)
    assert get_page(Game.objects.none(), **place).games == []


def test_a_page_of_few_games_takes_two_queries_and_of_none_one(
    archive: dict[str, Game], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(2):
        assert len(get_page(Game.objects.all()).games) == len(archive)
    with django_assert_num_queries(1):
        assert get_page(Game.objects.filter(first_key="nobody")).games == []


@pytest.mark.parametrize("few", [1000, 1])
def test_the_search_gives_the_newest_however_many_there_are(
    monkeypatch: pytest.MonkeyPatch, few: int
) -> None:
    monkeypatch.setattr(games_in_search, "MAX_KEYS", few)
    for day in (2, 9, 5):
        make_game(str(day), sort_date=date(2026, 1, day), date=f"2026.01.{day:02}", first_key="brandt agnes")

    found = find_games(AnonymousUser(), "agnes", 2)

    assert [one.note.rpartition(" · ")[2] for one in found] == ["2026.01.09", "2026.01.05"]
