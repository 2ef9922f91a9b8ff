"""The environment, and `.env`, as typed settings with errors that say what to change."""

import hashlib
import os
import re
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from email.utils import parseaddr
from ipaddress import ip_address
from pathlib import Path
from typing import Any, Final, Self
from urllib.parse import parse_qs, quote, unquote, urlsplit, urlunsplit

DATABASE_SCHEMES = ("sqlite", "postgres", "postgresql")

# Behind the question mark of a database's address these are for Django; all others are for PostgreSQL.
DJANGO_OPTIONS = (
    "ATOMIC_REQUESTS",
    "AUTOCOMMIT",
    "CONN_HEALTH_CHECKS",
    "CONN_MAX_AGE",
    "DISABLE_SERVER_SIDE_CURSORS",
)

REDIS_SCHEMES = ("redis", "rediss", "unix")
REDIS_PORT: Final = 6379
MAX_PORT: Final = 65_535
MAX_PROCESSES: Final = 1000

# Above every sensible value, and below what databases and clocks can count.
MAX_NUMBER: Final = 10**12

# Of a wrong value this much is repeated.
MAX_QUOTED_LENGTH: Final = 60

# A name, or an IPv6 address in its brackets.
HOST: Final = r"(?:[^\s/?#@:\[\]]+|\[[^\s/?#@\[\]]+\])"
ORIGIN: Final = rf"https?://{HOST}(?::\d+)?"
SITE: Final = rf"{ORIGIN}(?:/[^\s?#]*)?"

# The reader's own words are not repeated: they may hold a part of a password that was cut at the wrong place.
SPECIAL_CHARACTERS: Final = "in a password write %23 for #, %2F for /, %3A for : and %40 for @"
IN_NAMES_OF_FILES: Final = "in the name of a file or folder write %23 for #, %3F for ? and %25 for %"

# The kernel takes socket paths of at most 107 bytes.
MAX_SOCKET_PATH_LENGTH: Final = 100


class ConfigurationError(Exception):
    """A setting is missing or wrong; the message says which one and how to mend it."""


@dataclass(frozen=True)
class RedisAddress:
    """One Redis or Valkey server, and the same server as each library wants it written."""

    url: str

    @classmethod
    def of_socket(cls, path: Path) -> Self:
        return cls(f"unix://{quote(os.fsencode(path))}")

    @property
    def place(self) -> str:
        """Where the server is, for people to read: without the password that the address may hold."""
        parts = urlsplit(self.url)
        if parts.scheme == "unix":
            return unquote(parts.path)
        host = f"[{parts.hostname}]" if ":" in str(parts.hostname) else parts.hostname
        return f"{host}:{parts.port or REDIS_PORT}"

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


@dataclass(frozen=True)
class OpenIdProvider:
    """Where people may sign in with an account that they have elsewhere."""

    name: str
    server: str
    client: str
    secret: str

    @classmethod
    def from_settings(cls, *, server: str, client: str, secret: str, label: str) -> Self | None:
        """None if nothing was said."""
        if not (server or client or secret):
            return None
        for part, value in (("SERVER", server), ("CLIENT", client), ("SECRET", secret)):
            if not value:
                raise ConfigurationError(
                    f"OIDC_{part} is not set: signing in with a provider takes OIDC_SERVER, OIDC_CLIENT and "
                    "OIDC_SECRET, or none of them."
                )
        if not server.startswith("https://") and urlsplit(server).hostname not in ("localhost", "127.0.0.1"):
            raise ConfigurationError(f"OIDC_SERVER is {server!r}, but it must begin with https://.")
        return cls(label or str(urlsplit(server).hostname), server, client, secret)

    @property
    def key(self) -> str:
        """Kept with connected accounts. Another server is another provider: its people are not the same."""
        return f"oidc-{hashlib.sha256(self.server.encode()).hexdigest()[:12]}"

    @property
    def origin(self) -> str:
        parts = urlsplit(self.server)
        return f"{parts.scheme}://{parts.netloc}"

    def as_app(self) -> dict[str, Any]:
        """As django-allauth wants it."""
        return {
            "provider_id": self.key,
            "name": self.name,
            "client_id": self.client,
            "secret": self.secret,
            "settings": {"server_url": self.server, "oauth_pkce_enabled": True},
        }


