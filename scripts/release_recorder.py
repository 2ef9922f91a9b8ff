"""Uses a demo site as people do, and writes down every statement that reaches its database.

Runs inside the code of one release, on a database that may be spoilt. `scripts.release_fixture` starts it; what it
writes is replayed on the tables of later releases, see tests/upgrades/test_old_code.py.
"""

import gzip
import json
import re
import sys
from pathlib import Path
from typing import Any

AREAS = ("/", "/clubs/", "/events/", "/games/", "/ratings/", "/people/", "/api/v1/events/", "/api/v1/games/")
LINKS = r'href="(/(?:events|games|ratings|clubs|people|account)/[^"#?]*)"'
MAX_LINKS_OF_A_PAGE = 25
RECORD = """[Game "Barragoon"]
[White "Agnes Brandt"]
[Brown "Somebody New"]
[Date "2026.11.12"]
[Result "1-0"]
[Termination "resigned"]

1. c2-b2 d8-d5 2. d2-f3 d5xb6/NS@f2 3. b2xb4/NW@a1 1-0
"""


def main(email: str, password: str, target: str) -> None:
    import django

    django.setup()
    from django.conf import settings
    from django.db import connection

    from config.celery import app

    settings.ALLOWED_HOSTS = ["testserver"]
    settings.SECURE_SSL_REDIRECT = False
    settings.STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    app.conf.task_always_eager = True  # jobs are done where they are ordered
    statements = Statements(connection)
    if connection.vendor == "postgresql":
        _watch_copies(statements.kept)
    with connection.execute_wrapper(statements):
        answers = _use(email, password)
    failed = {what: code for what, code in answers.items() if code not in (200, 302)}
    if failed:
        raise SystemExit(f"These requests failed: {failed}")
    content = json.dumps(
        {"requests": len(answers), "statements": statements.kept}, ensure_ascii=False, indent=0
    )
    Path(target).write_bytes(gzip.compress(content.encode(), mtime=0))
    print(f"{len(answers)} requests, {len(statements.kept)} statements", file=sys.stderr)


class Statements:
    """As the database got them, values included. Questions that differ in nothing but values are kept once."""

    def __init__(self, connection: Any) -> None:
        self._connection = connection
        self._known: set[str] = set()
        self.kept: list[str] = []

    def __call__(self, execute: Any, sql: str, parameters: Any, many: bool, context: Any) -> Any:
        result = execute(sql, parameters, many, context)
        for values in parameters if many else [parameters]:
            self._keep(sql, values, context["cursor"])
        return result

    def _keep(self, sql: str, values: Any, cursor: Any) -> None:
        verb = sql.lstrip("( ").split()[0].upper()
        if verb in ("SAVEPOINT", "RELEASE", "ROLLBACK", "BEGIN", "COMMIT", "SET"):
            return
        if verb in ("SELECT", "WITH"):
            shape = re.sub(r"%s(, %s)+", "%s", sql)
            if shape in self._known:
                return
            self._known.add(shape)
        text = self._connection.ops.last_executed_query(cursor.cursor, sql, values) if values else sql
        self.kept.append(text)


def _watch_copies(kept: list[str]) -> None:
    """Many rows at once reach PostgreSQL by COPY, which Django does not tell of."""
    import psycopg

    original = psycopg.Cursor.copy

    def copy(cursor: Any, statement: Any, *arguments: Any, **options: Any) -> Any:
        kept.append(str(statement))
        return original(cursor, statement, *arguments, **options)

    psycopg.Cursor.copy = copy  # type: ignore[method-assign, assignment]


def _use(email: str, password: str) -> dict[str, int]:
    from django.test import Client

    visitor, organiser = Client(), Client()
    answers = {
        "sign in": organiser.post("/account/sign-in/", {"username": email, "password": password}).status_code
    }
    for client in (visitor, organiser):
        for area in (*AREAS, *(["/account/"] if client is organiser else [])):
            page = client.get(area, follow=True)
            answers[area] = page.status_code
            links = dict.fromkeys(re.findall(LINKS, page.content.decode()))
            for link in list(links)[:MAX_LINKS_OF_A_PAGE]:
                answers[link] = client.get(link, follow=True).status_code
    answers["send a game"] = organiser.post(
        "/games/submit/", {"text": RECORD, "visibility": "public"}
    ).status_code
    answers["collect one's data"] = organiser.post("/account/data/gather/").status_code
    answers["sign out"] = organiser.post("/account/sign-out/").status_code
    return answers


if __name__ == "__main__":
    main(*sys.argv[1:])
