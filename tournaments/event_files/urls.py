"""Addresses below /events/ for events as files."""

from django.urls import URLPattern, path

from tournaments.event_files import views

urlpatterns: list[URLPattern] = [
    path("<int:event>/event-file/", views.download_event, name="download-event"),
    path("import-file/<slug:slug>/", views.import_event_file, name="import-event-file"),
    path("import-file/<slug:slug>/<int:pk>/", views.event_file, name="event-file"),
    path("import-file/<slug:slug>/<int:pk>/state/", views.event_file_state, name="event-file-state"),
    path("import-file/<slug:slug>/<int:pk>/confirm/", views.confirm_import, name="confirm-event-file"),
    path("import-file/<slug:slug>/<int:pk>/discard/", views.discard_import, name="discard-event-file"),
]
