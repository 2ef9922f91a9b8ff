"""Ratings that clubs bring along: given with source and date, provisional, one in force, corrected by new versions."""

import datetime

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from audit.models import AuditEntry
from core.errors import Refused
from players.clubs.services.members import add_member
from players.clubs.services.recognition import recognise_club, withdraw_recognition
from players.models import ChangeKind, Club, Person, RatingPool, Role, StartingRating, User
from players.people.services.merges import merge_people
from players.people.services.people import create_person
from players.rating_lists.services.starting_ratings import give_starting_rating, withdraw_starting_rating
from players.ratings import Elo, EloParameters, store_system
from tests.core.api.client import ApiClient, client_for, make_member
from tests.players.rating_lists.builders import a_pool, days_ago, event, game, rate, ratings, work

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return Club.objects.create(name="Lapwing", slug="lapwing")


@pytest.fixture
def organiser(club: Club) -> User:
    account = make_member(club, "Olga", Role.ORGANISER).account
    assert account is not None
    return account


@pytest.fixture
def anna(club: Club) -> Person:
    return make_member(club, "Anna", listed=True)


@pytest.fixture
def bela(club: Club) -> Person:
    return make_member(club, "Bela", listed=True)


@pytest.fixture
def pool(club: Club) -> RatingPool:
    return a_pool("own", club=club)


def give(pool: RatingPool, player: Person, rating: int, club: Club, **changes: object) -> StartingRating:
    values = {"source": "DWZ list", "dated_on": days_ago(30), **changes}
    given = give_starting_rating(actor=None, club=club, pool=pool, player=player, rating=rating, **values)  # type: ignore[arg-type]
    work()
    return given


def test_it_is_the_first_rating_and_marked_provisional(
    client: Client, visitor: ApiClient, pool: RatingPool, club: Club, anna: Person
) -> None:
    give(pool, anna, 1720, club)

    (row,) = client.get("/ratings/own/").context["rows"]
    assert (row.player, row.shown, row.games, row.provisional) == (anna, 1720, 0, True)
    (listed,) = visitor.get("ratings/?pool=own").json()["results"]
    assert (listed["rating"], listed["provisional"]) == (1720, True)
    (panel,) = [
        each for each in client.get(anna.get_absolute_url()).context["panels"] if each.key == "ratings"
    ]
    assert "provisional" in panel.content
    page = client.get(f"/ratings/own/players/{anna.pk}/")
    assert (page.context["starting"].source, page.context["starting"].club) == ("DWZ list", club)


@pytest.mark.parametrize("method", ["glicko-2", "elo-fide-2024"])
def test_games_are_rated_from_it_until_it_is_provisional_no_more(
    club: Club, anna: Person, bela: Person, method: str
) -> None:
    system = {} if method == "glicko-2" else {"system": store_system(Elo(EloParameters(provisional_games=2)))}
    pool = a_pool("own", club=club, method=method, **system)
    give(pool, anna, 1720, club)
    give(pool, bela, 1700, club)

    for number in range(1, 40):
        rate(event(str(number), ended=29 - number % 28, club=club), [game("1", anna, bela, "½-½")])

    assert {name: round(value or 0, -2) for name, value in ratings(pool).items()} == {
        "Anna": 1700,
        "Bela": 1700,
    }
    assert all(row.games == 39 for row in pool.ratings.filter(until_version=None))


def test_a_correction_is_a_new_version_and_keeps_what_was(
    pool: RatingPool, club: Club, anna: Person, bela: Person
) -> None:
    give(pool, anna, 1720, club)
    rate(event(club=club), [game("1", anna, bela)])
    before = ratings(pool)["Anna"]

    give(pool, anna, 1920, club)

    after = ratings(pool)["Anna"]
    assert before is not None
    assert after is not None
    assert after > before
    assert [row.rating for row in StartingRating.objects.order_by("pk")] == [1720, 1920]
    newest = pool.versions.first()
    assert newest is not None
    assert newest.changes.get().kind == ChangeKind.STARTING


def test_the_same_again_changes_nothing(pool: RatingPool, club: Club, anna: Person) -> None:
    give(pool, anna, 1720, club)
    lines = AuditEntry.objects.count()

    give(pool, anna, 1720, club)

    assert (StartingRating.objects.count(), AuditEntry.objects.count()) == (1, lines)


def test_withdrawn_it_leaves_the_list(pool: RatingPool, club: Club, anna: Person) -> None:
    withdraw_starting_rating(actor=None, given=give(pool, anna, 1720, club))
    work()

    assert ratings(pool) == {}
    assert AuditEntry.objects.latest("pk").before["rating"] == 1720


