"""Addresses of linking, below /games/."""

from django.urls import path

from games.linking import views

urlpatterns = [
    path("<int:pk>/players/", views.players, name="link-players"),
]
