"""Addresses of free games that are followed, below /live/."""

from django.urls import path

from games.live import views

urlpatterns = [
    path("<uuid:key>/", views.live_game, name="live-game"),
    path("<uuid:key>/changes.json", views.live_game_changes, name="live-game-changes"),
    path("share/<uuid:key>/", views.share, name="share-recording"),
]
