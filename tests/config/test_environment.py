"""Environment values: read with their types, or refused with a sentence that says what to change."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from config.environment import ConfigurationError, Environment, RedisAddress


def _environment(**values: str) -> Environment:
    return Environment(values, base_dir=Path("/nowhere"))


@pytest.mark.parametrize(
    ("raw", "value"), [("1", True), ("yes", True), ("On", True), ("0", False), ("false", False), ("", True)]
)
def test_a_flag_is_read(raw: str, value: bool) -> None:
    assert _environment(FLAG=raw).flag("FLAG", default=True) is value


@pytest.mark.parametrize(
    ("read", "message"),
    [
        (lambda env: env.flag("V", default=False), "V is 'maybe', but it is a switch: write 1 or 0."),
        (lambda env: env.number("V", 5), "V is 'maybe', but it must be a whole number of at least 0."),
        (lambda env: env.choice("V", ("text", "json")), "V is 'maybe', but it must be one of: text, json."),
        (
            lambda env: env.database("V", ""),
            "V begins with 'maybe'; Kiebitz runs on sqlite:///path/to/file or postgres://user:password@host:5432/name.",
        ),
        (
            lambda env: env.redis("V", ""),
            "V begins with ''; write redis://host:6379 or unix:///path/to/socket.",
        ),
    ],
)
def test_a_wrong_value_is_refused_with_what_to_write(
    read: Callable[[Environment], Any], message: str
) -> None:
    with pytest.raises(ConfigurationError) as error:
        read(_environment(V="maybe"))

    assert str(error.value) == message


def test_a_number_below_the_least_is_refused() -> None:
    with pytest.raises(ConfigurationError) as error:
        _environment(PORT="0").number("PORT", 8000, least=1)

    assert str(error.value) == "PORT is '0', but it must be a whole number of at least 1."


@pytest.mark.parametrize(
    ("url", "message"),
    [
        (
            "redis://host:many",
            "REDIS_URL cannot be read as an address: Port could not be cast to integer value as 'many'.",
        ),
        ("redis://", "REDIS_URL names no server; write redis://host:6379 or unix:///path/to/socket."),
        ("unix://", "REDIS_URL names no server; write redis://host:6379 or unix:///path/to/socket."),
    ],
)
def test_a_broker_address_that_leads_nowhere_is_refused(url: str, message: str) -> None:
    with pytest.raises(ConfigurationError) as error:
        _environment(REDIS_URL=url).redis("REDIS_URL", "")

    assert str(error.value) == message


def test_a_database_address_without_a_name_is_refused() -> None:
    with pytest.raises(ConfigurationError) as error:
        _environment(DATABASE_URL="postgres://host:5432/").database("DATABASE_URL", "")

    assert str(error.value) == "DATABASE_URL does not name a database."


def test_a_relative_sqlite_file_lies_below_the_project() -> None:
    database = _environment(DATABASE_URL="sqlite:///var/club.sqlite3").database("DATABASE_URL", "")

    assert database["NAME"] == "/nowhere/var/club.sqlite3"


@pytest.mark.parametrize(
    ("url", "for_client", "for_celery"),
    [
        ("redis://host:6379", "redis://host:6379/3", "redis://host:6379/3"),
        ("rediss://u:p@host", "rediss://u:p@host/3", "rediss://u:p@host/3"),
        ("unix:///a/b.sock", "unix:///a/b.sock?db=3", "redis+socket:///a/b.sock?virtual_host=3"),
    ],
)
def test_each_library_gets_the_broker_in_its_own_words(url: str, for_client: str, for_celery: str) -> None:
    address = RedisAddress(url)

    assert address.for_redis_client(database=3) == for_client
    assert address.for_celery(database=3) == for_celery


def test_the_environment_wins_over_the_dotenv_file(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text('# a comment\n\nHOST="0.0.0.0"\nexport PORT=9000\n')

    env = Environment({"PORT": "8001"}, base_dir=tmp_path)

    assert (env.text("HOST"), env.number("PORT", 0)) == ("0.0.0.0", 8001)  # noqa: S104


def test_a_dotenv_line_that_is_no_assignment_is_named(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("PORT=9000\nHOST 0.0.0.0\n")

    with pytest.raises(ConfigurationError) as error:
        Environment({}, base_dir=tmp_path)

    assert str(error.value) == ".env line 2 is not NAME=value: 'HOST 0.0.0.0'."
