"""Pages for what goes wrong: each says what happened and what to do next."""

import logging

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string

from config.context import theme_of
from config.logs import request_id

logger = logging.getLogger(__name__)

LAST_RESORT = "Something went wrong on our side. The error is in the log; please try again in a while."


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render(request, "errors/400.html", status=400)


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render(request, "errors/403.html", status=403)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """The form was left open too long, or the browser refuses cookies: not the visitor's fault."""
    return render(request, "errors/csrf.html", status=403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render(request, "errors/404.html", status=404)


def server_error(request: HttpRequest) -> HttpResponse:
    """Rendered without the request: sessions, the database or a context processor may be what broke."""
    context = {"theme": theme_of(request), "request_id": request_id.get()}
    try:
        page = render_to_string("errors/500.html", context)
    except Exception:
        logger.exception("The page for errors cannot be rendered either.")
        return HttpResponse(LAST_RESORT, content_type="text/plain; charset=utf-8", status=500)
    return HttpResponse(page, status=500)
