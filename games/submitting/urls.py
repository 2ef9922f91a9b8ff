"""Addresses of submitting, below /games/."""

from django.urls import path

from games.submitting import views

urlpatterns = [
    path("submit/", views.submit_games, name="submit-games"),
    path("uploads/", views.uploads, name="uploads"),
    path("uploads/<int:pk>/", views.upload, name="upload"),
    path("records/<int:pk>/", views.submission, name="submission"),
    path("records/<int:pk>/correct/", views.correct, name="correct-submission"),
]
