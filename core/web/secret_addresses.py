"""Addresses that hold a secret, as the links of mails do, are masked wherever they would be logged.

A secret is known by the name of its parameter: `<str:token>`, `(?P<key>…)`. Every other parameter that is a text stands
in the list of tests/core/web/test_secret_addresses.py, so that none is forgotten.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

from django.apps import apps

MASK: Final = "…"
SECRET_NAMES: Final = frozenset({"code", "invitation", "key", "secret", "token"})
_SLASH: Final = "(?:/|%2[Ff])"
_ROUTE_PARAMETER: Final = re.compile(r"<(?:[^>:]+:)?(?P<name>\w+)>")
_GROUP_NAME: Final = re.compile(r"\(\?P<(?P<name>\w+)>")
_LINK: Final = re.compile("https?(?:://|%3A)", re.IGNORECASE)


class _SecretAddresses:
    """What stands before a secret in the site's addresses."""

    pattern: re.Pattern[str] | None = None
    loaded = False


def load_secret_addresses() -> None:
    """At the start of every process that answers requests, for it has all pages loaded anyway.

    Workers have none: they do it when they write the first line with a link, which most of them never do.
    """
    from django.urls import get_resolver

    _SecretAddresses.loaded = True  # first: whatever is logged on the way does not begin it again
    beginnings = sorted(set(secret_beginnings(get_resolver().url_patterns, _SLASH)), key=len, reverse=True)
    _SecretAddresses.pattern = re.compile(rf"({'|'.join(beginnings)})[^\s\"'<>]+") if beginnings else None


def mask_secrets(text: str) -> str:
    """The text with every such address cut off where its secret begins."""
    if not _SecretAddresses.loaded and _LINK.search(text) and apps.ready:
        load_secret_addresses()
    pattern = _SecretAddresses.pattern
    return pattern.sub(rf"\g<1>{MASK}", text) if pattern else text


def secret_beginnings(patterns: Iterable[Any], before: str) -> Iterator[str]:
    """For each of Django's URL patterns with a secret a regular expression of all that stands before it."""
    from django.urls.resolvers import RoutePattern

    for entry in patterns:
        read = _read_route if isinstance(entry.pattern, RoutePattern) else _read_regex
        beginning, ends_in_secret = read(str(entry.pattern))
        if ends_in_secret:
            yield before + beginning
        elif hasattr(entry, "url_patterns"):
            yield from secret_beginnings(entry.url_patterns, before + beginning)


def _read_route(route: str) -> tuple[str, bool]:
    """The route as a regular expression, up to the first secret, and whether there is one."""
    parts, end = [], 0
    for parameter in _ROUTE_PARAMETER.finditer(route):
        parts.append(re.escape(route[end : parameter.start()]).replace("/", _SLASH))
        if parameter["name"] in SECRET_NAMES:
            return "".join(parts), True
        parts.append(r"[^/%\s]+")
        end = parameter.end()
    return "".join([*parts, re.escape(route[end:]).replace("/", _SLASH)]), False


def _read_regex(regex: str) -> tuple[str, bool]:
    regex = regex.removeprefix("^")
    for group in _GROUP_NAME.finditer(regex):
        if group["name"] in SECRET_NAMES:
            return _GROUP_NAME.sub("(?:", regex[: group.start()]), True
    return _GROUP_NAME.sub("(?:", regex.removesuffix("$").removesuffix(r"\Z")), False
