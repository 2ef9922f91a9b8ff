"""A database or a broker that is away: 503 with Retry-After, never 500, and nothing that was accepted is lost."""

import http.client
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from scripts.processes import die_with_parent, wait_until
from scripts.throwaway import ThrowawayPostgres, ThrowawayRedis, folder_that_all_may_enter
from tests.new_sites import copy_static_files, create_database, postgres_template
from tests.scripts.serving import ROOT, environment, free_port

pytestmark = [pytest.mark.faults, pytest.mark.timeout(300)]

MAKE_ACCOUNT = """
import django
django.setup()
from django.test import Client
from players.accounts.services.tokens import create_token
from players.models import Scope, User
user = User.objects.create_user("agnes@example.org", "lapwing lapwing", display_name="Agnes")
token = create_token(account=user, name="test", scopes=[Scope.READ, Scope.SUBMIT])
client = Client()
client.force_login(user)
print(token.secret, client.cookies["kiebitz_session"].value)
"""
RECORD = "1. a1 a2"


@pytest.fixture(scope="module")
def site() -> Iterator[SimpleNamespace]:
    """As on a server, without workers: what is accepted waits."""
    folder = folder_that_all_may_enter()
    postgres = ThrowawayPostgres(folder / "postgres", loses_nothing=True)
    redis = ThrowawayRedis(folder / "redis")
    port = free_port()
    env = environment(
        SECRET_KEY="x" * 50, ALLOWED_HOSTS="localhost", HTTPS="0", VAR_DIR=str(folder / "var"),
        DATABASE_URL=postgres.url, REDIS_URL=redis.url, REDIS_DATABASE="0", DJANGO_SETTINGS_MODULE="config.settings",
    )  # fmt: skip
    if os.environ["DATABASE_URL"].startswith("postgres"):  # otherwise `prepare` has more to do
        postgres.copy_from(create_database("before_outages", template=postgres_template()))
    copy_static_files(folder / "var")
    gunicorn = [sys.executable, "-m", "gunicorn", "--config", "python:config.gunicorn"]
    process = None
    try:
        subprocess.run([sys.executable, "manage.py", "prepare"], cwd=ROOT, env=env, check=True)
        made = subprocess.run(
            [sys.executable, "-c", MAKE_ACCOUNT],
            cwd=ROOT,
            env=env,
            check=True,
            stdout=subprocess.PIPE,
            text=True,
        )
        token, session = made.stdout.split()
        with (folder / "log").open("wb") as log:
            process = subprocess.Popen(
                [*gunicorn, "--access-logfile", "-", "--bind", f"127.0.0.1:{port}", "config.wsgi"],
                cwd=ROOT, env=env, stdout=log, stderr=log, preexec_fn=die_with_parent,
            )  # fmt: skip
        found = SimpleNamespace(
            port=port, postgres=postgres, redis=redis, token=token, session=session, log=folder / "log"
        )
        assert wait_until(lambda: _is_there(found), seconds=60), found.log.read_text()
        yield found
    finally:
        if process is not None:
            process.send_signal(signal.SIGTERM)
            process.wait(30)
        for server in (postgres, redis):
            if server.process.poll() is None:
                server.stop()
        shutil.rmtree(folder, ignore_errors=True)


def ask(
    site: SimpleNamespace, method: str, path: str, *, body: Any = None, **headers: str
) -> SimpleNamespace:
    connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=60)
    sent = {"Host": "localhost", **{name.replace("_", "-"): value for name, value in headers.items()}}
    if body is not None:
        body = json.dumps(body)
        sent["Content-Type"] = "application/json"
    try:
        connection.request(method, path, body, sent)
        response = connection.getresponse()
        return SimpleNamespace(status=response.status, headers=response.headers, body=response.read())
    finally:
        connection.close()


def _is_there(site: SimpleNamespace) -> bool:
    try:
        return ask(site, "GET", "/clubs/").status == 200
    except OSError:
        return False


