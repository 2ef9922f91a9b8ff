"""The metrics for Prometheus, and the page for administrators that says what is wrong."""

from typing import Final

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from config.monitoring.access import may_read_figures
from config.monitoring.exposition import render_metrics
from core.monitoring.checks import Level, run_checks, worst_level
from core.web.access import SignedInRequest, sign_in_required
from players.policies import may_administer_site

TEXT_FORMAT: Final = "text/plain; version=0.0.4; charset=utf-8"


@require_safe
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """As if it were not there, for all who may not ask."""
    if not settings.METRICS_TOKEN or not may_read_figures(request):
        raise Http404
    return HttpResponse(render_metrics(), content_type=TEXT_FORMAT)


@sign_in_required
@require_safe
def status(request: SignedInRequest) -> HttpResponse:
    if not may_administer_site(request.user):
        raise Http404(_("There is no such page."))
    answers = run_checks()
    context = {
        "wrong": [answer for answer in answers if answer.result.level is not Level.OK],
        "fine": [answer for answer in answers if answer.result.level is Level.OK],
        "worst": worst_level(answers),
    }
    return render(request, "status/page.html", context)
