"""What every template knows."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest

THEMES = ("system", "light", "dark")


def site(request: HttpRequest) -> dict[str, Any]:
    theme = request.COOKIES.get("theme", "system")
    return {"theme": theme if theme in THEMES else "system", "debug_pages": settings.DEBUG}
