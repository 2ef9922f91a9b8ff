"""What every template knows."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest

from players.accounts.preferences import theme_of


def site(request: HttpRequest) -> dict[str, Any]:
    return {"theme": theme_of(request), "debug_pages": settings.DEBUG}
