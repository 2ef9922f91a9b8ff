"""The history of one object, whatever it is."""

from django.db.models import Model
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from audit.exports import as_file
from audit.objects import object_with_history
from audit.pages import entries_to_export, history_context
from audit.selectors import history_of


@never_cache
@require_safe
def history(request: HttpRequest, label: str, pk: int) -> HttpResponseBase:
    target = _target(request, label, pk)
    return render(
        request,
        "audit/history.html",
        {"target": target, "label": label, **history_context(request, history_of(target), linked=False)},
    )


@never_cache
@require_safe
def export(request: HttpRequest, label: str, pk: int, kind: str) -> HttpResponseBase:
    target = _target(request, label, pk)
    answer = as_file(entries_to_export(request, history_of(target)), kind, name=f"{target}")
    if answer is None:
        raise Http404
    return answer


def _target(request: HttpRequest, label: str, pk: int) -> Model:
    """What may not be seen answers like what does not exist."""
    found = object_with_history(label, pk)
    if found is None or not found[1](request.user, found[0]):
        raise Http404
    return found[0]
