"""Addresses of the recorder, below /record/."""

from django.urls import path

from games.recorder.views import drafts, seats

urlpatterns = [
    path("", drafts.record, name="record"),
    path("setups/", seats.setups, name="saved-setups"),
    path("join/<str:invitation>/", seats.join, name="join-recording"),
    path("<uuid:key>/", drafts.recording, name="recording"),
    path("<uuid:key>/steps/", drafts.steps, name="recording-steps"),
    path("<uuid:key>/seat/", seats.seat, name="recording-seat"),
    path("<uuid:key>/seat/steps/", seats.seat_steps, name="recording-seat-steps"),
    path("<uuid:key>/seat/setup/", seats.seat_setup, name="recording-seat-setup"),
    path("<uuid:key>/rules/", drafts.rules, name="recording-rules"),
    path("<uuid:key>/hand-in/", drafts.hand_in, name="hand-in-recording"),
    path("<uuid:key>/adjourn/", drafts.adjourn, name="adjourn-recording"),
    path("<uuid:key>/delete/", drafts.delete, name="delete-recording"),
]
