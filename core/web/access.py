"""Pages for those who are signed in, and where to go after a form was handled."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import resolve_url
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django_htmx.http import HttpResponseClientRedirect
from django_htmx.middleware import HtmxDetails

from core.permissions.actors import Account

View = Callable[..., HttpResponseBase]
NEXT_FIELD = "next"


class SignedInRequest(HttpRequest):
    user: Account
    htmx: HtmxDetails


def sign_in_required(view: View) -> View:
    """Visitors are sent to the sign-in page and come back afterwards."""

    @sensitive_post_parameters()
    @never_cache
    @wraps(view)
    def guarded(request: SignedInRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.user.is_authenticated:
            return view(request, *args, **kwargs)
        return redirect_to_sign_in(request, default="account")

    return guarded


def guarded_page(load: Callable[..., dict[str, Any]], *, default: str) -> Callable[[View], View]:
    """A page for some, which is not there for others. Visitors sign in first.

    `load(request, **arguments of the address)` returns the arguments of the view, or raises Http404. `default` is
    where visitors go after signing in if they did not come to a page.
    """

    def decorate(view: View) -> View:
        @never_cache
        @wraps(view)
        def guarded(request: SignedInRequest, **kwargs: Any) -> HttpResponseBase:
            if not request.user.is_authenticated:
                return redirect_to_sign_in(request, default=default)
            return view(request, **load(request, **kwargs))

        return guarded

    return decorate


def redirect_to_sign_in(request: HttpRequest, *, default: str) -> HttpResponseBase:
    """Back to the page afterwards; what was posted or polled is no page to come back to: then to `default`."""
    htmx = getattr(request, "htmx", False)  # the middleware adds it
    is_page = request.method in ("GET", "HEAD") and not htmx
    answer = redirect_to_login(request.get_full_path() if is_page else resolve_url(default))
    # The session may end while a page polls: then the whole page has to go, not the polling part of it.
    return HttpResponseClientRedirect(answer.url) if htmx else answer


def next_url(request: HttpRequest, *, default: str) -> str:
    """The address asked for by `next`; `default` (a URL name or a path) if that is missing or not ours."""
    return requested_url(request) or resolve_url(default)


def requested_url(request: HttpRequest) -> str:
    wanted = request.POST.get(NEXT_FIELD) or request.GET.get(NEXT_FIELD) or ""
    return wanted if is_own_address(request, wanted) else ""


def is_own_address(request: HttpRequest, address: str) -> bool:
    """Whether the address leads to a page of this site."""
    ours = url_has_allowed_host_and_scheme(
        address, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    # A bare word would be relative to the page the form stands on: nobody means that.
    return ours and address.startswith(("/", "http:", "https:"))
