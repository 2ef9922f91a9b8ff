"""Addresses below /events/ for tables."""

from django.urls import URLPattern, path

from tournaments.tables import views

SECTION = "<int:event>/s/<int:section>"

urlpatterns: list[URLPattern] = [
    path(f"{SECTION}/standings/", views.standings, name="standings"),
    path(f"{SECTION}/standings/<int:number>/", views.explanation, name="standing"),
    path(f"{SECTION}/standings/ratings/", views.ratings, name="rating-report"),
    path(f"{SECTION}/players/<int:number>/", views.player_card, name="player-card"),
    path(f"{SECTION}/crosstable/", views.crosstable, name="crosstable"),
    path(f"{SECTION}/progress/", views.progress, name="progress"),
    path(f"{SECTION}/winners/", views.prizes, name="prizes"),
]
