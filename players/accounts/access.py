"""What the pages of an account have in common: only their owner sees them, and no cache keeps them."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import resolve_url
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django_htmx.http import HttpResponseClientRedirect
from django_htmx.middleware import HtmxDetails

from players.models import User

View = Callable[..., HttpResponseBase]


class SignedInRequest(HttpRequest):
    user: User
    htmx: HtmxDetails


def owner_only(view: View) -> View:
    """Visitors are sent to the sign-in page and come back afterwards."""

    @sensitive_post_parameters()
    @never_cache
    @wraps(view)
    def guarded(request: SignedInRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.user.is_authenticated:
            return view(request, *args, **kwargs)
        # What was posted or polled is no page to come back to.
        is_page = request.method in ("GET", "HEAD") and not request.htmx
        answer = redirect_to_login(request.get_full_path() if is_page else resolve_url("account"))
        # The session may end while a page polls: then the whole page has to go, not the polling part of it.
        return HttpResponseClientRedirect(answer.url) if request.htmx else answer

    return guarded
