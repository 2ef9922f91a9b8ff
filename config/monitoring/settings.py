"""The settings of traces and error reports. The packages for them belong to the extra `server`."""

import re
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Final, Self
from urllib.parse import urlsplit

from config.environment import ConfigurationError

MIN_TOKEN_LENGTH: Final = 20
DSN: Final = r"https?://[^\s/@:]+(?::[^\s/@]*)?@[^\s/@]+/(?:\S+/)?\d+"


@dataclass(frozen=True)
class TraceExport:
    """Where spans go, by OTLP over HTTP."""

    address: str
    headers: tuple[tuple[str, str], ...]

    @classmethod
    def from_settings(cls, *, endpoint: str, headers: str) -> Self | None:
        """None if nothing was said. `headers` are `name=value`, separated by commas, as a collector may ask for."""
        if not endpoint:
            return None
        _require("opentelemetry.exporter.otlp.proto.http", variable="OTEL_EXPORTER_OTLP_ENDPOINT")
        pairs = [pair.partition("=") for pair in headers.split(",") if pair.strip()]
        if not all(name.strip() and equals for name, equals, _ in pairs):
            raise ConfigurationError(
                "OTEL_EXPORTER_OTLP_HEADERS must be name=value pairs, separated by commas."
            )
        named = tuple((name.strip().lower(), value.strip()) for name, _, value in pairs)
        path = "" if urlsplit(endpoint).path.endswith("/v1/traces") else "/v1/traces"
        return cls(f"{endpoint}{path}", named)


def checked_dsn(dsn: str) -> str:
    """What a Sentry-compatible service calls the address for reports; it is not repeated, for it holds a key."""
    if not dsn:
        return ""
    if not re.fullmatch(DSN, dsn):
        raise ConfigurationError(
            "SENTRY_DSN cannot be read: copy the DSN from the service that takes the reports, as "
            "https://key@errors.example.org/1."
        )
    _require("sentry_sdk", variable="SENTRY_DSN")
    return dsn


def _require(module: str, *, variable: str) -> None:
    """Say at the start which packages are missing; they are not loaded here."""
    try:
        found = find_spec(module) is not None
    except ModuleNotFoundError:
        found = False
    if not found:
        raise ConfigurationError(
            f"{variable} is set, but the packages for it are missing: install them by "
            "“python3 scripts/install.py server”, or take the variable out."
        )
