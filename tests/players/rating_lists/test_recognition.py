"""A new club's events count for its own lists; lists across clubs take recognised clubs only."""

import pytest
from django.test import Client
from django.utils import timezone

from audit.models import AuditEntry
from core.errors import Refused
from players.clubs.services.clubs import create_club
from players.clubs.services.recognition import recognise_club, withdraw_recognition
from players.models import ChangeKind, Club, ListVersion, Person, RatingPool, User
from players.rating_lists.services.results import submit_results
from tests.core.api.client import ApiClient
from tests.players.rating_lists.builders import (
    a_pool,
    days_ago,
    event,
    free_game,
    game,
    people,
    rate,
    ratings,
    work,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def founder() -> User:
    return User.objects.create(email="otto@example.org", password="!", display_name="Otto")


@pytest.fixture
def new_club(founder: User) -> Club:
    return create_club(actor=founder, name="Crow")


@pytest.fixture
def administrator() -> User:
    return User.objects.create(email="root@example.org", password="!", display_name="Root", is_staff=True)


@pytest.fixture
def two() -> list[Person]:
    return people("Anna", "Bela")


@pytest.fixture
def pools(new_club: Club) -> tuple[RatingPool, RatingPool]:
    """The club's own list, and the one across clubs."""
    return a_pool("own", club=new_club), a_pool("all")


def test_a_new_club_is_not_recognised(new_club: Club) -> None:
    assert new_club.recognised_at is None


def test_events_of_a_new_club_count_for_its_own_list_only(
    new_club: Club, pools: tuple[RatingPool, RatingPool], two: list[Person]
) -> None:
    rate(event(club=new_club), [game("1", *two)])

    own, common = pools
    assert set(ratings(own)) == {"Anna", "Bela"}
    assert ratings(common) == {}


def test_recognition_and_its_withdrawal_recompute_the_list_as_new_versions(
    new_club: Club, pools: tuple[RatingPool, RatingPool], two: list[Person], administrator: User
) -> None:
    _own, common = pools
    rate(event(club=new_club), [game("1", *two)])

    recognise_club(actor=administrator, club=new_club, reason="Visited.")
    work()
    assert set(ratings(common)) == {"Anna", "Bela"}

    withdraw_recognition(actor=administrator, club=new_club, reason="Invented results.")
    work()
    assert ratings(common) == {}
    versions = ListVersion.objects.filter(pool=common).order_by("number")
    assert [version.changes.get().kind for version in versions] == [ChangeKind.RECOGNITION] * 2
    assert versions[1].changes.get().reason == "Crow: Invented results."
    assert list(AuditEntry.objects.order_by("pk").values_list("action", flat=True))[-2:] == [
        "club.recognised",
        "club.recognition_withdrawn",
    ]


def test_recognising_twice_changes_nothing(new_club: Club, administrator: User) -> None:
    recognise_club(actor=administrator, club=new_club, reason="Visited.")
    lines = AuditEntry.objects.count()

    recognise_club(actor=administrator, club=new_club, reason="Visited again.")

    assert AuditEntry.objects.count() == lines


def test_recognition_needs_a_reason(new_club: Club, administrator: User) -> None:
    with pytest.raises(Refused):
        recognise_club(actor=administrator, club=new_club, reason=" ")


def test_a_free_game_without_a_club_counts_across_clubs_if_both_belong_to_recognised_ones(
    new_club: Club, two: list[Person]
) -> None:
    common = a_pool("all")
    known = Club.objects.create(name="Lapwing", slug="lapwing", recognised_at=timezone.now())
    sources = {
        "1": free_game("1", days_ago(70), first_club=None, second_club=None),
        "2": free_game("2", days_ago(70), first_club=known, second_club=new_club),
        "3": free_game("3", days_ago(70), first_club=known, second_club=known),
    }
    for key in ("1", "2"):
        submit_results(actor=None, source=sources[key], results=[game("1", *two, day=days_ago(70))])
    work()
    assert ratings(common) == {}

    rate(sources["3"], [game("1", *two, day=days_ago(70))])

    assert set(ratings(common)) == {"Anna", "Bela"}


def test_a_pool_shows_which_clubs_feed_it(
    client: Client,
    visitor: ApiClient,
    new_club: Club,
    pools: tuple[RatingPool, RatingPool],
    two: list[Person],
) -> None:
    Club.objects.create(name="Lapwing", slug="lapwing", recognised_at=timezone.now())
    rate(event(club=new_club), [game("1", *two)])

    assert [(club.slug, club.results) for club in client.get("/ratings/all/clubs/").context["page"]] == [
        ("lapwing", 0)
    ]
    assert visitor.get("rating-pools/own/clubs/").json()["results"] == [
        {"slug": "crow", "name": "Crow", "results": 1}
    ]


def test_only_administrators_recognise_clubs(
    client: Client, new_club: Club, founder: User, administrator: User
) -> None:
    address = "/clubs/crow/recognition/"
    client.force_login(founder)
    assert client.post(address, {"step": "recognise", "reason": "Mine."}).status_code == 404
    assert client.get("/clubs/recognition/").status_code == 404

    client.force_login(administrator)
    assert [club.slug for club in client.get("/clubs/recognition/").context["page"]] == ["crow"]
    client.post(address, {"step": "recognise", "reason": "Visited."})

    new_club.refresh_from_db()
    assert new_club.recognised_by == administrator
    client.post(address, {"step": "withdraw", "reason": "Gone."})
    new_club.refresh_from_db()
    assert new_club.recognised_at is None
