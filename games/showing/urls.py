"""Addresses of saying who may see a game, below /games/."""

from django.urls import path

from games.showing import views

urlpatterns = [
    path("<int:pk>/visibility/", views.visibility, name="game-visibility"),
]
