"""Addresses below a club's own."""

from django.urls import path

from players.club_games import views

urlpatterns = [
    path("<slug:slug>/games/", views.club_games, name="club-games"),
    path("<slug:slug>/games/<int:pk>/", views.club_game, name="club-game"),
]
