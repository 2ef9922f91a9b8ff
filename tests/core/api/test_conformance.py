"""schemathesis tries every operation with what the description allows and with what it does not."""

from collections.abc import Callable, Generator
from datetime import date
from typing import Any, NamedTuple

import pytest
import schemathesis
from django.conf import LazySettings
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, transaction
from hypothesis import HealthCheck, settings
from pytest_django import DjangoDbBlocker
from schemathesis import BaseSchema, Case, GenerationMode
from schemathesis.checks import load_all_checks
from schemathesis.pytest.lazy import get_all_tests

from config.wsgi import application
from core.api.reference import api_description
from games.models import Adjudication, Game
from games.submissions.services.uploads import submit_text
from players.accounts.services.tokens import create_token
from players.club_games.services import add_game
from players.models import Club, LedgerLine, ListVersion, MembershipOffer, Role, Scope, User
from players.people.services.people import create_person
from players.rating_lists.services.starting_ratings import give_starting_rating
from tests.core.api.client import make_member
from tests.games.records import BARRAGOON, BROKEN
from tests.jobs.job_runner import run_jobs
from tests.module_rows import module_rows
from tests.players.rating_lists.builders import a_pool, event, game, rate
from tests.tournaments.api_addresses import parts_of_an_event

# The description is kept by serializers and views; that each operation reads and writes both databases is seen in the
# tests of the API's parts.
pytestmark = [pytest.mark.django_db, pytest.mark.one_database, pytest.mark.timeout(600)]

# The same each time, and no more than the suite has time for.
A_FEW = settings(
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
    max_examples=6,
)


class Furnished(NamedTuple):
    known: dict[str, dict[str, Any]]
    headers: dict[str, str]


def description() -> BaseSchema:
    schema = schemathesis.openapi.from_dict(api_description("en"))
    schema.app = application
    # What has the right shape may still be refused: names that are taken, people who do not exist, the last owner.
    schema.config.checks.positive_data_acceptance.enabled = False
    # It would ask again without a token, for what the first request may have deleted; tests/permissions asks from every
    # seat.
    schema.config.checks.ignored_auth.enabled = False
    # Thousands of requests, one for each bound of each value: minutes, in which the examples find as much.
    schema.config.phases.coverage.enabled = False
    return schema


def description_without_nonsense() -> BaseSchema:
    """What is sent has the right shape; the addresses will be those of what exists."""
    schema = description()
    schema.config.generation.update(modes=[GenerationMode.POSITIVE])
    schema.config.checks.negative_data_rejection.enabled = False
    return schema.include(path_regex=r"\{")


