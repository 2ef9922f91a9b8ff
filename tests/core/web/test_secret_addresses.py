"""Addresses with a secret are masked in every line of the log."""

import io
import json
import logging
import re
import subprocess
import sys
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client
from django.urls import get_resolver, path, re_path
from django.urls.resolvers import RoutePattern, URLPattern

from config.logs import MaskedJsonFormatter, MaskedTextFormatter
from core.web.secret_addresses import SECRET_NAMES, mask_secrets, secret_beginnings

SECRET = "c2VjcmV0:1x2y3z-4711_abc"

# Parameters of addresses that anybody may read. A new one stands here, or is called as a secret is.
PUBLIC_NAMES = {
    "app_label", "content_type_id", "format", "game_id", "id", "kind", "label", "object_id", "path", "pk",
    "provider_id", "slug", "uidb36", "uidb64", "url",
}  # fmt: skip


def all_patterns(patterns: Any = None, before: str = "/") -> Iterator[tuple[str, URLPattern]]:
    for entry in get_resolver().url_patterns if patterns is None else patterns:
        address = before + str(entry.pattern).removeprefix("^")
        if isinstance(entry, URLPattern):
            yield address, entry
        else:
            yield from all_patterns(entry.url_patterns, address)


def parameters(entry: URLPattern) -> dict[str, object]:
    """The names with their converters; regular expressions have none."""
    pattern = entry.pattern
    if isinstance(pattern, RoutePattern):
        return dict(pattern.converters)
    return dict.fromkeys(pattern.regex.groupindex)


def addresses_with_secrets() -> list[str]:
    """One of each kind, as somebody might ask for it."""
    found = []
    for address, entry in all_patterns():
        if SECRET_NAMES & set(parameters(entry)):
            found.append(_filled(address))
    return found


def _filled(address: str) -> str:
    address = re.sub(r"\(\?P<(\w+)>(?:[^()]|\([^()]*\))*\)", lambda found: _value(found[1]), address)
    address = re.sub(r"<(?:\w+:)?(\w+)>", lambda found: _value(found[1]), address)
    address = address.replace("/^", "/")
    return address.replace("\\Z", "").replace("$", "").replace("\\", "").rstrip("?")


def _value(name: str) -> str:
    return SECRET if name in SECRET_NAMES else "7"


@pytest.fixture(scope="module")
def secret_addresses() -> list[str]:
    return addresses_with_secrets()


@pytest.fixture
def log() -> Iterator[SimpleNamespace]:
    """What a site's handler writes, in both formats."""
    lines = SimpleNamespace(text=io.StringIO(), json=io.StringIO())
    handlers = []
    for stream, formatter in (
        (lines.text, MaskedTextFormatter("{levelname} {name}: {message}", style="{")),
        (lines.json, MaskedJsonFormatter("{message}", style="{")),
    ):
        handler = logging.StreamHandler(stream)
        handler.setFormatter(formatter)
        handlers.append(handler)
        logging.getLogger().addHandler(handler)
    before, logging.getLogger().level = logging.getLogger().level, logging.DEBUG
    yield lines
    logging.getLogger().setLevel(before)
    for handler in handlers:
        logging.getLogger().removeHandler(handler)


def test_the_addresses_of_mails_and_codes_are_known_to_hold_secrets(secret_addresses: list[str]) -> None:
    assert {
        f"/account/password/new/7/{SECRET}/",
        f"/account/email/confirm/{SECRET}/",
        f"/account/mail/stop/{SECRET}/",
        f"/clubs/invitations/{SECRET}/",
        f"/people/invitation/{SECRET}/",
        f"/record/join/{SECRET}/",
        f"/events/check-in/{SECRET}/",
        f"/events/check-in/{SECRET}/code.svg",
        f"/api/v1/check-ins/{SECRET}/",
    } <= set(secret_addresses)


def test_every_parameter_of_an_address_is_public_or_a_secret() -> None:
    """Texts only: numbers are keys of rows."""
    undecided = {
        (address, name)
        for address, entry in all_patterns()
        for name, converter in parameters(entry).items()
        if type(converter).__name__ not in ("IntConverter", "SlugConverter")
        and name not in SECRET_NAMES | PUBLIC_NAMES
    }

    assert undecided == set()


@pytest.mark.django_db
def test_no_secret_stands_in_any_line_of_the_log(
    client: Client, secret_addresses: list[str], log: SimpleNamespace
) -> None:
    client.raise_request_exception = False
    for address in secret_addresses:
        for asked in (address, address.rstrip("/"), address + "extra/"):
            client.get(asked)
            client.get(f"/account/sign-in/?next={asked}", headers={"referer": f"http://testserver{asked}"})
            client.post(asked, {}, secure=True)

    assert "kiebitz.requests: GET" in log.text.getvalue()
    for written in (log.text.getvalue(), log.json.getvalue()):
        assert SECRET not in written
        assert "/account/password/new/7/…" in written


@pytest.mark.parametrize("quoted", [False, True])
def test_secrets_in_messages_and_tracebacks_are_masked(
    secret_addresses: list[str], log: SimpleNamespace, quoted: bool
) -> None:
    for address in filter(lambda found: not found.startswith("/api/"), secret_addresses):
        link = address.replace("/", "%2F") if quoted else address
        try:
            raise ValueError(f"cannot follow https://club.example.org{link}")
        except ValueError:
            logging.getLogger("test").exception("Error handling request GET /a/?next=%s", link)

    assert SECRET not in log.text.getvalue()
    for line in log.json.getvalue().splitlines():
        assert SECRET not in json.dumps(json.loads(line), ensure_ascii=False)


def test_what_is_no_secret_is_left_alone() -> None:
    line = "GET '/account/password/forgotten/' 200, /clubs/lapwing/ and /events/check-in"

    assert mask_secrets(line) == line


def test_addresses_of_other_packages_are_known_by_their_names() -> None:
    patterns = [
        re_path(r"^reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$", lambda request: None, name="a"),
        path("confirm/<str:key>/", lambda request: None, name="b"),
        path("open/<str:name>/", lambda request: None, name="c"),
    ]

    assert list(secret_beginnings(patterns, "/")) == ["/reset/key/(?:[0-9A-Za-z]+)-", "/confirm(?:/|%2[Ff])"]


def test_a_process_without_pages_masks_the_links_it_logs() -> None:
    """Workers load no page until then; the address of the broker is no reason to."""
    program = (
        "import logging, sys, django; django.setup()\n"
        "log = logging.getLogger('test')\n"
        "log.error('connected to redis://127.0.0.1:6379//')\n"
        "assert 'config.urls' not in sys.modules\n"
        f"log.error('cannot deliver https://club.example.org/clubs/invitations/{SECRET}/')\n"
    )

    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60
    )

    assert "/clubs/invitations/…" in done.stderr
    assert SECRET not in done.stderr
