"""Addresses below /events/ for entries."""

from django.urls import URLPattern, path

from tournaments.entries import code_views

urlpatterns: list[URLPattern] = [
    path("check-in/<str:code>/", code_views.by_code, name="check-in-by-code"),
    path("check-in/<str:code>/code.svg", code_views.picture, name="check-in-picture"),
]
