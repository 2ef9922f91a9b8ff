"""Pages for what goes wrong: each says what happened and what to do next."""

import logging

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext_lazy

from config.logs import request_id
from players.accounts.preferences import theme_of_browser
from players.api.problems import INVALID, NOT_FOUND, SERVER_ERROR, TOO_LARGE, problem_page

logger = logging.getLogger(__name__)

LAST_RESORT = gettext_lazy(
    "Something went wrong on our side. The error is in the log; please try again in a while."
)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    if _is_for_programs(request):
        return problem_page(TOO_LARGE if isinstance(exception, RequestDataTooBig) else INVALID)
    if isinstance(exception, RequestDataTooBig):
        most = settings.DATA_UPLOAD_MAX_MEMORY_SIZE // (1024 * 1024)
        return render(request, "errors/413.html", {"most": most}, status=413)
    return render(request, "errors/400.html", status=400)


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render(request, "errors/403.html", status=403)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """The form was left open too long, or the browser refuses cookies: not the visitor's fault."""
    return render(request, "errors/csrf.html", status=403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    if _is_for_programs(request):
        return problem_page(NOT_FOUND)
    return render(request, "errors/404.html", status=404)


def server_error(request: HttpRequest) -> HttpResponse:
    """Rendered without the request: sessions, the database or a context processor may be what broke."""
    if _is_for_programs(request):
        return problem_page(SERVER_ERROR)
    context = {"theme": theme_of_browser(request), "request_id": request_id.get()}
    try:
        page = render_to_string("errors/500.html", context)
    except Exception:
        logger.exception("The page for errors cannot be rendered either.")
        return HttpResponse(LAST_RESORT, content_type="text/plain; charset=utf-8", status=500)
    return HttpResponse(page, status=500)


def _is_for_programs(request: HttpRequest) -> bool:
    return request.path.startswith("/api/")
