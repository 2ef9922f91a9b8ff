"""The site's addresses."""

from django.contrib import admin
from django.urls import include, path

from config import health, views
from config.monitoring import views as monitoring
from config.service_worker import service_worker

urlpatterns = [
    path("", views.home, name="home"),
    path("decisions/", views.decisions, name="decisions"),
    path("decisions/count/", views.decision_count, name="decision-count"),
    path("favicon.ico", views.favicon),
    path("service-worker.js", service_worker, name="service-worker"),
    path("theme/", views.choose_theme, name="choose-theme"),
    path("style-guide/", views.style_guide, name="style-guide"),
    path("", include("players.urls")),
    path("games/", include("games.urls")),
    path("record/", include("games.recorder.urls")),
    path("analysis/", include("games.analysis.urls")),
    path("explorer/", include("games.explorer.urls")),
    path("live/", include("games.live.urls")),
    path("events/", include("tournaments.urls")),
    path("search/", include("core.search.urls")),
    path("", include("core.guides.urls")),
    path("i18n/setlang/", views.choose_language, name="set_language"),
    path("history/", include("audit.urls")),
    path("api/", include("config.api_urls")),
    path("admin/", admin.site.urls),
    path("status/", monitoring.status, name="status"),
    path("metrics", monitoring.metrics, name="metrics"),
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
]

handler400 = "config.views.bad_request"
handler403 = "config.views.permission_denied"
handler404 = "config.views.not_found"
handler500 = "config.views.server_error"
