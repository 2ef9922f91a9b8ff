"""What every template knows."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest

THEMES = ("system", "light", "dark")


def site(request: HttpRequest) -> dict[str, Any]:
    return {"theme": theme_of(request), "debug_pages": settings.DEBUG}


def theme_of(request: HttpRequest) -> str:
    theme = request.COOKIES.get("theme", "system")
    return theme if theme in THEMES else "system"
