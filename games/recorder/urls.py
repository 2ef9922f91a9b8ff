"""Addresses of the recorder, below /record/."""

from django.urls import path

from games.recorder import views

urlpatterns = [
    path("", views.record, name="record"),
    path("<uuid:key>/", views.recording, name="recording"),
    path("<uuid:key>/steps/", views.steps, name="recording-steps"),
    path("<uuid:key>/hand-in/", views.hand_in, name="hand-in-recording"),
    path("<uuid:key>/adjourn/", views.adjourn, name="adjourn-recording"),
    path("<uuid:key>/delete/", views.delete, name="delete-recording"),
]
