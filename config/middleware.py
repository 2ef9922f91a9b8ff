"""What every request passes through: an id and a log line, the client's address, security headers, the account."""

import logging
import re
import time
import uuid
from collections.abc import Callable
from http import HTTPStatus
from typing import ClassVar

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.middleware.common import CommonMiddleware
from django.shortcuts import render
from django.utils import timezone
from django.utils.cache import has_vary_header

from core.web.access import is_own_address
from core.web.rate_limits import network_of
from core.web.request_ids import request_id
from core.web.secret_addresses import load_secret_addresses
from players.accounts.services import preferences, sign_in

logger = logging.getLogger("kiebitz.requests")

GetResponse = Callable[[HttpRequest], HttpResponse]
ACCEPTABLE_REQUEST_ID = re.compile(r"[A-Za-z0-9_.-]{8,64}")


class RequestLogMiddleware:
    """Gives each request an id, repeats it in the answer and logs one line when the answer is ready."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response
        load_secret_addresses()

    def __call__(self, request: HttpRequest) -> HttpResponse:
        offered = request.headers.get("X-Request-ID", "")
        # Only our own proxy may choose the id; anybody else's could be made to look like another's.
        believed = settings.PROXY_COUNT > 0 and ACCEPTABLE_REQUEST_ID.fullmatch(offered)
        identifier = offered if believed else uuid.uuid4().hex
        token = request_id.set(identifier)
        started = time.perf_counter()
        try:
            response = self.get_response(request)
            milliseconds = (time.perf_counter() - started) * 1000
            # %r keeps a line break in the path from forging a second line.
            logger.info(
                "%s %r %d in %.0f ms", request.method, request.path, response.status_code, milliseconds
            )
            # Django would log errors once more, when nobody knows the id any longer; of an exception it has done so.
            response._has_been_logged = True  # type: ignore[attr-defined]
        finally:
            request_id.reset(token)
        response["X-Request-ID"] = identifier
        return response


class ProxyMiddleware:
    """Puts the visitor's address into REMOTE_ADDR when proxies of ours stand in front."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if settings.PROXY_COUNT:
            hops = [
                hop.strip() for hop in request.headers.get("X-Forwarded-For", "").split(",") if hop.strip()
            ]
            # Each proxy appends the address it saw: ours are the last ones, what stands before may be invented.
            if len(hops) >= settings.PROXY_COUNT:
                request.META["REMOTE_ADDR"] = hops[-settings.PROXY_COUNT]
        return self.get_response(request)


class SecurityHeadersMiddleware:
    """The security headers that Django and django-csp leave out, and those that Django leaves out of a refusal.

    What depends on who looks is kept by nobody but the visitor's own browser, which asks each time whether it is still
    so; views that know better say it themselves.
    """

    HEADERS: ClassVar[dict[str, str]] = {
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": settings.SECURE_REFERRER_POLICY,
        "Cross-Origin-Opener-Policy": settings.SECURE_CROSS_ORIGIN_OPENER_POLICY,
        "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
        "Cross-Origin-Resource-Policy": "same-origin",
    }

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        for name, value in self.HEADERS.items():
            response.headers.setdefault(name, value)
        if has_vary_header(response, "Cookie"):
            response.headers.setdefault("Cache-Control", "private, no-cache")
        return response


class KnownHostMiddleware(CommonMiddleware):
    """Django's, which refuses host names that are not the site's.

    Supervisors and load balancers are answered whatever they call it: they ask a machine by its address.
    """

    FOR_SUPERVISORS: ClassVar[frozenset[str]] = frozenset({"/healthz", "/readyz", "/metrics"})

    def process_request(self, request: HttpRequest) -> HttpResponsePermanentRedirect | None:
        return None if request.path_info in self.FOR_SUPERVISORS else super().process_request(request)


class AccountMiddleware:
    """Activates the language and time zone of the account, and notes that it was here."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        # Without a session nobody is signed in: health checks and visitors cost no look into the database.
        if settings.SESSION_COOKIE_NAME in request.COOKIES and request.user.is_authenticated:
            preferences.activate_preferences(request, request.user)
            sign_in.record_session_seen(request.session)
        return self.get_response(request)


class FormAddressMiddleware:
    """A page for browsers where the address takes forms only: somebody has loaded the answer to a form again."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        is_blank = response.status_code == HTTPStatus.METHOD_NOT_ALLOWED and not response.content
        if not is_blank or request.method != "GET" or not request.accepts("text/html"):
            return response
        before = request.headers.get("Referer", "")
        context = {"page_before": before if is_own_address(request, before) else ""}
        page = render(request, "errors/405.html", context, status=HTTPStatus.METHOD_NOT_ALLOWED)
        page.headers["Allow"] = response.headers.get("Allow", "POST")
        return page


def forget_time_zone(**kwargs: object) -> None:
    """The next request in this thread is another visitor's. Not earlier: a long answer is written while it is sent."""
    timezone.deactivate()


def client_address(request: HttpRequest) -> str:
    """The place that django-axes counts failures by: another address of the same household is no other place."""
    return network_of(request)
