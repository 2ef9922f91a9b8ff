"""Requests as metrics: how many by view and status, and how long they took."""

import time
from collections.abc import Callable
from typing import Final

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, HttpResponse

from core.monitoring.metrics import REQUEST_BOUNDS, Counter, Histogram

REQUESTS: Final = Counter(
    name="kiebitz_requests_total",
    help="Requests answered, by the name of the view and the status",
    labels=("view", "status"),
)
REQUEST_SECONDS: Final = Histogram(
    name="kiebitz_request_seconds",
    help="Time from the request to its answer, by the name of the view",
    labels=("view",),
    bounds=REQUEST_BOUNDS,
)


class MetricsMiddleware:
    """Counts and times every request; not there without METRICS_TOKEN."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        if not settings.METRICS_TOKEN:
            raise MiddlewareNotUsed
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        began = time.perf_counter()
        response = self.get_response(request)
        view = view_name(request)
        REQUESTS.add(view, str(response.status_code))
        REQUEST_SECONDS.observe(time.perf_counter() - began, view)
        return response


def view_name(request: HttpRequest) -> str:
    """Of the few that there are: addresses that somebody makes up are all “unknown”."""
    match = request.resolver_match
    if match is None:
        return "static" if request.path_info.startswith(f"/{settings.STATIC_URL.strip('/')}/") else "unknown"
    return match.view_name or match.route or "unknown"
