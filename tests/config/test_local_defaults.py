"""A site on one machine: what is set where nothing was said."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from config.environment import ConfigurationError, Environment
from config.local_defaults import local_settings
from tests.scripts.ordinary_user import as_ordinary_user, folder_for_all


@pytest.mark.parametrize(
    ("said", "host", "expected"),
    [
        ({}, "127.0.0.1", "http://127.0.0.1:8077"),
        ({}, "::1", "http://[::1]:8077"),
        ({"ALLOWED_HOSTS": "club.local,127.0.0.1"}, "0.0.0.0", "http://club.local:8077"),  # noqa: S104
        ({"ALLOWED_HOSTS": ".club.local"}, "0.0.0.0", "http://club.local:8077"),  # noqa: S104
        ({"ALLOWED_HOSTS": "*"}, "0.0.0.0", "http://localhost:8077"),  # noqa: S104
    ],
)
def test_links_in_mails_lead_to_the_port_that_is_served(
    tmp_path: Path, said: dict[str, str], host: str, expected: str
) -> None:
    settings = local_settings(
        Environment({"SECRET_KEY": "x", "PUSH_KEY": "x", **said}, base_dir=tmp_path), host=host, port=8077
    )

    assert settings["SITE_URL"] == expected


def test_an_address_that_was_given_stays(tmp_path: Path) -> None:
    env = Environment(
        {"SECRET_KEY": "x", "PUSH_KEY": "x", "SITE_URL": "https://club.example.org"}, base_dir=tmp_path
    )

    assert local_settings(env) == {
        "ALLOWED_HOSTS": "localhost,127.0.0.1,[::1]",
        "HTTPS": "0",
    }


@pytest.mark.parametrize(("setting", "name"), [("SECRET_KEY", "secret_key"), ("PUSH_KEY", "push_key")])
def test_the_key_is_made_once_and_nobody_else_may_read_it(tmp_path: Path, setting: str, name: str) -> None:
    (tmp_path / "var").mkdir()
    env = Environment({}, base_dir=tmp_path)

    first, second = (local_settings(env)[setting] for _ in range(2))

    assert first == second == (tmp_path / "var" / name).read_text()
    assert len(first) >= 40
    assert (tmp_path / "var" / name).stat().st_mode & 0o777 == 0o600


def test_a_key_of_somebody_else_is_one_sentence() -> None:
    with folder_for_all() as folder:
        (folder / "secret_key").touch(mode=0o000)
        env = Environment({"VAR_DIR": str(folder)}, base_dir=folder)

        with as_ordinary_user(), pytest.raises(ConfigurationError) as error:
            local_settings(env)

    assert str(error.value) == (
        f"cannot use {folder}/secret_key (Permission denied): let it belong to the user who starts the site, "
        "or set SECRET_KEY."
    )


@pytest.mark.parametrize("content", [b"\xff\xfe", b"", b"\n"])
def test_a_file_without_a_key_is_one_sentence(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "secret_key").write_bytes(content)
    env = Environment({"VAR_DIR": str(tmp_path)}, base_dir=tmp_path)

    with pytest.raises(ConfigurationError) as error:
        local_settings(env)

    assert str(error.value) == (
        f"{tmp_path}/secret_key does not hold a key: remove it, and a new one is made, or set SECRET_KEY."
    )


def test_commands_say_it_in_one_line_too(tmp_path: Path) -> None:
    (tmp_path / "secret_key").write_bytes(b"\xff\xfe")
    environment = {name: value for name, value in os.environ.items() if name != "SECRET_KEY"}

    done = subprocess.run(
        [sys.executable, "manage.py", "check"],
        cwd=Path(__file__).resolve().parents[2],
        env=environment | {"VAR_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )

    assert (done.returncode, done.stdout, done.stderr) == (
        1,
        "",
        f"kiebitz: {tmp_path}/secret_key does not hold a key: remove it, and a new one is made, or set SECRET_KEY.\n",
    )
