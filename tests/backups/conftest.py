"""A site with rows in every table, written into one file for all tests of a run, and empty sites to restore it into."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import call_command
from pytest_django import DjangoDbBlocker

from backups.services.backup import write_backup
from config.preparation import load_demo_club_if_empty
from tests.backups.rows import fill_empty_tables
from tests.backups.sites import PASSPHRASE, another_database, another_site
from tests.jobs.job_runner import run_jobs


@pytest.fixture(scope="session")
def backup_file(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """Of the demo club, with all its jobs done."""
    folder = tmp_path_factory.mktemp("written")
    with django_db_blocker.unblock(), another_database(folder):
        call_command("migrate", interactive=False, verbosity=0)
        load_demo_club_if_empty(print)
        run_jobs()
        write_backup(folder / "site.zip", passphrase=PASSPHRASE)
        fill_empty_tables()
        write_backup(folder / "full.zip")
    return folder / "site.zip"


@pytest.fixture(scope="session")
def full_backup_file(backup_file: Path) -> Path:
    """The same with at least one row in every table, which need not make sense together."""
    return backup_file.with_name("full.zip")


@pytest.fixture
def empty_site(tmp_path: Path, django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Path]:
    """Inside, the site's database and files are those of another folder, with nothing in them. Its VAR_DIR."""
    with django_db_blocker.unblock(), another_site(tmp_path):
        yield tmp_path