class Environment:
    """Typed access to environment variables, after an optional `.env` file."""

    def __init__(self, values: Mapping[str, str], *, base_dir: Path) -> None:
        dotenv = base_dir / ".env"
        self._values = (_read_dotenv(dotenv) if dotenv.is_file() else {}) | dict(values)
        self._base_dir = base_dir
        self._asked: set[str] = set()

    def given(self) -> dict[str, str]:
        """What was set, of all that anybody has asked for; for backups. Secrets are among it."""
        values = {name: self._values.get(name, "").strip() for name in self._asked}
        return {name: value for name, value in values.items() if value}

    def text(self, name: str, default: str = "") -> str:
        self._asked.add(name)
        value = self._values.get(name, "").strip()
        try:
            value.encode()
        except UnicodeEncodeError:
            # Bytes that are no text are as good as any other name of a file, and nothing else.
            raise ConfigurationError(f"{name} is not UTF-8 text: write it again.") from None
        return value or default

    def folder(self, name: str, default: str) -> Path:
        """One that need not exist, below the project unless it begins with a slash."""
        self._asked.add(name)
        return self._base_dir / (self._values.get(name, "").strip() or default)

    def flag(self, name: str, *, default: bool) -> bool:
        raw = self.text(name).lower()
        if raw == "":
            return default
        if raw in ("1", "true", "yes", "on"):
            return True
        if raw in ("0", "false", "no", "off"):
            return False
        raise ConfigurationError(f"{name} is {raw!r}, but it is a switch: write 1 or 0.")

    def number(self, name: str, default: int, *, minimum: int = 0, maximum: int = MAX_NUMBER) -> int:
        raw = self.text(name)
        if raw == "":
            return default
        # Nobody writes so many digits, and Python would not read them.
        too_long = len(raw) > MAX_QUOTED_LENGTH
        shown = f"{raw[:MAX_QUOTED_LENGTH]}…" if too_long else raw
        if not raw.isdecimal() or (not too_long and int(raw) < minimum):
            raise ConfigurationError(
                f"{name} is {shown!r}, but it must be a whole number of at least {minimum}."
            )
        if too_long or int(raw) > maximum:
            raise ConfigurationError(
                f"{name} is {shown!r}, but it must be a whole number of at most {maximum}."
            )
        return int(raw)

    def words(self, name: str) -> list[str]:
        return [word.strip() for word in self.text(name).split(",") if word.strip()]

    def hosts(self, name: str) -> list[str]:
        """Host names as visitors' browsers send them, without scheme, port or path."""
        for word in self.words(name):
            if not re.fullmatch(HOST, word):
                raise ConfigurationError(
                    f"{name} has {word!r}, but it takes host names alone, without scheme, port or path: "
                    "club.example.org, 192.168.1.20 or [::1]."
                )
        return self.words(name)

    def site(self, name: str) -> str:
        """Where a site is reached, without a slash at the end; empty if nothing was said."""
        address = self.text(name).rstrip("/")
        if address and not re.fullmatch(SITE, address):
            raise ConfigurationError(
                f"{name} is {address!r}, but it must be a web address with its scheme, as https://club.example.org."
            )
        return address

    def origins(self, name: str) -> list[str]:
        """Sites by scheme, host and port, as browsers name them."""
        origins = [word.rstrip("/") for word in self.words(name)]
        for origin in origins:
            if not re.fullmatch(ORIGIN, origin):
                raise ConfigurationError(
                    f"{name} has {origin!r}, but it takes scheme and host of other sites, as https://www.example.org."
                )
        return origins

    def secret(self, name: str, *, minimum: int) -> str:
        """Characters that nobody can guess, and that are not repeated; empty if nothing was said."""
        raw = self.text(name)
        if raw and (len(raw) < minimum or not re.fullmatch(r"[!-~]+", raw)):
            raise ConfigurationError(
                f"{name} must be at least {minimum} letters, digits or signs without a space: "
                "python3 -c 'import secrets; print(secrets.token_urlsafe(32))' makes one."
            )
        return raw

    def server(self, name: str) -> str:
        """The name or the IP address of one server, without scheme or port; empty if nothing was said."""
        raw = self.text(name)
        if raw and not (_is_host_name(raw) or _is_ip_address(raw)):
            raise ConfigurationError(
                f"{name} is {raw!r}, but it must be the name of a server, without scheme or port: mail.example.org."
            )
        return raw

    def sender(self, name: str, default: str) -> str:
        """An e-mail address, alone or behind a name in front of angle brackets."""
        raw = self.text(name, default)
        user, at, host = parseaddr(raw)[1].rpartition("@")
        if not (user and at and _is_host_name(host)) or re.search(r"\s", user) or not raw.isprintable():
            raise ConfigurationError(
                f"{name} is {raw!r}, but it must be an e-mail address: kiebitz@club.example.org, or "
                "Kiebitz <kiebitz@club.example.org>, and a name with a comma in quotation marks."
            )
        return raw

    def choice(self, name: str, choices: tuple[str, ...]) -> str:
        """One of a closed set; the first is the default."""
        raw = self.text(name, choices[0])
        if raw not in choices:
            raise ConfigurationError(f"{name} is {raw!r}, but it must be one of: {', '.join(choices)}.")
        return raw

    def database(self, name: str, *, default: Path) -> dict[str, Any]:
        """Where the tables are: in a file of SQLite, the default being one, or on a server."""
        url = self.text(name)
        if not url:
            return {"ENGINE": "django.db.backends.sqlite3", "NAME": str(default)}
        scheme = url.partition(":")[0]
        if scheme not in DATABASE_SCHEMES:
            raise ConfigurationError(
                f"{name} begins with {scheme!r}; Kiebitz runs on sqlite:///path/to/file or "
                "postgres://user:password@host:5432/name."
            )
        if scheme == "sqlite":
            self._check_file(name, url)
            path = self._base_dir / unquote(url.removeprefix("sqlite:///"))
            return {"ENGINE": "django.db.backends.sqlite3", "NAME": str(path)}
        try:
            parsed = _read_postgres_address(url)
        except ValueError as error:
            raise ConfigurationError(
                f"{name} cannot be read: write postgres://user:password@host:5432/name; {SPECIAL_CHARACTERS}."
            ) from error
        if not parsed["NAME"]:
            raise ConfigurationError(f"{name} does not name a database.")
        return parsed

    @staticmethod
    def _check_file(name: str, url: str) -> None:
        # Read as a host, or not at all, a file would turn into a database in memory that each process has for itself.
        if not re.fullmatch(r"sqlite:///.+", url) or url == "sqlite:///:memory:":
            raise ConfigurationError(
                f"{name} names no file: write sqlite:///path/to/file, with three slashes."
            )
        if "#" in url or "?" in url:
            raise ConfigurationError(f"{name} has a # or a ?: {IN_NAMES_OF_FILES}.")

    def redis(self, name: str, *, default: Path) -> RedisAddress:
        """Where the broker is; the default is a socket."""
        url = self.text(name)
        if not url:
            return RedisAddress.of_socket(default)
        try:
            parts = urlsplit(url)
            _ = parts.port  # raises if it is not a number
        except ValueError as error:
            raise ConfigurationError(
                f"{name} cannot be read: write redis://:password@host:6379; {SPECIAL_CHARACTERS}."
            ) from error
        if parts.scheme not in REDIS_SCHEMES:
            raise ConfigurationError(
                f"{name} begins with {parts.scheme!r}; write redis://host:6379 or unix:///path/to/socket."
            )
        if not (parts.path if parts.scheme == "unix" else parts.hostname):
            raise ConfigurationError(
                f"{name} names no server; write redis://host:6379 or unix:///path/to/socket."
            )
        if parts.fragment:
            raise ConfigurationError(
                f"{name} has a #: write %23 for it in a password or in the name of a folder."
            )
        return RedisAddress(url)


