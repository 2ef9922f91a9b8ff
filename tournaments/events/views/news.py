"""The news of an event: all of them, and writing and taking them away."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from core.web.access import SignedInRequest
from core.web.refusals import refusals_as_messages, show_refusals
from tournaments import policies
from tournaments.access import get_event_or_404, has_permission, requires
from tournaments.conditional import conditional_page
from tournaments.events.forms.news import NewsForm
from tournaments.events.selectors import event_news, find_news
from tournaments.events.services.news import delete_news, write_news
from tournaments.models import Event, EventState
from tournaments.policies import may_write_news
from tournaments.presenters import event_page_context


@require_safe
@conditional_page
def all_news(request: HttpRequest, event: int) -> HttpResponse:
    found = get_event_or_404(request, event)
    return _render(request, found, NewsForm())


@require_POST
@requires(may_write_news)
def write(request: SignedInRequest, event: Event) -> HttpResponse:
    form = NewsForm(request.POST)
    if form.is_valid():
        with show_refusals(form):
            write_news(actor=request.user, event=event, text=form.cleaned_data["text"])
            messages.success(request, _("The news is on the page of the event."))
            return redirect(event)
    return _render(request, event, form)


@require_POST
@requires(may_write_news)
def delete(request: SignedInRequest, event: Event, news: int) -> HttpResponse:
    with refusals_as_messages(request):
        if (found := find_news(event, news)) is not None:
            delete_news(actor=request.user, news=found)
        messages.success(request, _("The news is deleted. The log keeps it."))
    return redirect("event-news", event.pk)


def _render(request: HttpRequest, event: Event, form: NewsForm) -> HttpResponse:
    may_write = has_permission(request, event, policies.WRITE_NEWS) and event.state != EventState.ARCHIVED
    context = {
        **event_page_context(request, event, active=""),
        "news": event_news(event),
        "form": form if may_write else None,
    }
    return render(request, "tournaments/news.html", context)
