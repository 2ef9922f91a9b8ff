"""What every template knows."""

from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest

from players.accounts.services.preferences import theme_of

AREAS: Final = ("clubs", "events", "games", "people", "ratings", "record")
MY_CLUBS_PATH: Final = "/clubs/mine/"


def site(request: HttpRequest) -> dict[str, Any]:
    """`nav_place` says where an address stands in the navigation: "events", "in-events" below that page, "my-clubs".

    It is empty elsewhere: whatever addresses are asked for, there are few places.
    """
    return {
        "theme": theme_of(request),
        "debug_pages": settings.DEBUG,
        "site_version": settings.VERSION,
        "nav_place": _nav_place(request.path_info),
    }


def _nav_place(path: str) -> str:
    if path == MY_CLUBS_PATH:
        return "my-clubs"
    area, _, below = path.removeprefix("/").partition("/")
    if area not in AREAS or not path.startswith("/"):
        return ""
    return f"in-{area}" if below or not path.endswith("/") else area
