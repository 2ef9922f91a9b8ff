"""Addresses below /search/."""

from django.urls import path

from players.search import views

urlpatterns = [
    path("", views.search, name="search"),
    path("suggestions/", views.suggestions, name="search-suggestions"),
]
