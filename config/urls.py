"""The site's addresses."""

from django.contrib import admin
from django.urls import include, path

from config import health, pages

urlpatterns = [
    path("", pages.home, name="home"),
    path("favicon.ico", pages.favicon),
    path("theme/", pages.choose_theme, name="choose-theme"),
    path("style-guide/", pages.style_guide, name="style-guide"),
    path("account/", include("players.accounts.urls")),
    path("account/tokens/", include("players.tokens.urls")),
    path("clubs/", include("players.clubs.urls")),
    path("games/", include("games.reading.urls")),
    path("games/", include("games.replay.urls")),
    path("events/", include("tournaments.urls")),
    path("ratings/", include("players.rating_lists.urls")),
    path("people/", include("players.people.urls")),
    path("search/", include("players.search.urls")),
    path("i18n/setlang/", pages.choose_language, name="set_language"),
    path("history/", include("audit.urls")),
    path("games/", include("games.submitting.urls")),
    path("games/", include("games.linking.urls")),
    path("games/", include("games.adjudicating.urls")),
    path("games/", include("games.showing.urls")),
    path("api/", include("config.api_urls")),
    path("admin/", admin.site.urls),
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
]

handler400 = "config.errors.bad_request"
handler403 = "config.errors.permission_denied"
handler404 = "config.errors.not_found"
handler500 = "config.errors.server_error"
