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
    path("clubs/", include("players.clubs.urls")),
    path("i18n/", include("django.conf.urls.i18n")),
    path("admin/", admin.site.urls),
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
]

handler400 = "config.errors.bad_request"
handler403 = "config.errors.permission_denied"
handler404 = "config.errors.not_found"
handler500 = "config.errors.server_error"
