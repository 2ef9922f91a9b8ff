"""Free games of the archive reach the rating lists, once, and leave them when they should."""

import datetime
from contextlib import suppress

import pytest
from django.utils import timezone

from core.errors import Refused
from games.archive.jobs import order_due_ratings, sync_rating
from games.linking.services import link_players
from games.models import Game, RatingOrder, Visibility
from games.submissions.services.uploads import submit_text
from players.models import Club, Person, RatedResult, ResultSource, SourceKind, User
from players.people.services.people import create_person
from tests.games.archive.free_games import confirm
from tests.games.records import BARRAGOON
from tests.jobs.job_runner import run_jobs

pytestmark = pytest.mark.django_db


@pytest.fixture
def people(agnes: Person) -> tuple[Person, Person]:
    bo = create_person(actor=None, name="Bo Lind")
    Person.objects.update(listed=True)
    return agnes, bo


def submitted(text: str = BARRAGOON, **wishes: object) -> Game:
    submit_text(account=None, text=text, **wishes)  # type: ignore[arg-type]
    run_jobs()
    game = Game.objects.latest("pk")
    with suppress(Refused):  # what could not count needs no confirmation
        confirm(game)
    run_jobs()
    return game


def counted() -> list[tuple[int | None, int, int | None, int, int]]:
    rows = RatedResult.objects.filter(source__taken_back_at=None).order_by("archived_game")
    return [
        (row.archived_game, row.first_id, row.second_id, row.first_half_points, row.second_half_points)
        for row in rows
    ]


def test_an_accepted_game_of_two_known_people_is_handed_over(
    people: tuple[Person, Person], club: Club
) -> None:
    agnes, bo = people
    game = submitted(club=club)

    assert counted() == [(game.pk, agnes.pk, bo.pk, 2, 0)]
    source = ResultSource.objects.get()
    assert (source.kind, source.key, source.club, source.end) == (
        SourceKind.FREE_GAME,
        str(game.pk),
        club,
        datetime.date(2026, 11, 12),
    )


def test_looking_again_changes_nothing(people: tuple[Person, Person]) -> None:
    game = submitted()
    before = list(ResultSource.objects.values()), list(RatedResult.objects.values())

    sync_rating(game.pk)
    assert order_due_ratings() == 0

    assert (list(ResultSource.objects.values()), list(RatedResult.objects.values())) == before


@pytest.mark.parametrize(
    "change",
    [
        {"result": "*", "termination": "unterminated"},
        {"visibility": Visibility.PRIVATE},
        {"visibility": Visibility.EMBARGOED},
        {"date_to": None},
        {"date_from": datetime.date(2026, 1, 1)},
        {"date_from": datetime.date(2999, 1, 1), "date_to": datetime.date(2999, 1, 1)},
        {"setup": "position"},
        {"first_person": None, "first_link": ""},
        {"result": "1/2-1/2", "termination": "forfeit"},
    ],
    ids=lambda change: "-".join(change),
)
def test_what_a_rating_officer_would_not_count_is_taken_back(
    people: tuple[Person, Person], change: dict[str, object]
) -> None:
    game = submitted()
    Game.objects.filter(pk=game.pk).update(**change)

    assert order_due_ratings() == 1
    run_jobs()

    assert counted() == []
    assert order_due_ratings() == 0


def test_a_game_counts_when_its_embargo_is_over(people: tuple[Person, Person]) -> None:
    tomorrow = timezone.now() + datetime.timedelta(days=1)
    game = submitted(visibility=Visibility.EMBARGOED, embargo_until=tomorrow)
    assert counted() == []
    Game.objects.update(embargo_until=timezone.now())

    assert order_due_ratings() == 1
    run_jobs()
    confirm(game)
    run_jobs()

    assert [row[0] for row in counted()] == [game.pk]


def test_linking_and_parting_people_reaches_the_lists(people: tuple[Person, Person], arbiter: User) -> None:
    agnes, bo = people
    cora = create_person(actor=None, name="Cora Rohn")
    game = submitted()

    link_players(actor=arbiter, game=game, first=agnes, second=cora)
    confirm(game)
    run_jobs()
    assert counted() == [(game.pk, agnes.pk, cora.pk, 2, 0)]

    link_players(actor=arbiter, game=game, first=agnes, second=None)
    run_jobs()
    assert counted() == []

    link_players(actor=arbiter, game=game, first=agnes, second=bo)
    confirm(game)
    run_jobs()
    assert counted() == [(game.pk, agnes.pk, bo.pk, 2, 0)]


def test_an_order_that_was_lost_is_made_good_at_night(people: tuple[Person, Person]) -> None:
    submitted()
    ResultSource.objects.all().delete()
    RatingOrder.objects.all().delete()

    assert order_due_ratings() == 1
    run_jobs()

    assert len(counted()) == 1
