"""The lock-out after repeated failures to sign in: what django-axes counts, and until when it holds."""

from datetime import datetime, timedelta
from typing import Any

from axes.handlers.proxy import AxesProxyHandler
from axes.helpers import get_cool_off
from axes.models import AccessAttempt
from django.contrib.auth import user_login_failed
from django.http import HttpRequest
from django.utils import timezone

from players.accounts.rate_limits import network_of

LONGEST_NAME = 254  # what axes can store; no address is longer


def counted_name(request: HttpRequest, credentials: dict[str, Any] | None = None) -> str:
    """The e-mail address as failures are counted under: capital letters do not make another account."""
    name = (credentials or {}).get("username") or request.POST.get("username") or ""
    return str(name).strip().lower()[:LONGEST_NAME]


def locked_until(request: HttpRequest, credentials: dict[str, Any] | None) -> datetime:
    """When the last counted failure has cooled off."""
    cool_off = get_cool_off(request) or timedelta()
    attempts = AccessAttempt.objects.filter(
        username=counted_name(request, credentials), ip_address=network_of(request) or None
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


def lift(*, email: str) -> None:
    """Forget the failures of an account, wherever they came from."""
    AxesProxyHandler.reset_attempts(username=email.lower())
