"""Addresses below /events/ for results."""

from django.urls import path

from tournaments.results import arbiter_views, player_views

_ROUND = "<int:event>/s/<int:section>/rounds/<int:number>"

urlpatterns = [
    path(f"{_ROUND}/results/", arbiter_views.round_results, name="round-results"),
    path(f"{_ROUND}/boards/<int:board>/", player_views.own_board, name="own-board"),
    path("<int:event>/boards/<int:pairing>/", arbiter_views.board, name="board"),
    path("<int:event>/boards/<int:pairing>/record/", player_views.send_record, name="send-record"),
    path("<int:event>/decisions/", arbiter_views.waiting_decisions, name="waiting-decisions"),
]
