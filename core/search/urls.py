"""Addresses below /search/."""

from django.urls import path

from core.search import views

urlpatterns = [
    path("", views.search, name="search"),
    path("suggestions/", views.suggestions, name="search-suggestions"),
]
