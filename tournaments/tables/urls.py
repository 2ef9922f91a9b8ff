"""Addresses below /events/ for tables."""

from django.urls import URLPattern, path

from tournaments.tables import drawn_views, player_views, standings_views

OF_SECTION = "<int:event>/s/<int:section>"

urlpatterns: list[URLPattern] = [
    path(f"{OF_SECTION}/standings/", standings_views.standings, name="standings"),
    path(f"{OF_SECTION}/standings/<int:number>/", standings_views.standing, name="standing"),
    path(f"{OF_SECTION}/players/<int:number>/", player_views.player_card_page, name="player-card"),
    path(f"{OF_SECTION}/crosstable/", drawn_views.crosstable, name="crosstable"),
    path(f"{OF_SECTION}/progress/", drawn_views.progress, name="progress"),
    path(f"{OF_SECTION}/winners/", drawn_views.prizes, name="prizes"),
]
