"""Addresses of analyses, below /analysis/."""

from django.urls import path

from games.analysis import views

urlpatterns = [
    path("", views.analyses, name="analyses"),
    path("position/", views.editor, name="position-editor"),
    path("position/check/", views.check_position, name="check-position"),
    path("position/dead/", views.dead_position, name="dead-position"),
    path("shared/<uuid:key>/", views.shared, name="shared-analysis"),
    path("shared/<uuid:key>/record.txt", views.shared_record, name="shared-analysis-record"),
    path("<uuid:key>/", views.analysis, name="analysis"),
    path("<uuid:key>/record.txt", views.record, name="analysis-record"),
    path("<uuid:key>/save/", views.save, name="save-analysis"),
    path("<uuid:key>/share/", views.share, name="share-analysis"),
    path("<uuid:key>/delete/", views.delete, name="delete-analysis"),
]
