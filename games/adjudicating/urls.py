"""Addresses of adjudication, below /games/."""

from django.urls import path

from games.adjudicating import views

urlpatterns = [
    path("<int:pk>/adjudication/", views.adjudication, name="adjudication"),
]
