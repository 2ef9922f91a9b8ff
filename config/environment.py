"""What the environment says, checked: every wrong value becomes one sentence that tells what to change."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import environ

DATABASE_SCHEMES = ("sqlite", "postgres", "postgresql")
REDIS_SCHEMES = ("redis", "rediss", "unix")


class ConfigurationError(Exception):
    """A setting is missing or wrong; the message says which one and how to mend it."""


@dataclass(frozen=True)
class RedisAddress:
    """One Redis or Valkey server, and the same server as each library wants it written."""

    url: str

    def for_redis_client(self, *, database: int) -> str:
        parts = urlsplit(self.url)
        if parts.scheme == "unix":
            return f"unix://{parts.path}?db={database}"
        return urlunsplit(parts._replace(path=f"/{database}"))

    def for_celery(self, *, database: int) -> str:
        parts = urlsplit(self.url)
        if parts.scheme == "unix":
            return f"redis+socket://{parts.path}?virtual_host={database}"
        return self.for_redis_client(database=database)


class Environment:
    """Typed access to environment variables, after an optional `.env` file."""

    def __init__(self, values: Mapping[str, str], *, base_dir: Path) -> None:
        dotenv = base_dir / ".env"
        self._values = (_read_dotenv(dotenv) if dotenv.is_file() else {}) | dict(values)
        self._base_dir = base_dir

    def text(self, name: str, default: str = "") -> str:
        return self._values.get(name, "").strip() or default

    def flag(self, name: str, *, default: bool) -> bool:
        raw = self.text(name).lower()
        if raw == "":
            return default
        if raw in ("1", "true", "yes", "on"):
            return True
        if raw in ("0", "false", "no", "off"):
            return False
        raise ConfigurationError(f"{name} is {raw!r}, but it is a switch: write 1 or 0.")

    def number(self, name: str, default: int, *, least: int = 0) -> int:
        raw = self.text(name)
        if raw == "":
            return default
        if not raw.isdecimal() or int(raw) < least:
            raise ConfigurationError(f"{name} is {raw!r}, but it must be a whole number of at least {least}.")
        return int(raw)

    def words(self, name: str) -> list[str]:
        return [word.strip() for word in self.text(name).split(",") if word.strip()]

    def choice(self, name: str, choices: tuple[str, ...]) -> str:
        """One of a closed set; the first is the default."""
        raw = self.text(name, choices[0])
        if raw not in choices:
            raise ConfigurationError(f"{name} is {raw!r}, but it must be one of: {', '.join(choices)}.")
        return raw

    def database(self, name: str, default: str) -> dict[str, Any]:
        url = self.text(name, default)
        scheme = url.partition(":")[0]
        if scheme not in DATABASE_SCHEMES:
            raise ConfigurationError(
                f"{name} begins with {scheme!r}; Kiebitz runs on sqlite:///path/to/file or "
                "postgres://user:password@host:5432/name."
            )
        try:
            parsed = dict(environ.Env.db_url_config(url))
        except (ValueError, KeyError) as error:
            raise ConfigurationError(f"{name} cannot be read as a database address: {error}.") from error
        if not parsed.get("NAME"):
            raise ConfigurationError(f"{name} does not name a database.")
        if scheme == "sqlite" and parsed["NAME"] != ":memory:":
            parsed["NAME"] = str(self._base_dir / parsed["NAME"])
        return parsed

    def redis(self, name: str, default: str) -> RedisAddress:
        url = self.text(name, default)
        parts = urlsplit(url)
        if parts.scheme not in REDIS_SCHEMES:
            raise ConfigurationError(
                f"{name} begins with {parts.scheme!r}; write redis://host:6379 or unix:///path/to/socket."
            )
        try:
            server = parts.path if parts.scheme == "unix" else parts.hostname
            _ = parts.port  # raises if it is not a number
        except ValueError as error:
            raise ConfigurationError(f"{name} cannot be read as an address: {error}.") from error
        if not server:
            raise ConfigurationError(
                f"{name} names no server; write redis://host:6379 or unix:///path/to/socket."
            )
        return RedisAddress(url)


def _read_dotenv(path: Path) -> dict[str, str]:
    """The file's `NAME=value` lines; anything else but comments and blanks is an error with its line number."""
    values: dict[str, str] = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        stripped = line.strip()
        if not stripped or stripped.startswith("#"):
            continue
        name, equals, value = stripped.removeprefix("export ").partition("=")
        if not equals or not name.strip().isidentifier():
            raise ConfigurationError(f".env line {number} is not NAME=value: {stripped!r}.")
        values[name.strip()] = value.strip().strip("\"'")
    return values
