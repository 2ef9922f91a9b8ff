"""Files of the site can be read by their owner alone, also those that an older release has written."""

import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from config.private_files import close_to_others
from tests.new_sites import copy_static_files
from tests.scripts.serving import ROOT, environment


def open_to_others(folder: Path) -> list[str]:
    return sorted(
        str(path.relative_to(folder))
        for path in [folder, *folder.rglob("*")]
        if not path.is_symlink() and path.lstat().st_mode & 0o077
    )


@pytest.fixture
def _wide_umask() -> Iterator[None]:
    before = os.umask(0o000)
    yield
    os.umask(before)


def write(path: Path, mode: int = 0o644) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"")
    path.chmod(mode)
    return path


OLD_FILES = (
    "kiebitz.sqlite3", "kiebitz.sqlite3-wal", "kiebitz.sqlite3-shm", "secret_key", "beat-schedule.db",
    "broker/appendonlydir/appendonly.aof.1.incr.aof", "broker/broker.log", "media/people/ab/abcd-96.webp",
    "static/css/kiebitz.css",
)  # fmt: skip


@pytest.mark.usefixtures("_wide_umask")
def test_an_older_installation_is_closed_to_others(tmp_path: Path) -> None:
    var = tmp_path / "var"
    for name in OLD_FILES:
        write(var / name, 0o666)

    closed = close_to_others(var)

    assert open_to_others(var) == []
    assert closed == len(OLD_FILES) + len(
        {"", "broker", "appendonlydir", "media", "people", "ab", "static", "css"}
    )
    assert stat.S_IMODE((var / "kiebitz.sqlite3").stat().st_mode) == 0o600
    assert close_to_others(var) == 0


@pytest.mark.usefixtures("_wide_umask")
def test_a_database_elsewhere_is_closed_with_its_log(tmp_path: Path) -> None:
    database = write(tmp_path / "elsewhere" / "club.db")
    log = write(tmp_path / "elsewhere" / "club.db-wal")

    close_to_others(tmp_path / "var", database=str(database))

    assert [stat.S_IMODE(path.stat().st_mode) for path in (database, log)] == [0o600, 0o600]


@pytest.mark.usefixtures("_wide_umask")
def test_what_is_not_the_sites_stays_as_it_is(tmp_path: Path) -> None:
    """Also where the chosen folder is one that all use, and behind links."""
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(0o1777)
    theirs = write(shared / "letter.txt")
    linked = write(tmp_path / "linked")
    (shared / "secret_key").symlink_to(linked)

    assert close_to_others(shared) == 0

    assert [stat.S_IMODE(path.stat().st_mode) for path in (shared, theirs, linked)] == [0o1777, 0o644, 0o644]


@pytest.mark.serves
@pytest.mark.timeout(240)
@pytest.mark.usefixtures("_wide_umask")
def test_preparing_a_site_closes_old_files_and_writes_new_ones_closed(tmp_path: Path) -> None:
    var = tmp_path / "var"
    write(var / "media" / "people" / "old.webp")
    copy_static_files(var)
    env = environment(
        SECRET_KEY="x" * 50,
        ALLOWED_HOSTS="localhost",
        VAR_DIR=str(var),
        DJANGO_SETTINGS_MODULE="config.settings",
    )

    done = subprocess.run(
        [sys.executable, "manage.py", "prepare"],
        cwd=ROOT,
        env=env,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )

    assert open_to_others(var) == []
    assert (var / "kiebitz.sqlite3").is_file()
    assert (
        f"Other users of this machine could read 4 files and folders of {var}; now they cannot."
        in done.stdout
    )
    shutil.rmtree(var)
