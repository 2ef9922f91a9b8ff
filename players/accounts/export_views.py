"""The export of one's data: ask for it, watch it being made, download it."""

from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from players.accounts import selectors
from players.accounts.access import SignedInRequest, owner_only
from players.accounts.data_export import request_export


@owner_only
@require_safe
def your_data(request: SignedInRequest) -> HttpResponse:
    return render(request, "accounts/your_data.html", {"export": selectors.latest_export(request.user)})


@owner_only
@require_POST
def request_data(request: SignedInRequest) -> HttpResponse:
    request_export(user=request.user)
    return redirect("data-export-state" if request.htmx else "your-data")


@owner_only
@require_safe
def state(request: SignedInRequest) -> HttpResponse:
    """The part of the account page that follows the export; asked for again and again until it is done."""
    if not request.htmx:
        return redirect("your-data")
    return render(
        request, "accounts/parts/data_export.html", {"export": selectors.latest_export(request.user)}
    )


@owner_only
@require_safe
def download(request: SignedInRequest, pk: int) -> HttpResponse:
    export = selectors.finished_export(request.user, pk)
    if export is None:
        raise Http404(_("There is no such export, or it has been replaced by a newer one."))
    response = JsonResponse(export.content, json_dumps_params={"indent": 2, "ensure_ascii": False})
    response["Content-Disposition"] = f'attachment; filename="kiebitz-{export.created_at:%Y-%m-%d}.json"'
    return response
