"""Rating lists, versions, the ledger, histories and what-if in the API."""

import pytest
from pytest_django import DjangoAssertNumQueries

from players.models import LedgerLine, ListVersion, RatingPool
from players.rating_lists.services.results import correct_results
from tests.core.api.client import ApiClient
from tests.players.rating_lists.builders import a_pool, event, game, people, rate, work

pytestmark = pytest.mark.django_db


@pytest.fixture
def pool() -> RatingPool:
    pool = a_pool()
    ann, ben, cleo = people("Ann", "Ben", "Cleo")
    rate(event("1", ended=30), [game("1", ann, ben)])
    rate(event("2", ended=20), [game("1", ann, cleo)])
    correct_results(
        actor=None, source=event("1", ended=30), results=[game("1", ann, ben, "½-½")], reason="Slip"
    )
    work()
    return pool


def test_pools_are_listed_with_their_parameters(visitor: ApiClient, pool: RatingPool) -> None:
    (found,) = visitor.get("rating-pools/").json()["results"]

    assert (found["slug"], found["game"], found["club"]) == ("all", "barragoon", None)
    assert found["system"]["parameters"]["tau"] == 0.5
    assert visitor.get("rating-pools/all/").json() == found
    assert visitor.get("rating-pools/nothing/").status_code == 404


def test_a_list_comes_in_pages_with_ranks(
    visitor: ApiClient,
    pool: RatingPool,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    whole = visitor.get("ratings/", pool="all").json()["results"]
    assert [(row["rank"], row["name"]) for row in whole] == [(1, "Ann"), (2, "Ben"), (3, "Cleo")]
    first = visitor.get("ratings/", pool="all", limit=1).json()
    assert first["results"] == whole[:1]
    second = visitor.get(first["next"].split("/api/v1/")[1]).json()
    assert second["results"] == whole[1:2]
    with django_assert_num_queries(4):
        visitor.get("ratings/", pool="all")
    assert visitor.get("ratings/", pool="all", on="2020-01-01").json()["results"] == []
    assert visitor.get("ratings/", pool="all", on="never").status_code == 400
    assert visitor.get("ratings/").status_code == 400
    assert visitor.get("ratings/", pool="nothing").status_code == 400


def test_versions_tell_what_changed_and_why(visitor: ApiClient, pool: RatingPool) -> None:
    listed = visitor.get("rating-versions/", pool="all").json()["results"]
    assert [version["number"] for version in listed] == [3, 2, 1]

    newest = visitor.get(f"rating-versions/{ListVersion.objects.get(number=3).pk}/").json()

    assert [(each["kind"], each["reason"]) for each in newest["reasons"]] == [("corrected", "Slip")]
    assert {each["name"] for each in newest["changes"]} == {"Ann", "Ben", "Cleo"}


def test_history_and_ledger_have_every_number(visitor: ApiClient, pool: RatingPool) -> None:
    line = LedgerLine.objects.filter(player__name="Ann", period__until_version=None).latest("period__number")

    history = visitor.get("ledger-lines/", pool="all", player=line.player_id).json()["results"]
    whole = visitor.get(f"ledger-lines/{line.pk}/").json()

    assert [each["period"] for each in history] == [2, 1]
    assert history[0].items() <= whole.items()
    assert whole["after"]["rating"] == line.rating_after
    assert whole["games"][0]["actual"] == 1.0
    assert whole["system"]["system"] == "glicko-2"


def test_what_if_answers_as_the_page_does(visitor: ApiClient, pool: RatingPool) -> None:
    ann, ben, _ = (rating.player_id for rating in pool.ratings.filter(until_version=None).order_by("player"))

    answer = visitor.get("rating-pools/all/what-if/", player=ann, opponent=ben).json()

    assert answer["win"]["change"] > 0 > answer["loss"]["change"]
    assert 0.5 < answer["expected"] < 1
    handicap = visitor.get("rating-pools/all/what-if/", player=ann, opponent=ben, level=1).json()
    assert handicap["uncounted"] == "handicap game"
    assert visitor.get("rating-pools/all/what-if/", player=ann, opponent=ann).status_code == 400
    assert visitor.get("rating-pools/all/what-if/", player=ann, opponent=10**12).status_code == 400
