"""Addresses below /events/ for files."""

from django.urls import URLPattern, path

from tournaments.documents import views

urlpatterns: list[URLPattern] = [
    path("<int:event>/files/", views.event_files, name="event-files"),
    path(
        "<int:event>/s/<int:section>/files/<slug:what>.<slug:kind>", views.section_file, name="section-file"
    ),
]
