"""Addresses of help and rules."""

from django.urls import path

from core.guides import views

urlpatterns = [
    path("help/", views.guides, name="guides"),
    path("help/<slug:name>/", views.guide, name="guide"),
    path("rules/", views.all_rules, name="all-rules"),
    path("rules/<slug:game>/", views.game_rules, name="game-rules"),
]
