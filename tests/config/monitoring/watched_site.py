"""The site with one address more, where something goes wrong with secrets in its hands."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from django.http import HttpRequest, HttpResponse
from django.urls import path

from config.urls import handler400, handler403, handler404, handler500
from config.urls import urlpatterns as site_patterns

__all__ = ["handler400", "handler403", "handler404", "handler500", "urlpatterns"]


def fail(request: HttpRequest, token: str) -> HttpResponse:
    mail, set_up = request.GET["mail"], request.GET["set_up"]
    try:
        raise ValueError(f"{mail} cannot be found with {token} and {set_up}")
    except ValueError:
        return HttpResponse(set_up + 1)  # type: ignore[operator]


urlpatterns = [*site_patterns, path("fail/<str:token>/", fail, name="fail")]
