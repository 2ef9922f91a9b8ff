"""A site of an earlier release goes on with its data: tables migrate, games verify, accounts sign in, pages answer."""

import gzip
import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import psycopg
import pytest

ROOT = Path(__file__).resolve().parents[2]
OUR_TABLES = (
    "players_user", "players_person", "players_club", "players_ledgerline", "games_game", "games_adjudication",
    "games_submission", "tournaments_event", "tournaments_pairing", "audit_auditentry",
)  # fmt: skip
HERE = Path(__file__).resolve().parent

# Before the upgrade: somebody is signed in, and has an app with a recovery code.
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
answers = {"signed in": signs_in(organiser, "ABCD-EFGH-jkmn-pqrs")}
answers["signed in twice with one code"] = signs_in(Client(), "abcd-efgh-jkmn-pqrs")
answers["signed in by the app"] = signs_in(Client(), pyotp.TOTP("JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP").now())
since_before = Client()
since_before.cookies[settings.SESSION_COOKIE_NAME] = "oldsession"
answers["session of before"] = since_before.get("/account/").status_code
for area in ("/", "/clubs/", "/events/", "/games/", "/ratings/", "/people/", "/api/v1/events/", "/api/v1/games/"):
    for client in (visitor, organiser):
        page = client.get(area, follow=True)
        answers[area] = page.status_code
        for link in re.findall(r'href="(/(?:events|games|ratings|clubs|people)/[^"#?]*)"', page.content.decode()):
            answers[link] = client.get(link, follow=True).status_code
print(json.dumps(answers))
"""


class OldSite(NamedTuple):
    """A database of the release, and who may sign in there."""

    url: str
    email: str
    password: str


def _sql(name: str) -> str:
    return gzip.decompress((HERE / "release_0_1_0" / name).read_bytes()).decode()


def _on_sqlite(folder: Path) -> OldSite:
    file = folder / "old.sqlite3"
    with closing(sqlite3.connect(file)) as database:
        database.executescript(_sql("sqlite.sql.gz"))
    return OldSite(f"sqlite:///{file}", "organiser@demo.example", "SgXQBhcKMWtT74QQ")


def _on_postgres() -> OldSite:
    server, _, _ = os.environ["DATABASE_URL"].rpartition("/")
    with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
        connection.execute("DROP DATABASE IF EXISTS release_0_1_0")
        connection.execute("CREATE DATABASE release_0_1_0")
    with psycopg.connect(f"{server}/release_0_1_0") as connection:
        connection.execute(_sql("postgres.sql.gz").encode())
    return OldSite(f"{server}/release_0_1_0", "organiser@demo.example", "R8MWVvEfBGTEAtbj")


@pytest.mark.serves
@pytest.mark.usefixtures("django_db_setup")
@pytest.mark.timeout(300)
def test_a_site_of_release_0_1_0_goes_on_with_its_data(tmp_path: Path) -> None:
    postgres = os.environ.get("KIEBITZ_TEST_DATABASE") == "postgres"
    site = _on_postgres() if postgres else _on_sqlite(tmp_path)
    before = _counted(site, postgres)
    _run(site, tmp_path, "-c", LEAVE_TRACES, site.email)

    _run(site, tmp_path, "manage.py", "migrate", "--no-input")
    verified = _run(site, tmp_path, "manage.py", "verify", "--quiet")
    answers = json.loads(_run(site, tmp_path, "-c", VISIT_PAGES, site.email, site.password))

    assert _counted(site, postgres) == before
    assert "No problem found." in verified
    assert answers.pop("signed in") == 302
    assert answers.pop("signed in twice with one code") == 200
    assert answers.pop("signed in by the app") == 302
    assert answers.pop("session of before") == 200
    assert len(answers) > 30
    assert {page: code for page, code in answers.items() if code != 200} == {}


def _run(site: OldSite, folder: Path, *arguments: str) -> str:
    environment = os.environ | {
        "DATABASE_URL": site.url, "VAR_DIR": str(folder / "var"), "DJANGO_SETTINGS_MODULE": "config.settings",
    }  # fmt: skip
    done = subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout


def _counted(site: OldSite, postgres: bool) -> dict[str, int]:
    """Rows of our own tables; those of libraries that have gone may go with them."""
    if postgres:
        with psycopg.connect(site.url) as connection:
            return {table: _first(connection.execute(_count(table)).fetchone()) for table in OUR_TABLES}
    with closing(sqlite3.connect(site.url.removeprefix("sqlite:///"))) as database:
        return {table: _first(database.execute(_count(table)).fetchone()) for table in OUR_TABLES}


def _count(table: str) -> str:
    return f"SELECT count(*) FROM {table}"  # noqa: S608  the names stand above


def _first(row: tuple[int, ...] | None) -> int:
    assert row is not None
    return row[0]
