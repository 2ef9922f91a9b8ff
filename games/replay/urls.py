"""Addresses of the board, below /games/."""

from django.urls import path

from games.replay import views

urlpatterns = [
    path("<int:game_id>/", views.game_page, name="game"),
    path("<int:game_id>/embed/", views.embedded, name="game-embed"),
    path("<int:game_id>/print/", views.print_view, name="game-print"),
    path("<int:game_id>/board.svg", views.board_svg, name="game-svg"),
    path("<int:game_id>/board.png", views.board_png, name="game-png"),
    path("<int:game_id>/board.gif", views.board_gif, name="game-gif"),
    path("<int:game_id>/reach.json", views.reach_json, name="game-reach"),
    path("records/<int:pk>/board/", views.broken_record, name="replay-submission"),
]
