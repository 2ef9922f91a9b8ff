"""Where to go after a form was handled: the page somebody came from, if it is one of ours."""

from django.http import HttpRequest
from django.shortcuts import resolve_url
from django.utils.http import url_has_allowed_host_and_scheme

FIELD = "next"


def next_page(request: HttpRequest, *, default: str) -> str:
    """The address asked for by `next`; `default` (a URL name or a path) if that is missing or not ours."""
    return asked_for(request) or resolve_url(default)


def asked_for(request: HttpRequest) -> str:
    wanted = request.POST.get(FIELD) or request.GET.get(FIELD) or ""
    ours = url_has_allowed_host_and_scheme(
        wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    # A bare word would be relative to the page the form stands on: nobody means that.
    return wanted if ours and wanted.startswith(("/", "http:", "https:")) else ""
