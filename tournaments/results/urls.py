"""Addresses below /events/ for results."""

from django.urls import path

from tournaments.results.views import arbiter, player, texts

_ROUND = "<int:event>/s/<int:section>/rounds/<int:number>"

urlpatterns = [
    path("<int:event>/my-board/", player.my_board, name="my-board"),
    path(f"{_ROUND}/results/", arbiter.round_results, name="round-results"),
    path(f"{_ROUND}/boards/<int:board>/", player.own_board, name="own-board"),
    path("<int:event>/boards/<int:pairing>/", arbiter.board, name="board"),
    path("<int:event>/boards/<int:pairing>/record/", player.send_record, name="send-record"),
    path("<int:event>/boards/<int:pairing>/texts/", texts.board_texts, name="board-texts"),
    path("<int:event>/boards/<int:pairing>/texts/<int:pk>.txt", texts.text_record, name="text-record"),
    path("<int:event>/decisions/", arbiter.waiting_decisions, name="waiting-decisions"),
]
