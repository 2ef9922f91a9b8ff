"""A web server beside a real streaming replica: who reads from it, who never does, and what happens when it is away."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from pytest_django import DjangoDbBlocker

from players.models import Club, User
from players.people.services.people import create_person
from scripts.processes import wait_until
from scripts.throwaway import ThrowawayPostgres, ThrowawayReplica, folder_that_all_may_enter
from tests.config.nodes import Answer, WebNode, ask
from tests.jobs.processes import postgres_of_its_own

pytestmark = [pytest.mark.postgres, pytest.mark.faults, pytest.mark.django_db(transaction=True)]


class ReplicatedSite(NamedTuple):
    primary: ThrowawayPostgres
    replica: ThrowawayReplica
    web: WebNode

    def get(self, path: str, **headers: str) -> Answer:
        return ask(self.web.port, path, **headers)

    def shows(self, path: str, text: str, **headers: str) -> bool:
        return text in self.get(path, **headers).body


class Servers(NamedTuple):
    primary: ThrowawayPostgres
    replica: ThrowawayReplica


@pytest.fixture(scope="module")
def servers(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Servers]:
    folder = folder_that_all_may_enter()
    with django_db_blocker.unblock(), postgres_of_its_own() as primary:
        replica = ThrowawayReplica(folder / "replica", primary=primary)
        yield Servers(primary, replica)
        replica.stop()
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def max_lag() -> int:
    return 3600


@pytest.fixture
def site(servers: Servers, tmp_path: Path, max_lag: int) -> Iterator[ReplicatedSite]:
    servers.replica.catch_up()
    environment = {
        "DATABASE_URL": servers.primary.url,
        "DATABASE_REPLICA_URL": servers.replica.url,
        "REPLICA_MAX_LAG": str(max_lag),
        "DEBUG": "1",
    }
    web = WebNode("web", tmp_path / "web", environment)
    try:
        web.start()
        web.wait()
        yield ReplicatedSite(servers.primary, servers.replica, web)
    finally:
        web.close()
        if not servers.primary.answers():
            servers.primary.start()
        connection.close()  # the server may have cut it off


def _club(name: str) -> Club:
    return Club.objects.create(name=name, slug=name.lower())


def _wait_until_replica_is_used(site: ReplicatedSite, club: Club, renamed: str) -> str:
    """Hold the replica back and rename the club: who still sees the old name reads from it. Its old name."""
    old = club.name
    path = f"/clubs/{club.slug}/"
    assert wait_until(lambda: site.shows(path, old), seconds=60)
    site.replica.catch_up()  # what it lacks is asked of the primary, for ever
    site.replica.hold_back()
    Club.objects.filter(pk=club.pk).update(name=renamed)
    assert wait_until(lambda: site.shows(path, old), seconds=60)
    return path


def _session_of(user: User) -> str:
    client = Client()
    client.force_login(user)
    return f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}"


def test_visitors_read_from_the_replica_and_all_others_from_the_primary(site: ReplicatedSite) -> None:
    club = _club("Alder")
    user = User.objects.create_user(email="a@example.org", password=None, display_name="A")
    path = _wait_until_replica_is_used(site, club, "Beech")
    session = _session_of(user)  # only the primary knows it
    fresh = _club("Cedar")

    visitor = site.get(path)
    signed_in = site.get(path, Cookie=session)
    with_token = site.get(f"/api/v1/clubs/{club.pk}/", Authorization="Bearer wrong")
    not_there_yet = site.get(f"/clubs/{fresh.slug}/")
    posted = ask(site.web.port, "/language/", method="POST", body="")
    wrote = posted.headers["set-cookie"].split(";")[0]
    writer = site.get(path, Cookie=wrote)

    assert ("Alder" in visitor.body, "Beech" in visitor.body) == (True, False)
    assert ("Alder" in signed_in.body, "Beech" in signed_in.body) == (False, True)
    assert with_token.status == 401
    assert (not_there_yet.status, "Cedar" in not_there_yet.body) == (200, True)
    assert (wrote, "Beech" in writer.body) == ("kiebitz_wrote=1", True)


@pytest.mark.parametrize("max_lag", [2])
def test_a_replica_that_is_late_is_not_read_until_it_has_caught_up(site: ReplicatedSite) -> None:
    club = _club("Alder")
    path = f"/clubs/{club.slug}/"
    assert wait_until(lambda: site.shows(path, "Alder"), seconds=60)
    site.replica.hold_back()
    Club.objects.filter(pk=club.pk).update(name="Beech")

    from_the_primary = wait_until(lambda: site.shows(path, "Beech"), seconds=30)
    site.replica.catch_up()
    site.primary.stop()
    without_primary = wait_until(lambda: site.get(path).status == 200, seconds=60)

    assert from_the_primary
    assert "more than 2 seconds late" in site.web.log()
    assert without_primary, "a visitor reads on from the replica that has caught up"


def test_a_replica_that_dies_is_noticed_by_nobody_and_used_again_later(site: ReplicatedSite) -> None:
    club = _club("Alder")
    path = _wait_until_replica_is_used(site, club, "Beech")

    site.replica.stop()
    answers = [site.get(path) for _ in range(10)]
    site.replica.start()
    site.replica.catch_up()
    site.replica.hold_back()
    Club.objects.filter(pk=club.pk).update(name="Cedar")
    is_used_again = wait_until(lambda: site.shows(path, "Beech"), seconds=60)

    assert {(answer.status, "Beech" in answer.body) for answer in answers} == {(200, True)}
    assert is_used_again
    assert not re.search(r" 500 (?!ms)", site.web.log())


def test_while_the_primary_is_away_visitors_read_on(site: ReplicatedSite) -> None:
    person = create_person(actor=None, name="Jan Pijl", listed=True)
    club = _club("Alder")
    user = User.objects.create_user(email="a@example.org", password=None, display_name="A")
    session = _session_of(user)
    path = _wait_until_replica_is_used(site, club, "Beech")
    site.replica.catch_up()
    assert wait_until(lambda: site.shows(path, "Beech"), seconds=60)

    site.primary.stop()
    areas = ["/", "/clubs/", "/events/", "/games/", "/people/", "/ratings/", "/api/v1/clubs/"]
    paths = [path, f"/people/{person.pk}/", *areas]
    answers = {path: site.get(path).status for path in paths}
    signed_in = site.get(path, Cookie=session)
    site.primary.start()
    again = wait_until(lambda: site.get(path, Cookie=session).status == 200, seconds=30)

    assert answers == dict.fromkeys(paths, 200)
    assert signed_in.status >= 500  # as tests/config/test_outages.py has it
    assert again