def upload(site: SimpleNamespace, **headers: str) -> SimpleNamespace:
    headers["Authorization"] = f"Bearer {site.token}"
    return ask(site, "POST", "/api/v1/uploads/", body={"text": RECORD}, **headers)


def uploads(site: SimpleNamespace) -> int:
    answer = ask(site, "GET", "/api/v1/uploads/", Authorization=f"Bearer {site.token}")
    assert answer.status == 200, answer.body
    return len(json.loads(answer.body)["results"])


def test_the_web_servers_own_log_masks_secrets_too(site: SimpleNamespace) -> None:
    secret = "c2VjcmV0-4711"
    ask(site, "GET", f"/events/check-in/{secret}/?next=/clubs/invitations/{secret}/")
    ask(site, "GET", "/clubs/", Referer=f"http://localhost/clubs/invitations/{secret}/")

    assert wait_until(lambda: '"GET /clubs/ HTTP/1.1" 200' in site.log.read_text(), seconds=60)
    assert secret not in site.log.read_text()
    assert '"GET /events/check-in/…' in site.log.read_text()


def test_an_upload_repeated_after_a_cut_connection_is_made_once(site: SimpleNamespace) -> None:
    before = uploads(site)
    body = json.dumps({"text": RECORD}).encode()
    head = (
        f"POST /api/v1/uploads/ HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {site.token}\r\n"
        f"Content-Type: application/json\r\nIdempotency-Key: cut\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", site.port)) as connection:
        connection.sendall(head.encode() + body)  # and nobody reads the answer

    again = [upload(site, Idempotency_Key="cut") for _ in range(2)]

    assert [answer.status for answer in again] == [201, 201]
    assert again[0].body == again[1].body
    assert uploads(site) == before + 1


def test_without_the_database_pages_and_api_say_when_to_come_again(site: SimpleNamespace) -> None:
    before = uploads(site)
    site.postgres.stop()
    try:
        page = ask(site, "GET", "/clubs/")
        own_page = ask(site, "GET", "/account/", Cookie=f"kiebitz_session={site.session}")
        api = ask(site, "GET", "/api/v1/clubs/")
        refused = upload(site)
        health = ask(site, "GET", "/healthz")
    finally:
        site.postgres.start()

    answers = [page, own_page, api, refused]
    assert [answer.status for answer in answers] == [503] * 4
    assert [answer.headers["Retry-After"] for answer in answers] == ["10"] * 4
    assert "text/html" in page.headers["Content-Type"]
    assert {answer.headers["Content-Type"] for answer in (api, refused)} == {"application/problem+json"}
    assert json.loads(refused.body)["type"].endswith("#problem-unavailable")
    assert health.status == 200
    assert wait_until(lambda: _is_there(site), seconds=30)
    assert uploads(site) == before
    assert upload(site).status == 201
    assert uploads(site) == before + 1
    assert "Traceback" not in site.log.read_text()


@pytest.mark.parametrize("frozen", [False, True], ids=["gone", "silent"])
def test_without_the_broker_pages_are_served_and_uploads_kept(site: SimpleNamespace, frozen: bool) -> None:
    before = uploads(site)
    site.redis.freeze() if frozen else site.redis.stop()
    try:
        answers = [
            ask(site, "GET", "/clubs/"),
            ask(site, "GET", "/account/", Cookie=f"kiebitz_session={site.session}"),
            ask(site, "GET", "/api/v1/clubs/"),
            ask(site, "GET", "/readyz"),
        ]
        sent = upload(site)
    finally:
        site.redis.thaw() if frozen else site.redis.start()

    assert [answer.status for answer in answers] == [200, 200, 200, 503]
    assert sent.status in (201, 503)
    assert uploads(site) == before + (1 if sent.status == 201 else 0)
    assert "Traceback" not in site.log.read_text()
