"""How many queries the list of games takes: with each of its filters, from each seat, however many games there are."""

from collections.abc import Generator
from datetime import date
from typing import Any, NamedTuple

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoDbBlocker

from games.archive.forms import GameFilters
from games.archive.selectors.pages import GAMES_PER_PAGE
from games.models import GameText
from players.models import Person
from tests.games.builders import make_game
from tests.module_rows import module_rows
from tests.permissions.world import Viewer, World
from tests.tournaments.builders import make_event, make_round, make_section
from tournaments.events.services.events import appoint_arbiter
from tournaments.models import Entry, EventState, Pairing

# Django asks both databases as often; test_filters.py has both of them answer.
pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

FEW, MANY = 2, GAMES_PER_PAGE + 10


class Furnished(NamedTuple):
    """The world with an event of its club; two of its games are in the archive, and every filter finds them."""

    world: World
    pairing: Pairing

    def address(self, query: str) -> str:
        return "/games/?" + query.format(
            person=self.world.paula.pk, event=self.pairing.round.section.event_id
        )

    def add_games(self, numbers: range) -> None:
        for number in numbers:
            game = make_game(str(number), **self._head(), visibility=("public", "club")[number % 2])
            GameText.objects.create(game=game, canonical="x")
            Pairing.objects.create(
                round=self.pairing.round, board=1, leg=number + 2, first=self.pairing.first,
                second=self.pairing.second, game=game,
            )  # fmt: skip

    def _head(self) -> dict[str, Any]:
        day = date(2026, 5, 1)
        return {
            "first_name": "Agnes Brandt", "first_key": "agnes brandt",
            "second_name": "Bo Lind", "second_key": "bo lind",
            "first_person": self.world.paula, "first_link": "confirmed", "event": "Spring Open",
            "event_key": "spring open", "round": "3", "sort_date": day, "date_from": day, "date_to": day,
            "ply_count": 40, "setup": "open", "first_express": 1, "second_express": 2, "verdict": "dead",
            "search_text": "agnes brandt bo lind spring open", "club": self.world.club, "confirmation": "waiting",
        }  # fmt: skip


@pytest.fixture(scope="module")
def furnished(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Generator[Furnished, None, None]:
    with module_rows(django_db_blocker):
        with django_db_blocker.unblock():
            made = event_with_games(World())
        yield made


def event_with_games(world: World) -> Furnished:
    Person.objects.filter(pk=world.paula.pk).update(listed=True)  # everybody may see her page
    event = make_event(club=world.club, state=EventState.RUNNING)
    appoint_arbiter(actor=None, event=event, person=world.people[Viewer.EVENT_ARBITER])
    section = make_section(event)
    for rank, person in enumerate((world.paula, world.unclaimed), start=1):
        Entry.objects.create(section=section, person=person, starting_rank=rank)
    make_round(section, 1, [(1, 2, "")])
    furnished = Furnished(world, Pairing.objects.select_related("round__section", "first", "second").get())
    furnished.add_games(range(FEW))
    return furnished


SEATS = (Viewer.VISITOR, Viewer.MEMBER, Viewer.ARBITER, Viewer.EVENT_ARBITER, Viewer.ADMINISTRATOR)
# The count with the keys, the page, who sees which whole, and the clubs to choose from.
FOR_A_VISITOR = 4
# And the session, the account; twice its clubs, the events it is arbiter of, and who it is.
FOR_AN_ACCOUNT = FOR_A_VISITOR + 2 + 2 * 3
# What is looked for in comments, or follows from hidden pieces, has to be seen whole: that is found out once more.
WHAT_MAY_BE_SEEN = 3
FILTERS = {
    "": 0, "kind=barragoon": 0, "player=agnes": 0, "player=agnes&colour=first": 0,
    "opponent=lind": 0, "result=1-0": 0, "termination=resigned": 0, "event=spring": 0, "round=3": 0,
    "since=2026-01-01": 0, "until=2026-12-31": 0, "shortest=10": 0, "longest=50": 0, "setup=open": 0,
    "first_express=1": 0, "second_express=2": 0,
    "person={person}": 2,  # whether the page may be seen, and the name
    "of_event={event}": 2,  # the event, which may be a draft, and its name
    "club=lapwing": 1,  # the club
    "q=agnes": None, "adjudicated=any": None, "adjudicated=dead": None, "confirmation=waiting": 0,
    "kind=barragoon&player=agnes&result=1-0&event=spring&club=lapwing&shortest=20": 1,
}  # fmt: skip


def expected(seat: Viewer, more: int | None) -> int:
    """`None` stands for a filter that asks once more what the reader may see."""
    if seat is Viewer.VISITOR:
        return FOR_A_VISITOR + (more or 0)
    return FOR_AN_ACCOUNT + (WHAT_MAY_BE_SEEN if more is None else more)


def test_every_filter_of_the_page_is_counted_here() -> None:
    names = {part.partition("=")[0] for query in FILTERS for part in query.split("&") if part}

    # What a position costs besides is counted in tests/games/positions/test_search.py.
    assert names | {"position"} == set(GameFilters.base_filters)


@pytest.mark.parametrize("games", [FEW, MANY])
def test_a_list_takes_so_many_queries_however_many_games_there_are(furnished: Furnished, games: int) -> None:
    furnished.add_games(range(FEW, games))
    counted, shown = {}, {}
    for seat in SEATS:
        client = furnished.world.browser_of(seat)
        for query in FILTERS:
            with CaptureQueriesContext(connection) as asked:
                page = client.get(furnished.address(query)).content.decode()
            counted[seat, query] = len(asked)
            shown[seat, query] = page.count('<h3><a href="/games/')

    assert counted == {
        (seat, query): expected(seat, more) for seat in SEATS for query, more in FILTERS.items()
    }
    seen = {seat: games // 2 if seat is Viewer.VISITOR else games for seat in SEATS}
    assert shown == {(seat, query): min(seen[seat], GAMES_PER_PAGE) for seat in SEATS for query in FILTERS}
