"""Addresses below /events/ for events."""

from django.urls import URLPattern, path

from tournaments.events import views

urlpatterns: list[URLPattern] = [
    path("", views.events, name="events"),
    path("<int:event>/", views.event, name="event"),
    path("<int:event>/s/<int:section>/", views.section, name="section"),
]
