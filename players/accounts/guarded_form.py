"""Forms that only an account's owner may send: they ask for the present password and are limited in rate."""

from collections.abc import Callable
from typing import Any, TypeVar

from django.http import HttpResponse
from django.shortcuts import render

from players.accounts import rate_limits
from players.accounts.access import SignedInRequest
from players.accounts.forms import OwnersForm
from players.accounts.refusal import refuse
from players.errors import Refused

AnOwnersForm = TypeVar("AnOwnersForm", bound=OwnersForm)


def answer(
    request: SignedInRequest,
    template: str,
    form_class: type[AnOwnersForm],
    then: Callable[[AnOwnersForm], HttpResponse],
    **context: Any,
) -> HttpResponse:
    """Show the form; when it comes back whole, do `then` and answer with what it returns or refuses."""
    user = request.user
    if request.method != "POST":
        return render(request, template, {"form": form_class(user), **context})
    if wait := rate_limits.PASSWORD_BY_ACCOUNT.seconds_to_wait(str(user.pk)):
        return refuse(request, template, form=form_class(user), wait=wait, **context)
    form = form_class(user, request.POST)
    if form.is_valid():
        try:
            return then(form)
        except Refused as refusal:
            form.add_error(None, str(refusal))
    return render(request, template, {"form": form, **context})
