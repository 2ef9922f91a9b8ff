"""Pages that belong to no app: front page, style guide, switches of theme and language, and those for errors."""

import logging
import sys

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django.views.i18n import set_language

from config.style_guide import style_guide_context
from core.api.problems import INVALID, KINDS, NOT_FOUND, TOO_LARGE, problem_json
from core.web.access import SignedInRequest, next_url, sign_in_required
from core.web.outages import RETRY_AFTER, unavailable_service
from core.web.panels import HOME_PAGE, render_panels
from core.web.pending import pending_items
from core.web.request_ids import request_id
from players.accounts import selectors
from players.accounts.services import preferences
from players.accounts.services.preferences import browser_theme
from players.clubs.selectors.clubs import clubs_for_the_front_page
from players.models import Theme

logger = logging.getLogger(__name__)

PLAIN_SERVER_ERROR = gettext_lazy(
    "Something went wrong on our side. The error is in the log; please try again later."
)


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What is on, what is next, and for those who are signed in: where they sit and what waits for them."""
    context = {
        "clubs": clubs_for_the_front_page(),
        "panels": render_panels(HOME_PAGE, request, None),
        "pending": pending_items(request.user) if request.user.is_authenticated else [],
    }
    return render(request, "home.html", context)


@sign_in_required
@require_safe
def decisions(request: SignedInRequest) -> HttpResponse:
    """Everything that waits for somebody, in one list; each line leads to where it is answered."""
    return render(request, "decisions.html", {"pending": pending_items(request.user)})


@require_safe
@never_cache
def decision_count(request: HttpRequest) -> JsonResponse:
    """For the number in the header, which asks at most once a minute."""
    items = pending_items(request.user) if request.user.is_authenticated else []
    return JsonResponse({"count": len(items)})


@require_safe
def style_guide(request: HttpRequest) -> HttpResponse:
    """Every component on one page, for those who build pages; not part of the site that visitors see."""
    if not settings.DEBUG:
        raise Http404
    return render(request, "style_guide/page.html", style_guide_context(request))


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """Where browsers look when a page names no icon, as those of the administration do."""
    return HttpResponseRedirect(static("images/favicon.svg"))


@require_POST
def choose_theme(request: HttpRequest) -> HttpResponse:
    """Works without a script: a form posts the choice, a cookie keeps it, and the account if there is one."""
    theme = request.POST.get("theme", "")
    response = HttpResponseRedirect(next_url(request, default="home"))
    if theme in Theme.values:
        preferences.remember_theme(response, theme)
        if request.user.is_authenticated:
            preferences.save_preferences(account=request.user, theme=theme)
    return response


@require_POST
def choose_language(request: HttpRequest) -> HttpResponse:
    """Django's own, which keeps the choice in a cookie; the account keeps it too."""
    language = request.POST.get("language", "")
    if request.user.is_authenticated and selectors.is_known_language(language):
        preferences.save_preferences(account=request.user, language=language)
    response: HttpResponse = set_language(request)
    return response


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    if _is_api_request(request):
        return problem_json(TOO_LARGE if isinstance(exception, RequestDataTooBig) else INVALID)
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
    if _is_api_request(request):
        return problem_json(NOT_FOUND)
    return render(request, "errors/404.html", status=404)


def server_error(request: HttpRequest) -> HttpResponse:
    """Rendered without the request: sessions, the database or a context processor may be what broke."""
    error = sys.exc_info()[1]
    is_outage = error is not None and bool(unavailable_service(error))
    response = _error_page(request, 503 if is_outage else 500)
    if is_outage:
        response["Retry-After"] = str(RETRY_AFTER)
    return response


def _error_page(request: HttpRequest, status: int) -> HttpResponse:
    if _is_api_request(request):
        return problem_json(KINDS[status])
    context = {"theme": browser_theme(request), "request_id": request_id.get()}
    try:
        page = render_to_string(f"errors/{status}.html", context)
    except Exception:
        logger.exception("The page for errors cannot be rendered either.")
        return HttpResponse(PLAIN_SERVER_ERROR, content_type="text/plain; charset=utf-8", status=status)
    return HttpResponse(page, status=status)


def _is_api_request(request: HttpRequest) -> bool:
    return request.path.startswith("/api/")
