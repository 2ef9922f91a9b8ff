"""Addresses below /events/ for boards that are followed."""

from django.urls import URLPattern, path

from tournaments.live import views

urlpatterns: list[URLPattern] = [
    path("<int:event>/live/", views.live_boards, name="live-boards"),
    path("<int:event>/live/changes.json", views.live_changes, name="live-changes"),
    path("<int:event>/live/projector/", views.live_projector, name="live-projector"),
    path("<int:event>/live/<int:pairing>/", views.live_board, name="live-board"),
    path("<int:event>/live/<int:pairing>/changes.json", views.live_board_changes, name="live-board-changes"),
]
