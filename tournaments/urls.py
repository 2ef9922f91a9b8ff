"""Addresses below /events/. Each part of the app adds its own."""

from django.urls import include, path

urlpatterns = [
    path("", include("tournaments.events.urls")),
    path("", include("tournaments.entries.urls")),
    path("", include("tournaments.rounds.urls")),
    path("", include("tournaments.results.urls")),
    path("", include("tournaments.tables.urls")),
    path("", include("tournaments.documents.urls")),
    path("", include("tournaments.event_files.urls")),
    path("", include("tournaments.live.urls")),
]