def test_only_one_is_in_force(pool: RatingPool, club: Club, anna: Person) -> None:
    row = give(pool, anna, 1720, club)
    row.pk = None

    with pytest.raises(IntegrityError), transaction.atomic():
        row.save(force_insert=True)


def test_who_has_a_rating_gets_no_other_one_to_start_with(
    pool: RatingPool, club: Club, anna: Person, bela: Person
) -> None:
    rate(event(club=club), [game("1", anna, bela)])

    with pytest.raises(Refused):
        give(pool, anna, 2400, club)


def test_what_was_played_before_its_date_counts_for_more(
    pool: RatingPool, club: Club, anna: Person, bela: Person
) -> None:
    give(pool, anna, 2400, club, dated_on=days_ago(5))

    rate(event(ended=20, club=club), [game("1", anna, bela)])

    assert (ratings(pool)["Anna"] or 0) < 1800


@pytest.mark.parametrize(
    "changes",
    [{"source": " "}, {"source": "x" * 201}, {"dated_on": datetime.date(2999, 1, 1)}],
    ids=["no source", "long source", "future"],
)
def test_what_cannot_be_meant_is_refused(
    pool: RatingPool, club: Club, anna: Person, changes: dict[str, object]
) -> None:
    with pytest.raises(Refused):
        give(pool, anna, 1720, club, **changes)


@pytest.mark.parametrize("rating", [0, 99, 4001])
def test_impossible_ratings_are_refused(pool: RatingPool, club: Club, anna: Person, rating: int) -> None:
    with pytest.raises(Refused):
        give(pool, anna, rating, club)


def test_a_club_gives_them_to_its_members_in_its_own_lists(
    pool: RatingPool, club: Club, anna: Person
) -> None:
    other = Club.objects.create(name="Crow", slug="crow")
    stranger = make_member(other, "Eve")
    for player, giver in ((stranger, club), (anna, other), (stranger, other)):
        with pytest.raises(Refused):
            give(pool, player, 3000, giver)


def test_for_a_list_across_clubs_only_recognised_clubs_give_them(club: Club, anna: Person) -> None:
    common = a_pool("all")
    with pytest.raises(Refused):
        give(common, anna, 1720, club)
    recognise_club(actor=None, club=club, reason="Visited.")
    club.refresh_from_db()

    give(common, anna, 1720, club)
    assert ratings(common) == {"Anna": 1720}

    withdraw_recognition(actor=None, club=club, reason="Gone.")
    work()
    assert ratings(common) == {}


def test_another_club_does_not_change_it(anna: Person, club: Club) -> None:
    Club.objects.update(recognised_at=timezone.now())
    common = a_pool("all")
    give(common, anna, 1720, club)
    other = Club.objects.create(name="Crow", slug="crow", recognised_at=timezone.now())
    add_member(actor=None, club=other, person=anna)

    with pytest.raises(Refused):
        give(common, anna, 3000, other)


def test_an_organiser_gives_and_withdraws_them_on_a_page(
    client: Client, pool: RatingPool, organiser: User, anna: Person
) -> None:
    client.force_login(organiser)
    address = "/ratings/own/starting/lapwing/"
    client.post(address, {"player": anna.pk, "rating": 1720, "source": "DWZ", "dated_on": str(days_ago(3))})
    given = StartingRating.objects.get()
    assert (given.rating, given.given_by) == (1720, organiser)
    assert list(client.get("/ratings/own/starting/").context["page"]) == [given]

    client.post(f"{address}{given.pk}/withdraw/")

    given.refresh_from_db()
    assert given.ended_at is not None


def test_they_are_given_in_the_api(
    pool: RatingPool, organiser: User, anna: Person, visitor: ApiClient
) -> None:
    api = client_for(Person.objects.get(account=organiser))
    body = {"pool": "own", "club": "lapwing", "player": anna.pk, "rating": 1720, "source": "DWZ",
            "date": str(days_ago(3))}  # fmt: skip

    made = api.post("starting-ratings/", body)

    assert made.status_code == 201
    assert [row["rating"] for row in visitor.get("starting-ratings/?pool=own").json()["results"]] == [1720]
    assert client_for(anna).post("starting-ratings/", body).status_code == 403
    assert api.delete(f"starting-ratings/{made.json()['id']}/").status_code == 204


def test_two_profiles_that_become_one_have_one(pool: RatingPool, club: Club, anna: Person) -> None:
    double = create_person(actor=None, name="Ann", club=club)
    add_member(actor=None, club=club, person=double)
    give(pool, anna, 1720, club)
    give(pool, double, 1500, club)

    merge_people(actor=None, kept=anna, merged=double)
    work()

    assert ratings(pool) == {"Anna": 1720}
