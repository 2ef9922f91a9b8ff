"""Browsers that have signed in to an account before. The browser keeps the list, not the site."""

from typing import Final

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse

KNOWN_COOKIE: Final = "kiebitz_known"
_SALT: Final = "players.accounts.entering.known"
_MAX_AGE: Final = 60 * 60 * 24 * 365
_MAX_ACCOUNTS: Final = 8  # a family's tablet


def known_accounts(request: HttpRequest) -> list[int]:
    """Keys of the accounts that signed in with this browser, the last one first."""
    try:
        return list(signing.loads(request.COOKIES.get(KNOWN_COOKIE, ""), salt=_SALT, max_age=_MAX_AGE))
    except signing.BadSignature:
        return []


def remember_account(request: HttpRequest, response: HttpResponse, account: int) -> None:
    known = [account, *(pk for pk in known_accounts(request) if pk != account)]
    response.set_cookie(
        KNOWN_COOKIE,
        signing.dumps(known[:_MAX_ACCOUNTS], salt=_SALT),
        max_age=_MAX_AGE,
        secure=settings.HTTPS,
        httponly=True,
        samesite="Lax",
    )
