"""The site's addresses, and some that go wrong in every way a view can."""

import sqlite3

from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.urls import path

from config.urls import handler400, handler403, handler404, handler500
from config.urls import urlpatterns as site

__all__ = ["handler400", "handler403", "handler404", "handler500"]


def without_database(request: HttpRequest) -> HttpResponse:
    raise OperationalError("the database is gone")


def busy_database(request: HttpRequest) -> HttpResponse:
    busy = sqlite3.OperationalError("database is locked")
    busy.sqlite_errorcode = sqlite3.SQLITE_BUSY
    raise OperationalError("database is locked") from busy


def forbidden(request: HttpRequest) -> HttpResponse:
    raise PermissionDenied


def damaged(request: HttpRequest) -> HttpResponse:
    raise SuspiciousOperation


urlpatterns = [
    *site,
    path("broken/without-database/", without_database),
    path("broken/busy-database/", busy_database),
    path("broken/forbidden/", forbidden),
    path("broken/damaged/", damaged),
]
