"""Environment values: read with their types, or refused with a sentence that says what to change."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from config.environment import ConfigurationError, Environment, RedisAddress

FILE = Path("/nowhere/file")


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
            lambda env: env.database("V", default=FILE),
            "V begins with 'maybe'; Kiebitz runs on sqlite:///path/to/file or postgres://user:password@host:5432/name.",
        ),
        (
            lambda env: env.redis("V", default=FILE),
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


@pytest.mark.parametrize("value", ["k\udcff", "redis://:k\udcff@host"])
def test_bytes_that_are_no_text_are_refused_and_not_repeated(value: str) -> None:
    with pytest.raises(ConfigurationError) as error:
        _environment(V=value).text("V")

    assert str(error.value) == "V is not UTF-8 text: write it again."


def test_a_folder_may_have_any_bytes_for_a_name() -> None:
    env = _environment(ABSOLUTE="/srv/caf\udce9", RELATIVE="caf\udce9")

    assert env.folder("ABSOLUTE", "var") == Path("/srv/caf\udce9")
    assert env.folder("RELATIVE", "var").name == "caf\udce9"
    assert env.folder("ABSENT", "var").name == "var"


def test_a_number_below_the_least_is_refused() -> None:
    with pytest.raises(ConfigurationError) as error:
        _environment(PORT="0").number("PORT", 8000, minimum=1)

    assert str(error.value) == "PORT is '0', but it must be a whole number of at least 1."


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("65536", "65536"),
        ("9" * 60, "9" * 60),
        ("9" * 61, "9" * 60 + "…"),
        ("9" * 5000, "9" * 60 + "…"),
    ],
)
def test_a_number_above_the_most_is_refused_and_not_repeated_at_length(raw: str, shown: str) -> None:
    with pytest.raises(ConfigurationError) as error:
        _environment(PORT=raw).number("PORT", 8000, minimum=1, maximum=65535)

    assert str(error.value) == f"PORT is '{shown}', but it must be a whole number of at most 65535."


def test_a_number_may_be_the_least_or_the_most() -> None:
    env = _environment(A="1", B="65535")

    assert [env.number(name, 8000, minimum=1, maximum=65535) for name in ("A", "B", "C")] == [1, 65535, 8000]


@pytest.mark.parametrize(
    "raw", ["mail.example.org", "localhost", "192.0.2.7", "::1", "mail.brücke.example", ""]
)
def test_a_server_has_a_name_or_an_address(raw: str) -> None:
    assert _environment(EMAIL_HOST=raw).server("EMAIL_HOST") == raw


@pytest.mark.parametrize("raw", ["a..b", "mail.example.org:587", "smtp://mail", "mail example", "a" * 64])
def test_a_name_that_no_server_can_have_is_refused(raw: str) -> None:
    with pytest.raises(ConfigurationError) as error:
        _environment(EMAIL_HOST=raw).server("EMAIL_HOST")

    assert str(error.value) == (
        f"EMAIL_HOST is {raw!r}, but it must be the name of a server, without scheme or port: mail.example.org."
    )


@pytest.mark.parametrize(
    "raw", ["club@example.org", "Club <club@localhost>", '"Club, Brücke" <club@example.org>', ""]
)
def test_a_sender_has_an_address(raw: str) -> None:
    assert _environment(FROM=raw).sender("FROM", "us@example.org") == (raw or "us@example.org")


@pytest.mark.parametrize(
    "raw",
    [
        "nobody at all",
        "Club <club>",
        "@example.org",
        "club@",
        "club@a..b",
        "Club, Brücke <club@example.org>",
        "Our\nclub <club@example.org>",
    ],
)
def test_a_sender_without_an_address_is_refused(raw: str) -> None:
    with pytest.raises(ConfigurationError) as error:
        _environment(FROM=raw).sender("FROM", "")

    assert str(error.value) == (
        f"FROM is {raw!r}, but it must be an e-mail address: kiebitz@club.example.org, or "
        "Kiebitz <kiebitz@club.example.org>, and a name with a comma in quotation marks."
    )


@pytest.mark.parametrize(
    ("url", "message"),
    [
        (
            "redis://host:many",
            (
                "REDIS_URL cannot be read: write redis://:password@host:6379; in a password write %23 for #, "
                "%2F for /, %3A for : and %40 for @."
            ),
        ),
        (
            "redis://[bad",
            (
                "REDIS_URL cannot be read: write redis://:password@host:6379; in a password write %23 for #, "
                "%2F for /, %3A for : and %40 for @."
            ),
        ),
        ("redis://", "REDIS_URL names no server; write redis://host:6379 or unix:///path/to/socket."),
        ("unix://", "REDIS_URL names no server; write redis://host:6379 or unix:///path/to/socket."),
    ],
)
def test_a_broker_address_that_leads_nowhere_is_refused(url: str, message: str) -> None:
    with pytest.raises(ConfigurationError) as error:
        _environment(REDIS_URL=url).redis("REDIS_URL", default=FILE)

    assert str(error.value) == message


@pytest.mark.parametrize("url", ["postgres://host:many/kiebitz", "postgres://kiebitz:pa?ss@host/kiebitz"])
def test_a_database_address_that_cannot_be_read_is_not_repeated(url: str) -> None:
    with pytest.raises(ConfigurationError) as error:
        _environment(DATABASE_URL=url).database("DATABASE_URL", default=FILE)

    assert str(error.value) == (
        "DATABASE_URL cannot be read: write postgres://user:password@host:5432/name; in a password write %23 for #, "
        "%2F for /, %3A for : and %40 for @."
    )


def test_a_database_address_without_a_name_is_refused() -> None:
    with pytest.raises(ConfigurationError) as error:
        _environment(DATABASE_URL="postgres://host:5432/").database("DATABASE_URL", default=FILE)

    assert str(error.value) == "DATABASE_URL does not name a database."


@pytest.mark.parametrize(
    "url", ["sqlite://club.sqlite3", "sqlite:///", "sqlite:", "sqlite://:memory:", "sqlite:///:memory:"]
)
def test_a_file_with_too_few_slashes_is_not_taken_for_the_memory(url: str) -> None:
    with pytest.raises(ConfigurationError) as error:
        _environment(DATABASE_URL=url).database("DATABASE_URL", default=FILE)

    assert str(error.value) == "DATABASE_URL names no file: write sqlite:///path/to/file, with three slashes."


@pytest.mark.parametrize("url", ["sqlite:////tmp/c#x/club.sqlite3", "sqlite:////tmp/c?x/club.sqlite3"])
def test_a_file_is_not_cut_off_where_an_address_would_end(url: str) -> None:
    with pytest.raises(ConfigurationError) as error:
        _environment(DATABASE_URL=url).database("DATABASE_URL", default=FILE)

    assert str(error.value) == (
        "DATABASE_URL has a # or a ?: in the name of a file or folder write %23 for #, %3F for ? and %25 for %."
    )


def test_a_broker_address_is_not_cut_off_either() -> None:
    with pytest.raises(ConfigurationError) as error:
        _environment(REDIS_URL="unix:///tmp/c#x/broker.sock").redis("REDIS_URL", default=FILE)

    assert str(error.value) == "REDIS_URL has a #: write %23 for it in a password or in the name of a folder."


def test_a_file_with_any_name_can_be_written_as_an_address() -> None:
    env = _environment(
        DATABASE_URL="sqlite:////data/c%23x%3F/100%25.sqlite3", REDIS_URL="unix:///data/c%23/b.sock"
    )

    assert env.database("DATABASE_URL", default=FILE)["NAME"] == "/data/c#x?/100%.sqlite3"
    assert env.redis("REDIS_URL", default=FILE).place == "/data/c#/b.sock"


@pytest.mark.parametrize(
    ("url", "parts"),
    [
        ("postgres://club@db.example.org/kiebitz", ["kiebitz", "club", "", "db.example.org", ""]),
        ("postgresql://u%40x:p%23%2F%3A%40@[::1]:5433/a%20b", ["a b", "u@x", "p#/:@", "::1", "5433"]),
        ("postgres:///kiebitz", ["kiebitz", "", "", "", ""]),
        ("postgres://u:p@one:5432,two:5433/kiebitz", ["kiebitz", "u", "p", "one,two", "5432,5433"]),
        ("postgres://u@one,two/kiebitz", ["kiebitz", "u", "", "one,two", ""]),
        ("postgres://u@%2Frun%2Fpostgresql/kiebitz", ["kiebitz", "u", "", "/run/postgresql", ""]),
        ("postgres:////run/postgresql/kiebitz", ["kiebitz", "", "", "/run/postgresql", ""]),
    ],
)
def test_the_parts_of_a_server_s_address_are_read(url: str, parts: list[str]) -> None:
    database = _environment(DATABASE_URL=url).database("DATABASE_URL", default=FILE)

    assert [database[name] for name in ("NAME", "USER", "PASSWORD", "HOST", "PORT")] == parts
    assert database["ENGINE"] == "django.db.backends.postgresql"


def test_options_behind_the_address_are_for_postgresql_except_those_of_django() -> None:
    url = (
        "postgres://h/k?sslmode=require&options=-c%20jit%3Don&disable_server_side_cursors=true&CONN_MAX_AGE=5"
    )

    database = _environment(DATABASE_URL=url).database("DATABASE_URL", default=FILE)

    assert database["OPTIONS"] == {"sslmode": "require", "options": "-c jit=on"}
    assert (database["DISABLE_SERVER_SIDE_CURSORS"], database["CONN_MAX_AGE"]) == (True, 5)


def test_a_relative_sqlite_file_lies_below_the_project() -> None:
    database = _environment(DATABASE_URL="sqlite:///var/club.sqlite3").database("DATABASE_URL", default=FILE)

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


@pytest.mark.parametrize(
    ("url", "place"),
    [
        ("redis://kiebitz:secret@host", "host:6379"),
        ("rediss://:secret@[::1]:7000", "[::1]:7000"),
        ("unix:///a/b.sock", "/a/b.sock"),
    ],
)
def test_the_place_of_the_broker_is_told_without_its_password(url: str, place: str) -> None:
    assert RedisAddress(url).place == place


@pytest.mark.parametrize(
    ("read", "raw", "value"),
    [
        (
            lambda env: env.hosts("V"),
            "club.example.org, .example.org,192.168.1.20,[::1],*",
            ["club.example.org", ".example.org", "192.168.1.20", "[::1]", "*"],
        ),
        (lambda env: env.site("V"), "https://club.example.org:8443/games/", "https://club.example.org:8443/games"),
        (lambda env: env.site("V"), "http://[::1]:8000", "http://[::1]:8000"),
        (lambda env: env.site("V"), "", ""),
        (
            lambda env: env.origins("V"),
            "https://www.example.org/,http://*.example.org:8000",
            ["https://www.example.org", "http://*.example.org:8000"],
        ),
    ],
)  # fmt: skip
def test_names_of_sites_are_read(read: Callable[[Environment], Any], raw: str, value: object) -> None:
    assert read(_environment(V=raw)) == value


@pytest.mark.parametrize(
    "host", ["https://club.example.org", "club.example.org/games", "club.example.org:8000", "::1"]
)
def test_a_host_is_a_name_alone(host: str) -> None:
    with pytest.raises(ConfigurationError) as error:
        _environment(ALLOWED_HOSTS=f"localhost,{host}").hosts("ALLOWED_HOSTS")

    assert str(error.value) == (
        f"ALLOWED_HOSTS has {host!r}, but it takes host names alone, without scheme, port or path: "
        "club.example.org, 192.168.1.20 or [::1]."
    )


@pytest.mark.parametrize("address", ["club.example.org", "ftp://club.example.org", "https://", "https://a b"])
def test_the_address_of_a_site_has_its_scheme(address: str) -> None:
    with pytest.raises(ConfigurationError) as error:
        _environment(SITE_URL=address).site("SITE_URL")

    assert str(error.value) == (
        f"SITE_URL is {address.rstrip('/')!r}, but it must be a web address with its scheme, "
        "as https://club.example.org."
    )


@pytest.mark.parametrize("origin", ["www.example.org", "https://www.example.org/forms", "*.example.org"])
def test_an_origin_is_scheme_and_host(origin: str) -> None:
    with pytest.raises(ConfigurationError) as error:
        _environment(CSRF_TRUSTED_ORIGINS=origin).origins("CSRF_TRUSTED_ORIGINS")

    assert str(error.value) == (
        f"CSRF_TRUSTED_ORIGINS has {origin!r}, but it takes scheme and host of other sites, as https://www.example.org."
    )
