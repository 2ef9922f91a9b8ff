"""The one way in: whoever has shown the password (or the link from the mail) is let in, or asked for the code first."""

import time
from typing import Any, Final, NamedTuple

from django.conf import settings
from django.contrib.auth import login
from django.core import signing
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect
from django.utils.crypto import constant_time_compare

from players.accounts import devices, notices, second_factor
from players.models import User

BACKEND: Final = "django.contrib.auth.backends.ModelBackend"
SECONDS_FOR_THE_CODE: Final = 10 * 60
_WAITING: Final = "second_step"
_KNOWN_COOKIE: Final = "kiebitz_known"
_KNOWN_SALT: Final = "players.accounts.entering.known"
_KNOWN_FOR: Final = 60 * 60 * 24 * 365
_KNOWN_AT_MOST: Final = 8  # a family's tablet


class Waiting(NamedTuple):
    """Somebody who has shown the password and still owes the code."""

    account: User
    then: str


def enter(request: HttpRequest, account: User, *, then: str) -> HttpResponse:
    """The first step is done. `then` is the page to go to, checked to be ours."""
    if not second_factor.is_on(account):
        return let_in(request, account, then=then)
    request.session[_WAITING] = {
        "account": account.pk,
        "bound_to": account.get_session_auth_hash(),
        "since": int(time.time()),
        "then": then,
    }
    return redirect("second-step")


def waiting(request: HttpRequest) -> Waiting | None:
    """Who is between the two steps; nobody if it took too long or the password was changed meanwhile."""
    kept: dict[str, Any] = request.session.get(_WAITING) or {}
    if not kept or time.time() - kept["since"] > SECONDS_FOR_THE_CODE:
        return None
    account = User.objects.filter(pk=kept["account"], is_active=True).first()
    if account is None or not constant_time_compare(kept["bound_to"], account.get_session_auth_hash()):
        return None
    return Waiting(account, kept["then"])


def let_in(request: HttpRequest, account: User, *, then: str, is_new: bool = False) -> HttpResponse:
    """Sign in. The owner is told of a browser that the account was not seen with, unless the account is new."""
    request.session.pop(_WAITING, None)
    login(request, account, backend=BACKEND)
    known = _known(request)
    if account.pk not in known and not is_new:
        device = devices.read(request.META.get("HTTP_USER_AGENT", ""))
        notices.tell(account, notices.SIGNED_IN_ON_NEW_DEVICE, device=device)
    response = HttpResponseRedirect(then)
    _remember(response, [account.pk, *(pk for pk in known if pk != account.pk)])
    return response


def _known(request: HttpRequest) -> list[int]:
    try:
        return list(
            signing.loads(request.COOKIES.get(_KNOWN_COOKIE, ""), salt=_KNOWN_SALT, max_age=_KNOWN_FOR)
        )
    except signing.BadSignature:
        return []


def _remember(response: HttpResponse, known: list[int]) -> None:
    """In the browser, not with us: we keep no list of anybody's devices."""
    response.set_cookie(
        _KNOWN_COOKIE,
        signing.dumps(known[:_KNOWN_AT_MOST], salt=_KNOWN_SALT),
        max_age=_KNOWN_FOR,
        secure=settings.HTTPS,
        httponly=True,
        samesite="Lax",
    )
