"""Keeping an account's language, time zone and colours, and using them for a request."""

from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation

from players.accounts.selectors import is_known_language, time_zone_of
from players.models import Theme, User

THEME_COOKIE: Final = "theme"
_YEAR: Final = 60 * 60 * 24 * 365


def save_preferences(*, account: User, **chosen: str) -> None:
    """Keep what is given of language, time zone and theme."""
    for name in chosen:
        setattr(account, name, chosen[name])
    account.save(update_fields=list(chosen))


def activate_preferences(request: HttpRequest, account: User) -> None:
    """From here on pages are in the account's language and show its time."""
    if account.language and is_known_language(account.language):
        translation.activate(account.language)
        request.LANGUAGE_CODE = account.language
    if account.time_zone:
        timezone.activate(time_zone_of(account))


def theme_of(request: HttpRequest) -> str:
    """That of the account, else that of the browser."""
    user: Any = getattr(request, "user", None)
    chosen = user.theme if user is not None and user.is_authenticated else ""
    return chosen or browser_theme(request)


def browser_theme(request: HttpRequest) -> str:
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
