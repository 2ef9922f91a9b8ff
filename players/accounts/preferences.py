"""Language, time zone and colours that an account's owner has chosen."""

import zoneinfo
from datetime import tzinfo
from functools import cache
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation

from players.models import Theme, User

THEME_COOKIE: Final = "theme"
_YEAR: Final = 60 * 60 * 24 * 365


@cache
def known_zones() -> dict[str, str]:
    """The zones of the IANA database by their names in small letters."""
    return {name.lower(): name for name in zoneinfo.available_timezones()}


@cache
def offered_zones() -> tuple[str, ...]:
    """Those named after places, and UTC; older names for the same are understood, but not offered."""
    areas = (
        "Africa",
        "America",
        "Antarctica",
        "Arctic",
        "Asia",
        "Atlantic",
        "Australia",
        "Europe",
        "Indian",
        "Pacific",
    )
    return ("UTC", *sorted(name for name in known_zones().values() if name.partition("/")[0] in areas))


def zone_named(name: str) -> str:
    """The zone as it is stored, however it was typed; empty if there is none of that name."""
    return known_zones().get("_".join(name.split()).lower(), "")


def zone_of(account: User) -> tzinfo:
    name = zone_named(account.time_zone)
    return zoneinfo.ZoneInfo(name) if name else timezone.get_default_timezone()


def language_known(language: str) -> bool:
    return language in dict(settings.LANGUAGES)


def save(*, account: User, **chosen: str) -> None:
    """Keep what is given of language, time zone and theme."""
    for name in chosen:
        setattr(account, name, chosen[name])
    account.save(update_fields=list(chosen))


def apply_to(request: HttpRequest, account: User) -> None:
    """What is written from here on speaks the account's language and shows its time."""
    if account.language and language_known(account.language):
        translation.activate(account.language)
        request.LANGUAGE_CODE = account.language
    if account.time_zone:
        timezone.activate(zone_of(account))


def theme_of(request: HttpRequest) -> str:
    """That of the account, else that of the browser."""
    user: Any = getattr(request, "user", None)
    chosen = user.theme if user is not None and user.is_authenticated else ""
    return chosen or theme_of_browser(request)


def theme_of_browser(request: HttpRequest) -> str:
    theme = request.COOKIES.get(THEME_COOKIE, Theme.SYSTEM)
    return theme if theme in Theme.values else Theme.SYSTEM


def remember_theme(response: HttpResponse, theme: str) -> None:
    """In the browser too: for the pages before signing in, and for those that cannot ask the database."""
    response.set_cookie(
        THEME_COOKIE, theme, max_age=_YEAR, secure=settings.HTTPS, httponly=True, samesite="Lax"
    )


def remember_language(response: HttpResponse, language: str) -> None:
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
        samesite="Lax",
    )
