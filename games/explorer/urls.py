"""Addresses of the explorer, below /explorer/."""

from django.urls import path

from games.explorer import views

urlpatterns = [
    path("", views.explorer, name="explorer"),
    path("games/<int:game_id>/", views.of_game, name="game-explorer"),
]
