"""The laptop died in round 3: the tournament goes on, on another machine and on the other database."""

import shutil
from pathlib import Path

import pytest

from tests.backups.sites import CommandLineSite, postgres_database
from tests.backups.tournament_day import ROUND_FOUR, THREE_ROUNDS
from tests.new_sites import copy_tables


@pytest.mark.postgres
@pytest.mark.serves
@pytest.mark.timeout(400)
@pytest.mark.usefixtures("django_db_setup")
def test_the_laptop_died_in_round_three_and_the_tournament_goes_on(tmp_path: Path) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    (tmp_path / "laptop").mkdir(mode=0o700)
    laptop = CommandLineSite(tmp_path / "laptop", copy_tables(tmp_path / "laptop" / "kiebitz.sqlite3"))
    _succeed(laptop, "shell", "-c", THREE_ROUNDS, BACKUP_DIR=str(stick))
    shutil.rmtree(laptop.var)

    (backup,) = stick.iterdir()
    with postgres_database("kiebitz_other_laptop") as url:
        other = CommandLineSite(tmp_path / "other", url)
        # Nobody has started the site there before, nor written a .env.
        new = {"SECRET_KEY": "", "ALLOWED_HOSTS": ""}
        _succeed(other, "restore", backup.name, BACKUP_DIR=str(stick), **new)
        said = _succeed(other, "shell", "-c", ROUND_FOUR, **new)
        _succeed(other, "verify", **new)

    assert backup.name.endswith("-round.zip")
    assert "boards of round 4: 5\npoints: 15.0\n" in said


def _succeed(site: CommandLineSite, *arguments: str, **environment: str) -> str:
    done = site.run(*arguments, **environment)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