def _read_postgres_address(url: str) -> dict[str, Any]:
    """As Django wants it. Commas separate several servers; postgres:////folder/name is the folder of a socket."""
    parts = urlsplit(url)
    servers = [urlsplit(f"//{server}") for server in parts.netloc.rpartition("@")[2].split(",")]
    host = ",".join(unquote(server.hostname or "") for server in servers)
    name = unquote(parts.path.removeprefix("/"))
    if name.startswith("/"):
        host, _, name = name.rpartition("/")
    options = {key: values[0] for key, values in parse_qs(parts.query).items()}
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": name,
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": host,
        "PORT": ",".join(str(server.port) for server in servers if server.port),
        "OPTIONS": {key: value for key, value in options.items() if key.upper() not in DJANGO_OPTIONS},
    } | {
        key.upper(): _switch_or_number(value)
        for key, value in options.items()
        if key.upper() in DJANGO_OPTIONS
    }


def _switch_or_number(raw: str) -> bool | int:
    return int(raw) if raw.isdecimal() else raw.lower() in ("true", "yes", "on")


def _is_host_name(raw: str) -> bool:
    """One that can be looked up, which one with an empty part cannot."""
    try:
        raw.encode("idna")
    except UnicodeError:
        return False
    return re.fullmatch(r"[\w.-]+", raw) is not None


def _is_ip_address(raw: str) -> bool:
    try:
        ip_address(raw)
    except ValueError:
        return False
    return True


def _read_dotenv(path: Path) -> dict[str, str]:
    """The file's `NAME=value` lines; anything else but comments and blanks is an error with its line number."""
    try:
        text = path.read_text(encoding="utf-8-sig")  # some editors begin a file with a mark of its encoding
    except OSError as error:
        raise ConfigurationError(
            f"cannot read {path} ({error.strerror}): make it readable for the user who starts the site, or remove it."
        ) from error
    except UnicodeDecodeError as error:
        place = error.object.count(b"\n", 0, error.start) + 1
        raise ConfigurationError(f".env line {place} is not UTF-8 text: save the file as UTF-8.") from error
    values: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        stripped = line.strip()
        if not stripped or stripped.startswith("#"):
            continue
        name, equals, value = stripped.removeprefix("export ").partition("=")
        if not equals or not name.strip().isidentifier():
            raise ConfigurationError(f".env line {number} is not NAME=value: {stripped!r}.")
        values[name.strip()] = value.strip().strip("\"'")
    return values


def broker_socket_path(directory: Path) -> Path:
    """In the broker's directory, or in a short one of its user if the path would be too long for the kernel."""
    path = directory / "broker.sock"
    if len(os.fsencode(path)) <= MAX_SOCKET_PATH_LENGTH:
        return path
    name = hashlib.sha256(os.fsencode(directory)).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"kiebitz-{os.geteuid()}-{name}" / "broker.sock"
