"""What every template knows."""

from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest

from players.accounts.preferences import theme_of

AREAS: Final = ("clubs", "events", "games", "people", "ratings")
MY_CLUBS: Final = "/clubs/mine/"


def site(request: HttpRequest) -> dict[str, Any]:
    """`area` is the part of the site that the address belongs to, `area_page` the page of it that the navigation shows.

    Both are empty elsewhere, so that there are few of them, whatever addresses are asked for.
    """
    path = request.path_info
    area = path.split("/", 2)[1] if path.startswith("/") else ""
    area = area if area in AREAS else ""
    page = {f"/{area}/": "front", MY_CLUBS: "mine"}.get(path, "") if area else ""
    return {
        "theme": theme_of(request),
        "debug_pages": settings.DEBUG,
        "site_version": settings.VERSION,
        "area": area,
        "area_page": page,
    }
