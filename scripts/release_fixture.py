"""Keep a release for the tests of later ones: its demo site on both databases, and the statements that its code sends.

    .venv/bin/python -m scripts.release_fixture

Type it with the code of the release, once it is tagged. It writes tests/upgrades/release_X_Y_Z, which every later
version is tested with: data, pages, and old code on new tables. `make release` asks for the folder of the last release.
"""

import gzip
import json
import lzma
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from importlib.metadata import version
from pathlib import Path
from typing import Final

from scripts.throwaway import ThrowawayServers, postgres_program

ROOT: Final = Path(__file__).resolve().parent.parent
FIXTURES: Final = ROOT / "tests" / "upgrades"
FILES: Final = (
    "facts.json",
    "sqlite.sql.gz",
    "postgres.sql.gz",
    "statements-sqlite.json.gz",
    "statements-postgres.json.gz",
    "code.tar.xz",
)
EMAIL: Final = "organiser@demo.example"

# The demo club, and all jobs that follow from it, done where they are ordered.
LOAD_DEMO: Final = """
import django
django.setup()
from django.contrib.auth import get_user_model
from django.core.management import call_command
from config.celery import app
from config.preparation import load_demo_club_if_empty
app.conf.task_always_eager = True
call_command("migrate", interactive=False, verbosity=0)
load_demo_club_if_empty(lambda line: None)
import sys
user = get_user_model().objects.get(email=sys.argv[1])
user.set_password(sys.argv[2])
user.save()
"""


def main() -> int:
    release = version("kiebitz")
    target = folder_of(release)
    if target.exists():
        print(f"kiebitz: {target.relative_to(ROOT)} is there already.", file=sys.stderr)
        return 1
    servers = ThrowawayServers(postgres=True, keeps_on_disk=False)
    work = Path(tempfile.mkdtemp(prefix="kiebitz-release-"))
    try:
        write_fixture(target, release, work, servers)
    finally:
        servers.close()
        shutil.rmtree(work, ignore_errors=True)
    print(f"{target.relative_to(ROOT)} is written: commit it.")
    return 0


def folder_of(release: str) -> Path:
    return FIXTURES / f"release_{release.replace('.', '_')}"


def write_fixture(target: Path, release: str, work: Path, servers: ThrowawayServers) -> None:
    assert servers.postgres is not None
    file = work / "demo.sqlite3"
    urls = {"sqlite": f"sqlite:///{file}", "postgres": servers.postgres.url}
    password = f"of release {release}"
    unfinished = work / "fixture"
    unfinished.mkdir()
    for kind, url in urls.items():
        environment = os.environ | {
            "DATABASE_URL": url, "REDIS_URL": servers.redis.url, "REDIS_DATABASE": "0", "VAR_DIR": str(work / kind),
            "SECRET_KEY": f"only for the fixture of this release {release}", "ALLOWED_HOSTS": "testserver",
            "HTTPS": "0", "DEBUG": "0", "DJANGO_SETTINGS_MODULE": "config.settings",
        }  # fmt: skip
        _python(environment, "-c", LOAD_DEMO, EMAIL, password)
        dump = _dump_sqlite(file) if kind == "sqlite" else _dump_postgres(url)
        (unfinished / f"{kind}.sql.gz").write_bytes(gzip.compress(dump.encode(), mtime=0))
        # After the dump: what is used now is not in it.
        recording = unfinished / f"statements-{kind}.json.gz"
        _python(environment, "-m", "scripts.release_recorder", EMAIL, password, str(recording))
    facts = {
        "version": release,
        "email": EMAIL,
        "passwords": dict.fromkeys(urls, password),
        "refused_later": {},
    }
    _write_code(unfinished / "code.tar.xz")
    (unfinished / "facts.json").write_text(f"{json.dumps(facts, indent=2)}\n", encoding="utf-8")
    shutil.copytree(unfinished, target)


def _python(environment: dict[str, str], *arguments: str) -> None:
    done = subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise SystemExit(f"kiebitz: this failed: {' '.join(arguments[:2])}\n{done.stderr[-3000:]}")


def _write_code(file: Path) -> None:
    """What the release runs with, for the tests of the way back; fonts are large, and no page needs them."""
    left_out = [f":(exclude){part}" for part in ("tests", "bench", "docs", "static", "deploy", "*.ttf")]
    archive = ["git", "archive", "HEAD", ".", *left_out]
    code = subprocess.run(archive, cwd=ROOT, capture_output=True, check=True).stdout
    file.write_bytes(lzma.compress(code))


def _dump_sqlite(file: Path) -> str:
    with closing(sqlite3.connect(file)) as database:
        return "\n".join(database.iterdump())


def _dump_postgres(url: str) -> str:
    """Without what only psql understands, since version 17.6 of pg_dump."""
    dump = subprocess.run(
        [postgres_program("pg_dump"), "--no-owner", "--inserts", url],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    return "\n".join(line for line in dump.splitlines() if not line.startswith("\\"))


if __name__ == "__main__":
    sys.exit(main())
