"""Addresses below /account/tokens/."""

from django.urls import path

from players.tokens import views

urlpatterns = [
    path("", views.tokens, name="tokens"),
    path("new/", views.new_token, name="new-token"),
    path("<int:pk>/revoke/", views.revoke_token, name="revoke-token"),
]
