"""Pools are opened and changed by those who may, with a line in the history and a new version of the list."""

import pytest
from django.test import Client

from audit.models import AuditEntry
from core.errors import Refused
from players.clubs.services.members import add_member
from players.models import Club, ListVersion, PeriodRule, RatingPool, Role, User
from players.people.services.people import create_person
from players.rating_lists.forms import PoolForm, initial_values
from players.rating_lists.services.pools import change_pool, open_pool
from players.ratings import Elo, Glicko2, store_system
from tests.players.rating_lists.builders import a_pool, event, game, people, rate, ratings, work

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return Club.objects.create(name="Lapwing", slug="lapwing")


@pytest.fixture
def organiser(client: Client, club: Club) -> Client:
    account = User.objects.create_user("o@example.org", None, display_name="Olga")
    person = create_person(actor=None, name="Olga", account=account)
    add_member(actor=None, club=club, person=person, role=Role.ORGANISER)
    client.force_login(account, backend="django.contrib.auth.backends.ModelBackend")
    return client


def as_sent(pool: RatingPool) -> dict[str, object]:
    values = {"name": pool.name, "period_rule": pool.period_rule, **initial_values(pool.system)}
    return {name: value for name, value in values.items() if value is not None and value is not False}


def test_an_organiser_opens_a_pool_for_the_club_and_not_for_all(organiser: Client, club: Club) -> None:
    sent = {"name": "Ladder", "game": "stratego", "method": "elo-fide-2024", "period_rule": "events"}

    refused = organiser.post("/ratings/new/", {**sent, "club": ""})
    opened = organiser.post("/ratings/new/", {**sent, "club": club.pk})

    assert (refused.status_code, opened.status_code) == (200, 302)
    pool = RatingPool.objects.get()
    assert (pool.slug, pool.game, pool.club, pool.method) == ("lapwing-ladder", "stratego", club, Elo.name)
    assert AuditEntry.objects.latest("pk").action == "rating_pool.created"
    again = organiser.post("/ratings/new/", {**sent, "club": club.pk})
    assert "There is already a pool with this name" in again.content.decode()


@pytest.mark.parametrize("system", [Glicko2(), Elo()], ids=["glicko2", "elo"])
def test_saving_the_form_unchanged_changes_nothing(
    organiser: Client, club: Club, system: Glicko2 | Elo
) -> None:
    pool = a_pool("ours", club=club, method=system.name, system=store_system(system))
    form = PoolForm(as_sent(pool), method=pool.method)

    assert form.is_valid(), form.errors
    assert organiser.post("/ratings/ours/change/", as_sent(pool)).status_code == 302

    pool.refresh_from_db()
    assert (pool.system, pool.revision) == (store_system(system), 0)


def test_other_rules_make_a_new_version_of_the_whole_history(organiser: Client, club: Club) -> None:
    pool = a_pool("ours", club=club)
    ann, ben = people("Ann", "Ben")
    rate(event("1", ended=20, club=club), [game("1", ann, ben)])
    rate(event("2", ended=10, club=club), [game("1", ann, ben)])
    before = ratings(pool)

    sent = {**as_sent(pool), "own_initial_rating": "1200", "reason": "Beginners start lower"}
    organiser.post("/ratings/ours/change/", sent)
    work()

    newest = ListVersion.objects.latest("number")
    assert (newest.number, newest.first_period, newest.last_period) == (3, 1, 2)
    assert [change.reason for change in newest.changes.all()] == ["Beginners start lower"]
    assert newest.system["parameters"]["initial_rating"] == 1200
    assert {name: round(rating or 0) + 300 for name, rating in ratings(pool).items()} == {
        name: round(rating or 0) for name, rating in before.items()
    }


def test_parameters_that_make_no_sense_are_refused_with_a_sentence(organiser: Client, club: Club) -> None:
    pool = a_pool("ours", club=club)

    page = organiser.post("/ratings/ours/change/", {**as_sent(pool), "own_tau": "9"}).content.decode()

    assert "Tau has to be above 0 and at most 3" in page
    assert 'value="9"' in page, "what was typed is not lost"
    wrong = organiser.post("/ratings/ours/change/", {**as_sent(pool), "counting_level_worth": "a lot"})
    assert "Give numbers with spaces between them" in wrong.content.decode()
    pool.refresh_from_db()
    assert pool.revision == 0


def test_months_put_events_together(club: Club) -> None:
    pool = a_pool("ours", club=club)
    ann, ben = people("Ann", "Ben")
    rate(event("1", ended=40, club=club), [game("1", ann, ben)])
    rate(event("2", ended=0, club=club), [game("1", ann, ben)])

    change_pool(actor=None, pool=pool, name="Ours", system=pool.system, period_rule=PeriodRule.MONTHS)
    work()

    periods = pool.periods.filter(until_version=None)
    assert [period.key[:6] for period in periods] == ["month:"], "the present month is not over"


def test_a_pool_with_a_name_that_is_no_address_is_refused(club: Club) -> None:
    with pytest.raises(Refused, match="letters or digits"):
        open_pool(actor=None, name="???", game="barragoon", club=None, system=store_system(Glicko2()))
    with pytest.raises(Refused, match="no game called"):
        open_pool(actor=None, name="Go", game="go", club=None, system=store_system(Glicko2()))
