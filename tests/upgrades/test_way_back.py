"""The way back from the code of today to that of an earlier release: its own code runs on the database of before."""

import os
import subprocess
import sys
import tarfile
from pathlib import Path

import psycopg
import pytest
from django.db import connection

from tests.upgrades.releases import FOLDERS, ROOT, OldSite, facts_of, load_site, run

# The release keeps the times of its scheduler in tables of a package that the site has no more; no page needs it.
OLD_SETTINGS = """from config.settings import *
INSTALLED_APPS = [name for name in INSTALLED_APPS if name != "django_celery_beat"]
"""
RELEASES_WITH_CODE = [folder for folder in FOLDERS if (folder / "code.tar.xz").is_file()]


@pytest.mark.serves
@pytest.mark.timeout(600)
@pytest.mark.parametrize("release", RELEASES_WITH_CODE, ids=lambda folder: folder.name)
def test_the_code_of_the_release_serves_the_copy_that_was_made_before_the_upgrade(
    release: Path, django_db_setup: None, tmp_path: Path
) -> None:
    """Copy, upgrade, put the copy back, start the old code: visitors read, an organiser signs in and sends a game."""
    site = load_site(release, tmp_path, postgres=connection.vendor == "postgresql", name="_returns")
    code = _unpacked(release, tmp_path)
    copy = _copy(site, tmp_path)
    run(site, tmp_path, "manage.py", "migrate", "--no-input")
    on_new_tables = _use_by_old_code(site, code)

    _put_back(site, copy)
    done = _use_by_old_code(site, code)

    # Where nothing is refused, as from 0.2.0 on, no copy would be needed.
    assert (on_new_tables.returncode != 0) == bool(facts_of(release)["refused_later"])
    assert done.returncode == 0, done.stderr[-3000:]
    assert (code / "statements.json.gz").is_file()


def test_the_code_of_each_release_is_kept() -> None:
    assert RELEASES_WITH_CODE == FOLDERS


def _unpacked(release: Path, folder: Path) -> Path:
    code = folder / "code"
    with tarfile.open(release / "code.tar.xz") as archive:
        archive.extraction_filter = getattr(tarfile, "data_filter", None)  # Debian 12's Python has none yet
        archive.extractall(code)  # noqa: S202  our own archive
    (code / "old_settings.py").write_text(OLD_SETTINGS)
    return code


def _use_by_old_code(site: OldSite, code: Path) -> subprocess.CompletedProcess[str]:
    """Ends with an error if one request fails."""
    environment = os.environ | {
        "DATABASE_URL": site.url, "VAR_DIR": str(code / "var"), "DJANGO_SETTINGS_MODULE": "old_settings",
        "SECRET_KEY": "only for tests " * 5, "ALLOWED_HOSTS": "testserver", "PYTHONPATH": str(code),
    }  # fmt: skip
    return subprocess.run(
        [sys.executable, "-P", str(ROOT / "scripts/release_recorder.py"), site.email, site.password,
         str(code / "statements.json.gz")],
        cwd=code, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip


def _copy(site: OldSite, folder: Path) -> Path:
    """As docs/upgrading.md says for 0.1.0: the file of SQLite, or pg_dump."""
    copy = folder / "before"
    if site.is_on_postgres:
        _do("pg_dump", "--no-owner", "--file", str(copy), site.url)
    else:
        copy.write_bytes(Path(site.url.removeprefix("sqlite:///")).read_bytes())
    return copy


def _put_back(site: OldSite, copy: Path) -> None:
    if site.is_on_postgres:
        with psycopg.connect(site.url, autocommit=True) as opened:
            opened.execute("DROP SCHEMA public CASCADE")
            opened.execute("CREATE SCHEMA public")
        _do("psql", "--quiet", "--set", "ON_ERROR_STOP=1", "--file", str(copy), site.url)
    else:
        file = Path(site.url.removeprefix("sqlite:///"))
        for part in ("-wal", "-shm"):
            file.with_name(file.name + part).unlink(missing_ok=True)
        file.write_bytes(copy.read_bytes())


def _do(*command: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
