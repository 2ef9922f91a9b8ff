"""Addresses of the list, below /games/."""

from django.urls import path

from games.reading import views

urlpatterns = [
    path("", views.games, name="games"),
    path("games.<slug:kind>", views.download, name="games-download"),
    path("<int:pk>/record.txt", views.record, name="game-record"),
]
