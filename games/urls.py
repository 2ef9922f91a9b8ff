"""Addresses of games, below /games/."""

from django.urls import path

from games.adjudication import views as adjudication
from games.archive import views as archive
from games.confirmations import views as confirmations
from games.linking import views as linking
from games.replay import views as replay
from games.submissions import views as submissions
from games.visibility import views as visibility

urlpatterns = [
    path("", archive.games, name="games"),
    path("games.<slug:kind>", archive.download, name="games-download"),
    path("<int:pk>/record.txt", archive.record, name="game-record"),
    path("<int:game_id>/", replay.game_page, name="game"),
    path("<int:game_id>/embed/", replay.embedded, name="game-embed"),
    path("<int:game_id>/print/", replay.print_view, name="game-print"),
    path("<int:game_id>/board.svg", replay.board_svg, name="game-svg"),
    path("<int:game_id>/board.png", replay.board_png, name="game-png"),
    path("<int:game_id>/board.gif", replay.board_gif, name="game-gif"),
    path("<int:game_id>/reach.json", replay.reach_json, name="game-reach"),
    path("<int:pk>/players/", linking.players, name="link-players"),
    path("<int:pk>/adjudication/", adjudication.adjudication, name="adjudication"),
    path("<int:pk>/visibility/", visibility.visibility, name="game-visibility"),
    path("confirmations/", confirmations.confirmations, name="confirmations"),
    path("confirmations/club/", confirmations.club_confirmations, name="club-confirmations"),
    path("confirmations/club/disputed/", confirmations.disputed_games, name="disputed-games"),
    path("<int:pk>/confirmation/", confirmations.confirmation, name="confirmation"),
    path("<int:pk>/confirmation/answer/", confirmations.answer, name="answer-game"),
    path("<int:pk>/confirmation/decide/", confirmations.decide, name="decide-game"),
    path("submit/", submissions.submit_games, name="submit-games"),
    path("uploads/", submissions.uploads, name="uploads"),
    path("uploads/<int:pk>/", submissions.upload, name="upload"),
    path("records/<int:pk>/", submissions.submission, name="submission"),
    path("records/<int:pk>/board/", submissions.broken_record, name="replay-submission"),
    path("records/<int:pk>/correct/", submissions.correct, name="correct-submission"),
]
