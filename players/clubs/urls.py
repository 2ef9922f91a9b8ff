"""Addresses below /clubs/."""

from django.urls import path

from players.clubs import views

urlpatterns = [
    path("", views.clubs, name="clubs"),
    path("<slug:slug>/", views.club, name="club"),
]
