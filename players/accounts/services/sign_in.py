"""Who is signed in where, and the lock-out after repeated failures, which django-axes counts."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from axes.handlers.proxy import AxesProxyHandler
from axes.helpers import get_cool_off
from axes.models import AccessAttempt
from django.contrib.auth import user_login_failed
from django.contrib.sessions.backends.base import SessionBase
from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from core.web.rate_limits import network_of
from players.accounts.selectors import session_handle, valid_sessions
from players.accounts.signals import sessions_ended
from players.models import AccountSession, User

# To the minute would be one write more for nearly every page.
LAST_SEEN_INTERVAL: Final = timedelta(minutes=5)
MAX_USERNAME_LENGTH = 254  # what axes can store; no address is longer


def end_session(*, account: User, handle: str) -> bool:
    """End one of the account's sessions; whether there was such a one."""
    rows = [row for row in valid_sessions(account) if constant_time_compare(session_handle(row), handle)]
    return bool(_end_sessions(account, rows))


def end_other_sessions(*, account: User, keep: str | None) -> int:
    """End all sessions but the one with that key; how many there were. They are out with their next request."""
    rows = AccountSession.objects.filter(account=account).exclude(session_key=keep or "")
    return _end_sessions(account, list(rows))


@transaction.atomic
def _end_sessions(account: User, rows: Sequence[AccountSession]) -> int:
    keys = [row.session_key for row in rows]
    ended = AccountSession.objects.filter(account=account, session_key__in=keys).delete()[0]
    sessions_ended.send(User, account=account, sessions=[row.get_decoded() for row in rows])
    return ended


def record_session_seen(session: SessionBase) -> None:
    """Somebody came with this session. The row is touched only, what the session holds is not written again."""
    last_seen, now = getattr(session, "last_seen", None), timezone.now()
    if last_seen is not None and now - last_seen >= LAST_SEEN_INTERVAL:
        AccountSession.objects.filter(session_key=session.session_key).update(last_seen=now)


def axes_username(request: HttpRequest, credentials: dict[str, Any] | None = None) -> str:
    """The e-mail address as failures are counted under: capital letters do not make another account."""
    given = credentials or {}
    name = given.get("email") or given.get("username") or request.POST.get("username") or ""
    return str(name).strip().lower()[:MAX_USERNAME_LENGTH]


def locked_until(request: HttpRequest, credentials: dict[str, Any] | None) -> datetime:
    """When the last counted failure has cooled off."""
    cool_off = get_cool_off(request) or timedelta()
    attempts = AccessAttempt.objects.filter(
        username=axes_username(request, credentials), ip_address=network_of(request) or None
    )
    last = attempts.order_by("-attempt_time").values_list("attempt_time", flat=True).first()
    return (last or timezone.now()) + cool_off


def is_locked_out(request: HttpRequest, *, email: str) -> bool:
    """Whether a second step would be refused; if so, django-axes shows the page in place of the answer."""
    credentials = {"username": email}
    if AxesProxyHandler.is_allowed(request, credentials):
        return False
    request.axes_locked_out = True  # type: ignore[attr-defined]
    request.axes_credentials = credentials  # type: ignore[attr-defined]
    return True


def count_failure(request: HttpRequest, *, email: str) -> None:
    """A wrong code counts like a wrong password. The last one that is allowed locks out at once."""
    user_login_failed.send(sender=__name__, credentials={"username": email}, request=request)


def clear_failures(*, email: str) -> None:
    """Forget the failures of an account, wherever they came from."""
    AxesProxyHandler.reset_attempts(username=email.lower())
