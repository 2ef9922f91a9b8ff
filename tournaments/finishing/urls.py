"""Addresses below /events/ for the end of an event."""

from django.urls import path

from tournaments.finishing import views

urlpatterns = [
    path("<int:event>/finish/", views.finish_event, name="event-finish"),
]
