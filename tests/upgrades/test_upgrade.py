"""A site of every release goes on with its data: tables migrate, games verify, accounts sign in, pages answer.

And while it is upgraded, the code of that release goes on with the tables of today, as far as it was promised.
"""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import psycopg
import pytest
from django.db import connection

from tests.upgrades.releases import FOLDERS, Failure, OldSite, facts_of, load_site, replay, run

OUR_TABLES = (
    "players_user", "players_person", "players_club", "players_ledgerline", "games_game", "games_adjudication",
    "games_submission", "tournaments_event", "tournaments_pairing", "audit_auditentry",
)  # fmt: skip

# Before the upgrade of 0.1.0: somebody is signed in, and has an app with a recovery code.
LEAVE_TRACES = """
import datetime, hashlib, sys
import django
django.setup()
from django.db import connection
from django.utils import timezone
from players.models import User
from players.session_store import SessionStore
with connection.cursor() as cursor:
    cursor.execute("SELECT id, password FROM players_user WHERE email = %s", [sys.argv[1]])
    pk, password = cursor.fetchone()
    now, session = timezone.now(), SessionStore()
    data = session.encode({
        "_auth_user_id": str(pk),
        "_auth_user_backend": "django.contrib.auth.backends.ModelBackend",
        "_auth_user_hash": User(pk=pk, password=password).get_session_auth_hash(),
    })
    cursor.execute(
        "INSERT INTO players_accountsession (session_key, session_data, expire_date, account_id, browser, system, "
        "first_seen, last_seen) VALUES ('oldsession', %s, %s, %s, '', '', %s, %s)",
        [data, now + datetime.timedelta(days=9), pk, now, now],
    )
    cursor.execute(
        "INSERT INTO players_secondfactor (account_id, secret, created_at, confirmed_at, last_step) "
        "VALUES (%s, %s, %s, %s, 0)", [pk, "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP", now, now],
    )
    for code in ("abcdefghjkmnpqrs", "23456789abcdefgh"):
        digest = hashlib.sha256(f"{pk}:{code}".encode()).hexdigest()
        cursor.execute("INSERT INTO players_recoverycode (account_id, digest) VALUES (%s, %s)", [pk, digest])
"""

# Signs in, with a recovery code and with the app, and asks for the front page of each area and all that it leads to.
VISIT_PAGES = """
import json, re, sys
import django, pyotp
django.setup()
from django.test import Client
from django.conf import settings
settings.ALLOWED_HOSTS = ["testserver"]
settings.STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
visitor, organiser = Client(), Client()
def signs_in(client, code):
    client.post("/account/sign-in/", {"username": sys.argv[1], "password": sys.argv[2]})
    return client.post("/account/sign-in/code/", {"code": code}).status_code
sign_ins = {"with a recovery code": signs_in(organiser, "ABCD-EFGH-jkmn-pqrs")}
sign_ins["with the same code"] = signs_in(Client(), "abcd-efgh-jkmn-pqrs")
sign_ins["with the app"] = signs_in(Client(), pyotp.TOTP("JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP").now())
since_before = Client()
since_before.cookies[settings.SESSION_COOKIE_NAME] = "oldsession"
sign_ins["before the upgrade"] = since_before.get("/account/").status_code
pages = {}
for area in ("/", "/clubs/", "/events/", "/games/", "/ratings/", "/people/", "/api/v1/events/", "/api/v1/games/"):
    for who, client in (("visitor", visitor), ("organiser", organiser)):
        page = client.get(area, follow=True)
        pages[f"{area} for the {who}"] = page.status_code
        for link in re.findall(r'href="(/(?:events|games|ratings|clubs|people)/[^"#?]*)"', page.content.decode()):
            pages[f"{link} for the {who}"] = client.get(link, follow=True).status_code
print(json.dumps([sign_ins, pages]))
"""


class Upgraded(NamedTuple):
    """A site after its tables were brought up to date."""

    site: OldSite
    rows_before: dict[str, int]
    # What the code of the release could not do on the new tables.
    refused: list[Failure]


@pytest.fixture(scope="module", params=FOLDERS, ids=lambda folder: folder.name)
def upgraded(
    request: pytest.FixtureRequest, django_db_setup: None, tmp_path_factory: pytest.TempPathFactory
) -> Upgraded:
    folder = tmp_path_factory.mktemp("upgraded")
    site = load_site(request.param, folder, postgres=connection.vendor == "postgresql")
    before = _counted(site)
    if request.param.name == "release_0_1_0":
        run(site, folder, "-c", LEAVE_TRACES, site.email)
    run(site, folder, "manage.py", "migrate", "--no-input")
    return Upgraded(site, before, replay(site))


@pytest.mark.serves
@pytest.mark.timeout(600)
def test_old_code_runs_on_the_new_tables(upgraded: Upgraded) -> None:
    """So that nodes can be replaced one after the other: the statements that the release sends are taken.

    `refused_later` of a release lists what is not; from 0.2.0 on, nothing may be there.
    """
    promised = facts_of(upgraded.site.release)["refused_later"]

    assert [failure for failure in upgraded.refused if failure.table not in promised] == []
    assert {failure.table for failure in upgraded.refused} == set(promised)
    assert upgraded.site.release.name == "release_0_1_0" or promised == {}


@pytest.mark.serves
@pytest.mark.timeout(600)
@pytest.mark.parametrize("release", FOLDERS, ids=lambda folder: folder.name)
def test_the_way_back_is_the_database_of_before(release: Path, django_db_setup: None, tmp_path: Path) -> None:
    """What was written before the tables were changed, brought back, is all that the old code needs."""
    site = load_site(release, tmp_path, postgres=connection.vendor == "postgresql", name="_back")

    assert replay(site) == []


@pytest.mark.serves
@pytest.mark.timeout(600)
def test_a_site_of_an_earlier_release_goes_on_with_its_data(upgraded: Upgraded, tmp_path: Path) -> None:
    site = upgraded.site
    verified = run(site, tmp_path, "manage.py", "verify", "--quiet")
    sign_ins, pages = json.loads(run(site, tmp_path, "-c", VISIT_PAGES, site.email, site.password))

    assert _counted(site) == upgraded.rows_before
    assert "No problem found." in verified
    if site.release.name == "release_0_1_0":
        assert sign_ins == {
            "with a recovery code": 302, "with the same code": 200, "with the app": 302, "before the upgrade": 200,
        }  # fmt: skip
    assert len(pages) > 30
    assert {page: code for page, code in pages.items() if code != 200} == {}


def _counted(site: OldSite) -> dict[str, int]:
    """Rows of our own tables; those of libraries that have gone may go with them."""
    if site.is_on_postgres:
        with psycopg.connect(site.url) as opened:
            return {table: _first(opened.execute(_count(table)).fetchone()) for table in OUR_TABLES}
    with closing(sqlite3.connect(site.url.removeprefix("sqlite:///"))) as database:
        return {table: _first(database.execute(_count(table)).fetchone()) for table in OUR_TABLES}


def _count(table: str) -> str:
    return f"SELECT count(*) FROM {table}"  # noqa: S608  the names stand above


def _first(row: tuple[int, ...] | None) -> int:
    assert row is not None
    return row[0]
