"""A backup of a history with tables of years comes back, on the same server, as real processes."""

import os
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest

from audit.partitions import DEFAULT, EARLIER, table_of
from tests.jobs.processes import ROOT
from tests.new_sites import create_database, postgres_template

pytestmark = [pytest.mark.postgres, pytest.mark.serves, pytest.mark.timeout(600)]

WRITE_HISTORY = """
import django
django.setup()
from datetime import UTC, datetime
from django.contrib.contenttypes.models import ContentType
from audit.models import AuditEntry
kind = ContentType.objects.get(app_label="players", model="club")
for year in (2019, 2026, 2027, 2077):
    AuditEntry.objects.create(when=datetime(year, 7, 1, tzinfo=UTC), action="x", target_type=kind, target_id=1)
"""
TABLES = "SELECT tableoid::regclass::text, id FROM audit_auditentry ORDER BY id"
EXPECTED = [EARLIER, table_of(2026), table_of(2027), DEFAULT]


@pytest.mark.usefixtures("django_db_setup")
def test_lines_come_back_into_the_tables_of_their_years_and_stay_protected(tmp_path: Path) -> None:
    site = create_database("partitioned_site", template=postgres_template())
    file = tmp_path / "site.kiebitz"
    _run(site, tmp_path, "-c", WRITE_HISTORY)
    with psycopg.connect(site) as connection:
        before = connection.execute(TABLES).fetchall()

    _run(site, tmp_path, "manage.py", "backup", str(file))
    # What gives way has tables of years with the same names.
    _run(site, tmp_path, "manage.py", "restore", str(file), "--replace")

    with psycopg.connect(site) as connection:
        assert [table for table, _ in before] == EXPECTED
        assert connection.execute(TABLES).fetchall() == before
        for table in ("audit_auditentry", *EXPECTED):
            with pytest.raises(psycopg.errors.RestrictViolation), connection.transaction():
                connection.execute(f"DELETE FROM {table}".encode())  # noqa: S608
            with pytest.raises(psycopg.errors.RestrictViolation), connection.transaction():
                connection.execute(f"TRUNCATE {table}".encode())
    _run(site, tmp_path, "-c", WRITE_HISTORY)


def _run(site: str, folder: Path, *arguments: str) -> None:
    environment = os.environ | {
        "DATABASE_URL": site, "VAR_DIR": str(folder), "DEBUG": "1", "DJANGO_SETTINGS_MODULE": "config.settings",
    }  # fmt: skip
    done = subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
