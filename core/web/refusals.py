"""Refusals on the page that asked: a sentence on its form or above the next page, and 429 when a limit is reached."""

import math
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from django import forms
from django.contrib import messages
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.errors import Refused

# A longer wait is told in hours.
MOST_MINUTES: Final = 120


@contextmanager
def show_refusals(form: BaseForm) -> Iterator[None]:
    """`with show_refusals(form): …; return redirect(…)`, and after it the page with the form is rendered."""
    try:
        yield
    except Refused as refusal:
        form.add_error(None, str(refusal))


@contextmanager
def refusals_as_messages(request: HttpRequest) -> Iterator[None]:
    """`with refusals_as_messages(request): …; messages.success(…)`, and after it a redirect to the next page."""
    try:
        yield
    except Refused as refusal:
        messages.error(request, str(refusal))


def too_many_requests(
    request: HttpRequest, template: str, *, form: forms.BaseForm, wait: int, **context: Any
) -> HttpResponse:
    """Render the page's form, unbound and therefore unchecked: a refused request learns nothing."""
    typed = {name: request.POST.get(name, "") for name, field in form.fields.items() if not _is_secret(field)}
    form.initial = {**form.initial, **typed}
    context = {"form": form, "problem": too_many_attempts(wait), **context}
    return refused_for_now(render(request, template, context), wait)


def too_many_attempts(wait: int) -> str:
    return _("Too many attempts. Nothing was changed. Please try again %(when)s.") % {
        "when": waiting_time(wait)
    }


def refused_for_now(response: HttpResponse, wait: int) -> HttpResponse:
    """Make the page a response 429, which says after how many seconds to come again."""
    response.status_code = 429
    response["Retry-After"] = str(wait)
    return response


def waiting_time(seconds: int) -> str:
    """In how many minutes or hours, rounded up, so that the wait is long enough."""
    minutes = math.ceil(seconds / 60)
    if minutes > MOST_MINUTES:
        hours = math.ceil(minutes / 60)
        return ngettext("in an hour", "in %(hours)d hours", hours) % {"hours": hours}
    return ngettext("in a minute", "in %(minutes)d minutes", minutes) % {"minutes": minutes}


def _is_secret(field: forms.Field) -> bool:
    return isinstance(field.widget, forms.PasswordInput)
