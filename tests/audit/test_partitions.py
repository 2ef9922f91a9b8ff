"""On PostgreSQL each year of the history has a table of its own, with the same protection."""

import re
from datetime import UTC, datetime
from typing import Protocol

import pytest
from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.db import IntegrityError, connection, transaction
from django.db.models import QuerySet
from django.utils import timezone

from audit import partitions, services
from audit.actions import Action
from audit.models import AuditEntry
from audit.partitions import DEFAULT, EARLIER, table_of
from audit.selectors import HistoryFilter, filter_lines, history_of, history_of_club
from audit.tasks import prepare_next_year
from audit.triggers import PROTECTION, TABLE
from players.models import Club, User

pytestmark = [pytest.mark.postgres, pytest.mark.django_db]
NEXT_YEAR = timezone.now().year + 1
FAR_YEAR = NEXT_YEAR + 40


def in_year(year: int) -> datetime:
    return datetime(year, 7, 1, tzinfo=UTC)


class WriteLine(Protocol):
    def __call__(self, year: int) -> AuditEntry: ...


@pytest.fixture
def write(agnes: User, club: Club, renamed: Action) -> WriteLine:
    def write(year: int) -> AuditEntry:
        return AuditEntry.objects.create(
            when=in_year(year), actor=agnes, actor_name=str(agnes), action=renamed.key, target_name=str(club),
            target_type=ContentType.objects.get_for_model(club), target_id=club.pk, club_id=club.pk,
        )  # fmt: skip

    return write


def table_with(entry: AuditEntry) -> str:
    return str(fetch(f"SELECT tableoid::regclass FROM {TABLE} WHERE id = {entry.pk}")[0])  # noqa: S608


def fetch(statement: str) -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute(statement)
        return [row[0] for row in cursor.fetchall()]


def plan_of(lines: QuerySet[AuditEntry]) -> str:
    """With the tables as large as they will be: indexes are dear to a planner that knows only a few rows."""
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
    return str(lines.explain())


def tables_in(plan: str) -> set[str]:
    return set(re.findall(rf"on ({TABLE}\w*)", plan))


def test_a_line_lands_in_the_table_of_its_year(write: WriteLine) -> None:
    entries = {table: write(year) for table, year in ((EARLIER, 2001), (table_of(NEXT_YEAR), NEXT_YEAR))}
    entries[DEFAULT] = write(FAR_YEAR)

    assert {table: table_with(entry) for table, entry in entries.items()} == {
        table: table for table in entries
    }
    numbers = [entry.pk for entry in entries.values()]
    assert numbers == sorted(set(numbers))
    assert AuditEntry.objects.count() == 3
    assert AuditEntry.objects.get(pk=numbers[1]).when == in_year(NEXT_YEAR)


@pytest.mark.parametrize("year", [2001, NEXT_YEAR, FAR_YEAR])
@pytest.mark.parametrize("statement", ["DELETE FROM {}", "UPDATE {} SET reason = 'none'", "TRUNCATE {}"])
def test_a_table_of_one_year_is_as_protected_as_all_of_them(
    write: WriteLine, year: int, statement: str
) -> None:
    table = table_with(write(year))
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")

    with (
        pytest.raises(IntegrityError, match="append-only"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(statement.format(table))

    assert AuditEntry.objects.count() == 1


def test_a_deleted_account_is_forgotten_in_every_year(write: WriteLine, agnes: User) -> None:
    for year in (2001, NEXT_YEAR, FAR_YEAR):
        write(year)

    agnes.delete()

    assert set(AuditEntry.objects.values_list("actor_id", "actor_name")) == {(None, "Agnes Brandt")}


def test_an_operator_can_lift_the_protection_of_all_years_and_put_it_back(write: WriteLine) -> None:
    for year in (2001, NEXT_YEAR):
        write(year)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        for statement in PROTECTION.lift(connection):
            cursor.execute(statement)
        cursor.execute(f"DELETE FROM {TABLE} WHERE \"when\" < '2002-01-01'")  # noqa: S608
        for statement in PROTECTION.restore(connection):
            cursor.execute(statement)

    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"DELETE FROM {table_of(NEXT_YEAR)}")  # noqa: S608
    assert AuditEntry.objects.count() == 1


def test_a_page_of_some_days_looks_at_their_year_only(club: Club) -> None:
    wanted = HistoryFilter(since=in_year(NEXT_YEAR), until=datetime(NEXT_YEAR, 8, 1, tzinfo=UTC))

    plan = plan_of(filter_lines(history_of(club), wanted))

    # Whoever asks for a bounded time may have lines there whose year had no table yet.
    assert tables_in(plan) <= {table_of(NEXT_YEAR), DEFAULT}
    assert "Seq Scan" not in plan


@pytest.mark.parametrize("history", ["of an object", "of a club", "by number"])
def test_pages_of_all_years_use_the_index_of_each(club: Club, history: str) -> None:
    lines = {
        "of an object": history_of(club)[:50],
        "of a club": history_of_club(club.pk)[:50],
        "by number": AuditEntry.objects.filter(pk=1),
    }[history]

    plan = plan_of(lines)

    with connection.cursor() as cursor:
        assert tables_in(plan) == set(partitions.partitions(cursor))
    assert "Seq Scan" not in plan
    assert "Sort" not in plan.replace("Sort Key", "")


def test_tables_are_made_a_year_ahead_and_once(monkeypatch: pytest.MonkeyPatch) -> None:
    assert services.make_tables_of_years() == []
    monkeypatch.setattr(timezone, "now", lambda: in_year(NEXT_YEAR + 2))

    assert services.make_tables_of_years() == [NEXT_YEAR + 2, NEXT_YEAR + 3]
    prepare_next_year()

    assert services.make_tables_of_years() == []


def test_a_year_that_began_without_its_table_goes_on_without_it(
    write: WriteLine, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    entry = write(FAR_YEAR)
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
    monkeypatch.setattr(timezone, "now", lambda: in_year(FAR_YEAR))

    assert services.make_tables_of_years() == [FAR_YEAR + 1]
    assert (len(caplog.records), table_with(entry)) == (1, DEFAULT)


@pytest.mark.django_db(transaction=True)
def test_lines_of_many_years_stay_as_they_are_when_the_history_is_divided_and_united(
    write: WriteLine,
) -> None:
    years = (2019, timezone.now().year, NEXT_YEAR)
    for year in years:
        write(year)
    lines = list(AuditEntry.objects.order_by("pk").values())

    call_command("migrate", "audit", "0004", verbosity=0)
    assert list(AuditEntry.objects.order_by("pk").values()) == lines
    with connection.cursor() as cursor:
        assert partitions.partitions(cursor) == []
    after = write(timezone.now().year)
    call_command("migrate", "audit", verbosity=0)

    assert list(AuditEntry.objects.exclude(pk=after.pk).order_by("pk").values()) == lines
    assert write(NEXT_YEAR + 1).pk == after.pk + 1
    with pytest.raises(IntegrityError), connection.cursor() as cursor:
        cursor.execute(f"DELETE FROM {EARLIER}")  # noqa: S608
