"""The lock-out after repeated failures to sign in: what django-axes counts, and until when it holds."""

from datetime import datetime, timedelta
from typing import Any

from axes.handlers.proxy import AxesProxyHandler
from axes.helpers import get_cool_off
from axes.models import AccessAttempt
from django.http import HttpRequest
from django.utils import timezone

LONGEST_NAME = 254  # what axes can store; no address is longer


def counted_name(request: HttpRequest, credentials: dict[str, Any] | None = None) -> str:
    """The e-mail address as failures are counted under: capital letters do not make another account."""
    name = (credentials or {}).get("username") or request.POST.get("username") or ""
    return str(name).strip().lower()[:LONGEST_NAME]


def locked_until(request: HttpRequest, credentials: dict[str, Any] | None) -> datetime:
    """When the last counted failure has cooled off."""
    cool_off = get_cool_off(request) or timedelta()
    attempts = AccessAttempt.objects.filter(
        username=counted_name(request, credentials), ip_address=request.META.get("REMOTE_ADDR") or None
    )
    last = attempts.order_by("-attempt_time").values_list("attempt_time", flat=True).first()
    return (last or timezone.now()) + cool_off


def lift(*, email: str) -> None:
    """Forget the failures of an account, wherever they came from."""
    AxesProxyHandler.reset_attempts(username=email.lower())
