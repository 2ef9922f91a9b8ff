"""Before the site serves: tables and static files for everybody, the demo club for `make run`, one line if not."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.db import OperationalError
from pytest_django import Settings

import tournaments.events.services.demo
from config import preparation
from games.models import Upload
from players.models import Club, User
from tournaments.models import Event

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def _no_static_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """To compress them takes seconds, and the site that test_serve starts has them."""
    monkeypatch.setattr(preparation, "_collect_static_files", lambda say: None)


def _rows() -> list[int]:
    return [model.objects.count() for model in (Club, User, Upload, Event)]


@pytest.mark.django_db
@pytest.mark.usefixtures("_no_static_files")
def test_a_server_is_prepared_without_the_demo_club() -> None:
    call_command("prepare")

    assert _rows() == [0, 0, 0, 0]


@pytest.mark.django_db
def test_a_start_that_is_interrupted_leaves_nothing_for_the_next_one_to_stumble_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    loaded: list[bool] = []

    def interrupt() -> None:
        loaded.append(Club.objects.exists() and Upload.objects.exists())
        raise KeyboardInterrupt

    monkeypatch.setattr(tournaments.events.services.demo, "load_demo_events", interrupt)

    with pytest.raises(KeyboardInterrupt):
        preparation.load_demo_club_if_empty(print)

    assert loaded == [True]
    assert _rows() == [0, 0, 0, 0]


@pytest.mark.django_db
def test_where_somebody_is_no_demo_club_is_loaded() -> None:
    User.objects.create_user(email="ada@example.org", password=None, display_name="Ada")

    preparation.load_demo_club_if_empty(_raise(AssertionError("there is nothing to say")))

    assert _rows() == [0, 1, 0, 0]


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        (
            "sqlite:///README.md",
            (
                f"the database {ROOT}/README.md cannot be used (file is not a database): "
                "make it a writable file of SQLite, or name another one in DATABASE_URL."
            ),
        ),
        (
            "postgres://kiebitz:s3cret@127.0.0.1:1/kiebitz?colour=blue",
            (
                'the database kiebitz at 127.0.0.1:1 cannot be used (invalid connection option "colour"): '
                "start it, or correct DATABASE_URL."
            ),
        ),
    ],
)
def test_a_database_that_is_none_is_one_line(tmp_path: Path, url: str, sentence: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", "from config import preparation; preparation.prepare_before_serving()"],
        cwd=ROOT,
        env=os.environ
        | {"DATABASE_URL": url, "VAR_DIR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "config.settings"},
        capture_output=True,
        text=True,
        check=False,
    )

    assert (done.returncode, done.stdout, done.stderr) == (
        preparation.CANNOT_SERVE,
        "",
        f"kiebitz: {sentence}\n",
    )


@pytest.mark.django_db
@pytest.mark.parametrize("step", ["_migrate", "_collect_static_files", "load_demo_club_if_empty"])
@pytest.mark.parametrize(
    "error", [OperationalError("no room is left\nat page 7"), ImproperlyConfigured("no room is left")]
)
def test_a_database_that_fails_in_any_step_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, step: str, error: Exception
) -> None:
    for name in ("_migrate", "_collect_static_files", "load_demo_club_if_empty"):
        monkeypatch.setattr(preparation, name, _raise(error) if name == step else lambda say: None)

    with pytest.raises(preparation.PreparationError) as refused:
        preparation.prepare(say=print, with_demo_club=True)

    assert str(refused.value) == (
        f"the database {preparation._database_name()} cannot be used (no room is left): {preparation._advice()}."
    )


@pytest.mark.one_database
@pytest.mark.django_db
def test_a_folder_for_static_files_that_cannot_be_written_is_one_sentence(settings: Settings) -> None:
    settings.STATIC_ROOT = Path("/sys/kiebitz")
    # Nobody, root included, may create folders there; why not depends on who asks and on how it is mounted.
    with pytest.raises(OSError, match="/sys/kiebitz") as refused:
        Path("/sys/kiebitz").mkdir()

    with pytest.raises(preparation.PreparationError) as error:
        preparation.prepare(say=lambda line: None)

    assert str(error.value) == (
        f"cannot write into /sys/kiebitz ({refused.value.strerror}): make it writable, "
        "or choose another folder with VAR_DIR."
    )


def _raise(error: BaseException) -> Callable[..., None]:
    def function(*_: object) -> None:
        raise error

    return function
