"""Pages of rating lists: what they show, to whom, and with how many queries."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.http import StreamingHttpResponse
from django.test import Client, RequestFactory
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from core.web.panels import render_panels
from players.clubs.presenters import CLUB_PAGE
from players.models import (
    Club,
    LedgerLine,
    ListVersion,
    Person,
    RatingPool,
    SourceKind,
    User,
)
from players.models.ledger_protection import PROTECTION
from players.rating_lists.presenters.performance import performances_of
from players.rating_lists.selectors.advice import VERDICT_LABELS
from players.rating_lists.services.results import correct_results, submit_results, withdraw_results
from players.ratings import HandicapVerdict
from tests.markup import compact
from tests.players.rating_lists.builders import a_pool, days_ago, event, game, people, rate, work

pytestmark = pytest.mark.django_db

QUERIES = {
    "/ratings/": 2,
    "/ratings/all/": 6,
    "/ratings/all/?page=2": 6,
    "/ratings/all/versions/": 4,
    "/ratings/all/versions/2/": 6,
    "/ratings/all/rules/": 1,
    "/ratings/all/movers/": 3,
    "/ratings/all/distribution/": 3,
}


@pytest.fixture
def pool() -> RatingPool:
    return a_pool()


@pytest.fixture
def players(pool: RatingPool) -> list[Person]:
    """Twelve people of whom each has beaten all that come later, in two events."""
    found = people(*(f"Player {letter}" for letter in "ABCDEFGHIJKL"))
    pairs = [(one, other) for index, one in enumerate(found) for other in found[index + 1 :]]
    results = [game(str(number), one, other) for number, (one, other) in enumerate(pairs)]
    rate(event("1", ended=40), results)
    rate(event("2", ended=20), results)
    return found


def text_of(client: Client, path: str) -> str:
    response = client.get(path)
    assert response.status_code == 200, path
    return compact(response)


def streamed(client: Client, path: str) -> str:
    response = client.get(path)
    assert isinstance(response, StreamingHttpResponse)
    assert "attachment" in response["Content-Disposition"]
    return b"".join(response.streaming_content).decode()  # type: ignore[arg-type]  no asynchronous server here


@pytest.mark.parametrize("path", QUERIES)
def test_list_pages_take_a_bounded_number_of_queries(
    client: Client,
    players: list[Person],
    path: str,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    with django_assert_num_queries(QUERIES[path]):
        assert client.get(path).status_code == 200


def test_pages_about_one_player_take_a_bounded_number_of_queries(
    client: Client, players: list[Person], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    line = LedgerLine.objects.filter(player=players[0]).latest("pk")
    for path, most in {
        f"/ratings/all/players/{players[0].pk}/": 9,
        f"/ratings/all/lines/{line.pk}/": 8,
        "/ratings/all/periods/1/": 4,
        f"/ratings/all/what-if/?player={players[0].pk}&opponent={players[1].pk}": 4,
        f"/ratings/all/handicap/?player={players[0].pk}&opponent={players[1].pk}": 5,
        f"/people/{players[0].pk}/": 8,
    }.items():
        with django_assert_num_queries(most):
            assert client.get(path).status_code == 200, path


def test_a_list_shows_ranks_ratings_and_what_is_provisional(client: Client, players: list[Person]) -> None:
    text = text_of(client, "/ratings/all/")

    assert text.index("Player A") < text.index("Player B") < text.index("Player L")
    assert text.count("prov.") == 2, "the best and the last, whose deviations are above 110"
    rate(event("3", ended=1), [game("1", players[5], *people("Newcomer"))])
    assert text_of(client, "/ratings/all/").count("prov.") == 3


def test_who_has_not_played_for_the_pools_time_leaves_the_list(client: Client, pool: RatingPool) -> None:
    ann, ben, cleo = people("Ann", "Ben", "Cleo")
    rate(event("1", ended=400), [game("1", ann, ben)])
    rate(event("2", ended=300), [game("1", ben, cleo)])

    text = text_of(client, "/ratings/all/")
    assert "Ann" not in text
    assert "Ben" in text
    assert "Cleo" in text


def test_the_list_of_a_past_day_is_the_one_that_could_be_seen_then(client: Client, pool: RatingPool) -> None:
    ann, ben = people("Ann", "Ben")
    rate(event("1", ended=30), [game("1", ann, ben)])
    past = timezone.now() - timedelta(days=5)
    # Versions cannot be changed; this one is made as if it had been published some days ago.
    version = ListVersion.objects.get()
    with _unprotected():
        ListVersion.objects.filter(pk=version.pk).update(published_at=past)
    correct_results(actor=None, source=event("1", ended=30), results=[game("1", ann, ben, "0-1")])
    work()

    then = json.loads(streamed(client, f"/ratings/all/list.json?on={past.date()}"))
    now = json.loads(streamed(client, "/ratings/all/list.json"))
    before = json.loads(streamed(client, f"/ratings/all/list.json?on={days_ago(20)}"))
    assert (then["version"], [row["name"] for row in then["ratings"]]) == (1, ["Ann", "Ben"])
    assert (now["version"], [row["name"] for row in now["ratings"]]) == (2, ["Ben", "Ann"])
    assert (before["version"], before["ratings"]) == (None, [])
    assert "version 1" in text_of(client, f"/ratings/all/?on={past.date()}")
    assert then["ratings"][0]["deviation"] < now["ratings"][0]["deviation"], "deviations grow with time"


def test_the_list_can_be_downloaded_as_csv(client: Client, pool: RatingPool) -> None:
    ann, ben = people("Ann", "Ben")
    rate(event("1", ended=0), [game("1", ann, ben)])

    lines = streamed(client, "/ratings/all/list.csv").splitlines()

    day = timezone.localdate().isoformat()
    assert lines == [
        "rank,player,name,country,rating,deviation,games,provisional,active_on",
        f"1,{ann.pk},Ann,,1662,290.23,1,True,{day}",
        f"2,{ben.pk},Ben,,1338,290.23,1,True,{day}",
    ]


@pytest.mark.parametrize("day", ["yesterday", "2026-13-01", "2026-02-30", "٣", "0", "99999-01-01"])
def test_a_day_that_is_none_is_told_and_nothing_breaks(client: Client, pool: RatingPool, day: str) -> None:
    assert "is not a date" in text_of(client, f"/ratings/all/?on={day}")
    assert client.get(f"/ratings/all/list.csv?on={day}").status_code == 404


def test_a_version_tells_what_changed_for_whom_and_why(client: Client, pool: RatingPool) -> None:
    ann, ben, cleo = people("Ann", "Ben", "Cleo")
    rate(event("1", ended=30), [game("1", ann, ben)])
    rate(event("2", ended=20), [game("1", ben, cleo)])
    correct_results(
        actor=None, source=event("1", ended=30), results=[game("1", ann, ben, "0-1")], reason="Misread slip"
    )
    work()

    text = text_of(client, "/ratings/all/versions/3/")

    assert "Misread slip" in text
    assert "results were corrected" in text
    assert "periods 1 to 2, lines: 4" in text
    assert '>Ann</a></th><td class="number">1662</td><td class="number">1338</td>' in text
    assert client.get("/ratings/all/versions/4/").status_code == 404


def test_every_number_leads_to_the_games_it_came_from(client: Client, pool: RatingPool) -> None:
    ann, ben = people("Ann", "Ben")
    rate(event("1", ended=30), [game("7", ann, ben, label="Round 1", url="/games/7/")])

    on_list = text_of(client, "/ratings/all/")
    player_page = f"/ratings/all/players/{ann.pk}/"
    assert player_page in on_list
    line = LedgerLine.objects.get(player=ann)
    assert f"/ratings/all/lines/{line.pk}/" in text_of(client, player_page)
    page = text_of(client, f"/ratings/all/lines/{line.pk}/")
    assert '<a href="/games/7/">Round 1</a>' in page
    for number in ("1500.00", "1662.21", "350.00", "290.23", "0.500", "+162.21"):
        assert number in page, number
    assert f"/ratings/all/lines/{LedgerLine.objects.get(player=ben).pk}/" in page


def test_a_replaced_line_stays_and_says_so(client: Client, pool: RatingPool) -> None:
    ann, ben = people("Ann", "Ben")
    rate(event("1", ended=30), [game("1", ann, ben)])
    line = LedgerLine.objects.get(player=ann)
    withdraw_results(actor=None, kind=SourceKind.EVENT, key="1", reason="Re-opened")
    work()

    text = text_of(client, f"/ratings/all/lines/{line.pk}/")

    assert "This line was replaced in version 2" in text
    assert "1662.21" in text
    assert "no longer on the list" in text_of(client, f"/ratings/all/players/{ann.pk}/")


def test_games_that_did_not_count_stand_there_with_the_reason(client: Client, pool: RatingPool) -> None:
    ann, ben = people("Ann", "Ben")
    rate(event("1", ended=9), [game("1", ann, ben), game("2", ben, ann, forfeit=True)])

    line = LedgerLine.objects.get(player=ann)
    assert "<td>forfeit</td>" in text_of(client, f"/ratings/all/lines/{line.pk}/")
    assert "<td>forfeit</td>" in text_of(client, "/ratings/all/periods/1/")


def test_what_if_gives_the_systems_own_answer(client: Client, pool: RatingPool) -> None:
    ann, ben = people("Ann", "Ben")
    rate(event("1", ended=0), [game("1", ann, ben)])

    text = text_of(client, f"/ratings/all/what-if/?player={ann.pk}&opponent=ben")

    assert "Expected score: 0.80" in text
    assert ">+57.9<" in text
    handicap = text_of(client, f"/ratings/all/what-if/?player={ann.pk}&opponent={ben.pk}&level=1")
    assert "would not count: handicap game" in handicap


def test_what_if_asks_who_is_meant(client: Client, players: list[Person]) -> None:
    text = text_of(client, "/ratings/all/what-if/?player=player&opponent=nobody")

    assert "Several people match “player”" in text
    assert "Nobody in this pool is called “nobody”" in text
    same = f"/ratings/all/what-if/?player={players[0].pk}&opponent={players[0].pk}"
    assert "Please choose two different people" in text_of(client, same)


def test_the_handicap_adviser_says_when_there_are_too_few_games(
    client: Client, players: list[Person]
) -> None:
    path = f"/ratings/all/handicap/?player={players[0].pk}&opponent={players[11].pk}"

    assert str(VERDICT_LABELS[HandicapVerdict.TOO_FEW_GAMES]) in text_of(client, path)


def test_the_handicap_adviser_learns_from_the_pools_handicap_games(client: Client, pool: RatingPool) -> None:
    strong, weak = people("Strong", "Weak")
    rate(event("1", ended=60), [game(str(n), strong, weak, "1-0" if n % 3 else "0-1") for n in range(24)])
    rate(
        event("2", ended=30),
        [game(str(n), strong, weak, "1-0" if n % 2 else "0-1", first_level=1) for n in range(60)],
    )

    text = text_of(client, f"/ratings/all/handicap/?player={strong.pk}&opponent={weak.pk}")

    assert "With these levels the game is even." in text
    assert "Levels: 1 against 0." in text
    assert client.get("/ratings/stratego/handicap/").status_code == 404


def test_movers_and_distribution_show_numbers_in_tables_too(client: Client, players: list[Person]) -> None:
    movers = text_of(client, "/ratings/all/movers/?days=30")
    assert movers.index("Biggest gains") < movers.index("Biggest losses")
    assert "No rating changed" not in movers
    distribution = text_of(client, "/ratings/all/distribution/")
    assert "<rect" in distribution
    assert "12 players on today’s list." in distribution
    assert "last 90 days" in text_of(client, "/ratings/all/movers/?days=nonsense")


def test_lists_say_how_many_players_they_have_also_those_of_an_earlier_release(
    client: Client, pool: RatingPool, players: list[Person]
) -> None:
    newest = ListVersion.objects.latest("number")
    assert newest.players == 12
    assert "12 players" in text_of(client, "/ratings/")

    uncounted = {"system": newest.system, "first_period": 1, "last_period": newest.last_period, "lines": 0}
    ListVersion.objects.create(pool=pool, number=newest.number + 1, **uncounted)
    assert "12 players" in text_of(client, "/ratings/")


def test_an_unlisted_person_has_a_line_in_the_ledger_and_no_statistics(
    client: Client, pool: RatingPool
) -> None:
    ann, ben = people("Ann", "Ben", listed=False)
    rate(event("1", ended=30), [game("1", ann, ben)])
    rate(event("2", ended=20), [game("1", ann, ben)])
    path = f"/ratings/all/players/{ann.pk}/"

    text = text_of(client, path)

    assert "Rating after each period" in text
    assert "Head to head" not in text
    assert 'class="chart__picture"' not in text
    assert f"/people/{ann.pk}/" not in text
    administrator = User.objects.create_user("a@example.org", None, display_name="A", is_staff=True)
    client.force_login(administrator, backend="django.contrib.auth.backends.ModelBackend")
    seen = text_of(client, path)
    assert "Head to head" in seen
    assert f"/people/{ann.pk}/" in seen


def test_a_persons_page_has_the_ratings_with_chart_and_table(
    client: Client, pool: RatingPool, players: list[Person]
) -> None:
    text = text_of(client, f"/people/{players[0].pk}/")

    (performance,) = performances_of([pool], players[0])
    titles = [str(title) for title, _ in performance.tables]
    assert len(titles) > 1
    for part in ("Latest results", "Head to head", *titles, "The chart as a table"):
        assert part in text, part
    assert text.count('class="chart__picture"') == 1


def test_a_clubs_page_has_the_best_of_its_lists(rf: RequestFactory) -> None:
    club = Club.objects.create(name="Lapwing", slug="lapwing")
    a_pool("ours", club=club)
    ann, ben = people("Ann", "Ben")
    rate(event("1", ended=30, club=club), [game("1", ann, ben)])

    request = rf.get("/clubs/lapwing/")
    request.user = AnonymousUser()

    (panel,) = [each for each in render_panels(CLUB_PAGE, request, club) if each.key == "ratings"]

    text = panel.content
    assert text.index("/ratings/ours/") < text.index("Ann") < text.index("Ben")
    assert "Create a pool" not in text


def test_progress_is_followed_while_the_job_waits(client: Client, pool: RatingPool) -> None:
    ann, ben = people("Ann", "Ben")
    submit_results(actor=None, source=event("1", ended=30), results=[game("1", ann, ben)])

    assert "being recomputed" in text_of(client, "/ratings/all/")
    work()
    assert "being recomputed" not in text_of(client, "/ratings/all/")
    done = client.get("/ratings/all/state/", headers={"HX-Request": "true"})
    assert "has been recomputed" in done.content.decode()


@contextmanager
def _unprotected() -> Iterator[None]:
    connection.check_constraints()  # PostgreSQL alters no table with checks to come
    with connection.cursor() as cursor:
        for statement in PROTECTION.lift(connection):
            cursor.execute(statement)
        yield
        connection.check_constraints()
        for statement in PROTECTION.restore(connection):
            cursor.execute(statement)