@pytest.fixture(autouse=True)
def _connection_stays_open() -> Generator[None, None, None]:
    """The site itself answers here, which ends its connection after each request; the test's has to stay."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture(scope="module")
def furnished(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Generator[Furnished, None, None]:
    with module_rows(django_db_blocker):
        with django_db_blocker.unblock():
            club = Club.objects.create(name="Lapwing", slug="lapwing", place="Ulm")
            olga = make_member(club, "Olga", Role.OWNER).account
            known = what_exists(club)
            # A site administrator's token for everything.
            User.objects.filter(display_name="Olga").update(is_staff=True)
            token = create_token(account=olga, name="All", scopes=list(Scope))
        yield Furnished(known, {"Authorization": f"Bearer {token.secret}"})


def what_exists(club: Club) -> dict[str, dict[str, Any]]:
    """By the addresses."""
    paula = make_member(club, "Paula", listed=True)
    paul = create_person(actor=None, name="Paul", listed=True)
    upload = submit_text(account=paula.account, text=f"{BARRAGOON}\n{BROKEN}", club=club)
    run_jobs()
    archived, wrong = Game.objects.get().pk, upload.submissions.get(state="error").pk
    a_pool("all")
    rate(event(), [game("1", paula, paul)])
    offer = MembershipOffer.objects.create(club=club, person=paul, asked_by=paula.account)
    beginner = make_member(club, "Bea", listed=True)
    chess = add_game(actor=None, club=club, name="Chess", first_side="White", second_side="Black")
    given = give_starting_rating(
        actor=None,
        club=club,
        pool=a_pool("club", club=club),
        player=beginner,
        rating=1500,
        source="Another list",
        dated_on=date(2026, 1, 1),
    )
    return {
        **parts_of_an_event(club),
        "/api/v1/games/{id}/": {"id": archived},
        "/api/v1/games/{id}/history/": {"id": archived},
        "/api/v1/games/{id}/confirmation/": {"id": archived},
        "/api/v1/games/{id}/decision/": {"id": archived},
        "/api/v1/games/{id}/moves/": {"id": archived},
        "/api/v1/games/{id}/players/": {"id": archived},
        "/api/v1/games/{id}/visibility/": {"id": archived},
        "/api/v1/games/{game_id}/board/": {"game_id": archived},
        "/api/v1/uploads/{id}/": {"id": upload.pk},
        "/api/v1/records/{id}/": {"id": wrong},
        "/api/v1/records/{id}/correction/": {"id": wrong},
        "/api/v1/records/{id}/prefix/": {"id": wrong},
        "/api/v1/records/{id}/board/": {"id": wrong},
        "/api/v1/adjudications/{id}/": {"id": Adjudication.objects.get().pk},
        "/api/v1/clubs/{slug}/": {"slug": club.slug},
        "/api/v1/club-games/{slug}/": {"slug": chess.slug},
        "/api/v1/clubs/{slug}/recognition/": {"slug": club.slug},
        "/api/v1/people/{id}/": {"id": paul.pk},
        "/api/v1/memberships/{id}/": {"id": paula.memberships.get().pk},
        "/api/v1/membership-offers/{id}/": {"id": offer.pk},
        "/api/v1/membership-offers/{id}/accept/": {"id": offer.pk},
        "/api/v1/membership-offers/{id}/decline/": {"id": offer.pk},
        "/api/v1/rating-pools/{slug}/": {"slug": "all"},
        "/api/v1/rating-pools/{slug}/clubs/": {"slug": "all"},
        "/api/v1/starting-ratings/{id}/": {"id": given.pk},
        "/api/v1/rating-pools/{slug}/what-if/": {"slug": "all"},
        "/api/v1/rating-pools/{slug}/advice/": {"slug": "all"},
        "/api/v1/rating-versions/{id}/": {"id": ListVersion.objects.get().pk},
        "/api/v1/ledger-lines/{id}/": {"id": LedgerLine.objects.earliest("pk").pk},
    }


@pytest.fixture
def site(furnished: Furnished, db: None, settings: LazySettings) -> Furnished:
    settings.API_RATES = dict.fromkeys(settings.API_RATES, 10**9)
    return furnished


def test_an_operation_keeps_its_description(site: Furnished, subtests: pytest.Subtests) -> None:
    def kept(case: Case) -> None:
        case.call_and_validate(headers=site.headers)

    try_every_operation(description(), kept, subtests)


def test_an_operation_on_what_exists_keeps_its_description(
    site: Furnished, subtests: pytest.Subtests
) -> None:
    def kept(case: Case) -> None:
        case.path_parameters = site.known[case.operation.path]
        case.call_and_validate(headers=site.headers)

    try_every_operation(description_without_nonsense(), kept, subtests)


def try_every_operation(schema: BaseSchema, kept: Callable[[Case], None], subtests: pytest.Subtests) -> None:
    """What schemathesis' decorator does while tests are collected, here by the one process that runs them.

    To write the requests takes half as long as to collect all other tests; and its own decorator for later does not
    know our pytest.
    """

    def taken_back(case: Case) -> None:
        """So that the next request finds the same site."""
        with transaction.atomic():
            kept(case)
            transaction.set_rollback(True)

    load_all_checks()
    tried = 0
    for test in get_all_tests(schema=schema, test_func=taken_back, settings=A_FEW, given_kwargs=None):
        operation, run = test.ok()  # type: ignore[union-attr]  # an Err has none, and fails the test
        with subtests.test(operation.label):
            run()
        tried += 1
    assert tried == schema.statistic.operations.selected
