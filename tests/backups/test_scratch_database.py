"""The scratch database beside the site's, where only SQLite has something to show: files and their logs."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from backups.errors import BackupRefused
from backups.scratch_database import Purpose, _sqlite


def _settings(folder: Path) -> dict[str, object]:
    return {"NAME": str(folder / "site.sqlite3"), "OPTIONS": {}}


def _fill(file: Path, value: str) -> None:
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("CREATE TABLE IF NOT EXISTS x (value)")
        database.execute("INSERT INTO x VALUES (?)", [value])


def _value(file: Path) -> str:
    with closing(sqlite3.connect(file)) as database:
        return str(database.execute("SELECT value FROM x").fetchone()[0])


def test_it_takes_the_place_of_the_site_which_is_kept(tmp_path: Path) -> None:
    _fill(tmp_path / "site.sqlite3", "old")

    with _sqlite(_settings(tmp_path), Purpose.RESTORE) as scratch:
        _fill(Path(scratch.settings["NAME"]), "new")
        kept = scratch.take_place()

    assert _value(tmp_path / "site.sqlite3") == "new"
    assert _value(Path(kept)) == "old"
    assert len(list(tmp_path.iterdir())) == 2


def test_a_file_that_is_no_database_any_more_gives_way_and_its_log_goes_with_it(tmp_path: Path) -> None:
    (tmp_path / "site.sqlite3").write_bytes(b"after a power cut" * 100)
    (tmp_path / "site.sqlite3-journal").write_bytes(b"what is left of its log")

    with _sqlite(_settings(tmp_path), Purpose.RESTORE) as scratch:
        _fill(Path(scratch.settings["NAME"]), "new")
        kept = scratch.take_place()

    assert _value(tmp_path / "site.sqlite3") == "new"
    assert Path(kept).read_bytes().startswith(b"after a power cut")
    assert not (tmp_path / "site.sqlite3-journal").exists()


def test_a_database_that_somebody_has_open_does_not_give_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _fill(tmp_path / "site.sqlite3", "old")
    with closing(sqlite3.connect(tmp_path / "site.sqlite3", isolation_level=None)) as other:
        other.execute("PRAGMA journal_mode=WAL")
        other.execute("BEGIN")
        other.execute("SELECT * FROM x").fetchone()
        with (
            _sqlite(_settings(tmp_path), Purpose.RESTORE) as scratch,
            pytest.raises(BackupRefused, match="is in use: stop the site"),
        ):
            scratch.take_place()
    other.close()

    assert _value(tmp_path / "site.sqlite3") == "old"


def test_one_restore_at_a_time(tmp_path: Path) -> None:
    with (
        _sqlite(_settings(tmp_path), Purpose.RESTORE),
        pytest.raises(BackupRefused, match="wait until it is done"),
        _sqlite(_settings(tmp_path), Purpose.RESTORE),
    ):
        pass

    assert list(tmp_path.iterdir()) == []
