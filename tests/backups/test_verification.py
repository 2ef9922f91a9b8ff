"""`verify`, on the site and on what a backup has: what was damaged, forged or taken away is found."""

from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction

from audit.models import AuditEntry
from audit.triggers import PROTECTION as HISTORY
from backups.errors import BackupRefused
from backups.services.verification import verify_backup
from core.db.append_only import AppendOnly
from core.verification import VERIFICATIONS
from games.models import GameText
from players.models import LedgerLine, ListedRating, RatedResult
from players.models.ledger_protection import PROTECTION as LEDGER
from tests.backups.rewriting import rewrite_table
from tournaments.models import FinalTable, Pairing, PairingResult, ResultOrigin

# The first test also makes the backup.
pytestmark = pytest.mark.timeout(300)


def _verify() -> str:
    output = StringIO()
    call_command("verify", quiet=True, stdout=output)
    return output.getvalue()


def _findings(damage: Callable[[], object]) -> list[str]:
    """What `verify` says after the damage, which is taken back."""
    output = StringIO()
    with transaction.atomic():
        damage()
        with pytest.raises(CommandError, match="problems found"):
            call_command("verify", quiet=True, stdout=output)
        transaction.set_rollback(True)
    return output.getvalue().splitlines()


def _lifted(protection: AppendOnly, change: Callable[[], object]) -> None:
    """As somebody with all rights does it, and hides the traces."""
    with connection.cursor() as cursor:
        for statement in protection.lift(connection):
            cursor.execute(statement)
        change()
        for statement in protection.restore(connection):
            cursor.execute(statement)


@pytest.mark.usefixtures("demo_site")
def test_a_good_site_is_compared_with_all_it_was_made_of() -> None:
    said = _verify()

    assert [key for key, _ in VERIFICATIONS.items()] == ["games", "events", "ratings", "history"]
    assert "13 games with 89 plies replayed" in said
    assert "7 events: standings of 7 sections computed again, 52 results compared with the history." in said
    assert "2 rating lists with 9 periods computed again" in said
    assert "lines of the history read" in said


def _entered() -> Pairing:
    pairing = Pairing.objects.filter(origin=ResultOrigin.ARBITER, result=PairingResult.FIRST_WINS).first()
    assert pairing is not None
    return pairing


def _forge_result() -> None:
    Pairing.objects.filter(pk=_entered().pk).update(result=PairingResult.SECOND_WINS)


def _change_line() -> None:
    def change() -> None:
        entry = AuditEntry._base_manager.filter(after__has_key="result", after__result="1-0").first()
        assert entry is not None
        AuditEntry._base_manager.filter(pk=entry.pk).update(after=entry.after | {"result": "0-1"})

    _lifted(HISTORY, change)


def _remove_line() -> None:
    lines = AuditEntry._base_manager.filter(after__has_key="result")
    _lifted(HISTORY, lambda: lines._raw_delete(connection.alias))  # type: ignore[attr-defined]


def _change_final_table() -> None:
    final = FinalTable.objects.order_by("pk").first()
    assert final is not None
    final.table["rows"].reverse()
    final.save()


def _unprotect_history() -> None:
    with connection.cursor() as cursor:
        for statement in HISTORY.lift(connection):
            cursor.execute(statement)


@pytest.mark.usefixtures("demo_site")
@pytest.mark.parametrize(
    ("damage", "sentence"),
    [
        (_forge_result, "the result is '0-1', but the history says '1-0'"),
        (_change_line, "the result is '1-0', but the history says '0-1'"),
        (_remove_line, "the history does not have the result"),
        (_change_final_table, "its final table is not what its results make"),
        (lambda: FinalTable.objects.all().delete(), "its final table is not there"),
        (_unprotect_history, "the database no longer protects its lines"),
        (lambda: RatedResult.objects.update(rated=False), "are not those that were submitted"),
        (lambda: ListedRating.objects.update(rating=2500.0), "is listed with 2500.0, but the ledger says"),
        (
            lambda: _lifted(LEDGER, lambda: LedgerLine._base_manager.update(rating_after=2500.0)),
            "has 2500.0, but the results make it",
        ),
        (
            lambda: _lifted(LEDGER, lambda: LedgerLine._base_manager.all()._raw_delete(connection.alias)),
            "its lines are not those of the players of its results",
        ),
        (lambda: GameText.objects.update(plies="c2-b2"), ": its plies are"),
    ],
)  # fmt: skip
def test_what_is_forged_damaged_or_taken_away_is_found(damage: Callable[[], object], sentence: str) -> None:
    assert any(sentence in line for line in _findings(damage))


def test_a_good_backup_is_proven_without_touching_the_site(backup_file: Path, empty_site: Path) -> None:
    said: list[str] = []

    verify_backup(backup_file, say=said.append)

    assert "No problem found." in said
    assert list(empty_site.iterdir()) == []


@pytest.mark.one_database
def test_a_forged_result_in_a_backup_is_found_although_all_digests_are_right(
    backup_file: Path, empty_site: Path
) -> None:
    def forge(row: dict[str, Any]) -> None:
        if row["origin"] == "arbiter" and row["result"] == "1-0":
            row["result"] = "0-1"

    forged = rewrite_table(backup_file, empty_site / "forged.zip", "tournaments_pairing", forge)
    said: list[str] = []

    with pytest.raises(BackupRefused, match="not trusted"):
        verify_backup(forged, say=said.append)

    assert any("the history says '1-0'" in line for line in said)
