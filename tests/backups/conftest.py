"""A site with rows in every table, written into one file for all tests of a run, and empty sites to restore it into."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytest_django import DjangoDbBlocker

from backups.services.backup import write_backup
from config.preparation import load_demo_club_if_empty
from tests.backups.rows import fill_empty_tables
from tests.backups.sites import NEW_SITE, PASSPHRASE, another_site, keep_database
from tests.jobs.job_runner import run_jobs
from tests.new_sites import made_once


@pytest.fixture(scope="session")
def backup_file(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Path:
    """Of the demo club, with all its jobs done."""
    with django_db_blocker.unblock():
        return made_once("written", _write_backups) / "site.zip"


def _write_backups(folder: Path) -> None:
    folder.mkdir()
    with another_site(folder, like=NEW_SITE):
        load_demo_club_if_empty(print)
        run_jobs()
        write_backup(folder / "site.zip", passphrase=PASSPHRASE)
        keep_database(folder / "site.sqlite3")
        fill_empty_tables()
        write_backup(folder / "full.zip")


@pytest.fixture(scope="session")
def full_backup_file(backup_file: Path) -> Path:
    """The same with at least one row in every table, which need not make sense together."""
    return backup_file.with_name("full.zip")


@pytest.fixture(scope="module")
def demo_site(
    backup_file: Path, django_db_blocker: DjangoDbBlocker, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Path]:
    """The site that the backup was written of, in a folder of its own. Its VAR_DIR."""
    folder = tmp_path_factory.mktemp("site")
    shutil.copytree(backup_file.parent / "media", folder / "media")
    with django_db_blocker.unblock(), another_site(folder, like=backup_file.parent / "site.sqlite3"):
        yield folder


@pytest.fixture
def empty_site(tmp_path: Path, django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Path]:
    """Inside, the site's database and files are those of another folder, with nothing in them. Its VAR_DIR."""
    with django_db_blocker.unblock(), another_site(tmp_path):
        yield tmp_path
