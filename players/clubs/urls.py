"""Addresses below /clubs/. Words that stand where a club's name could are in `club_services.RESERVED_SLUGS`."""

from django.urls import path

from players.clubs import (
    history_views,
    invitation_views,
    member_views,
    request_views,
    settings_views,
    views,
)

urlpatterns = [
    path("", views.clubs, name="clubs"),
    path("mine/", views.my_clubs, name="my-clubs"),
    path("new/", views.new_club, name="new-club"),
    path("invitations/<str:token>/", invitation_views.answer, name="club-invitation"),
    path("<slug:slug>/", views.club, name="club"),
    path("<slug:slug>/settings/", settings_views.settings, name="club-settings"),
    path("<slug:slug>/close/", settings_views.close, name="close-club"),
    path("<slug:slug>/members/", member_views.members, name="club-members"),
    path("<slug:slug>/members/<int:pk>/", member_views.member, name="club-member"),
    path("<slug:slug>/members/<int:pk>/hand-over/", member_views.hand_over, name="hand-over-club"),
    path("<slug:slug>/leave/", member_views.leave, name="leave-club"),
    path("<slug:slug>/invitations/", invitation_views.invitations, name="club-invitations"),
    path(
        "<slug:slug>/invitations/<int:pk>/", invitation_views.change_invitation, name="change-club-invitation"
    ),
    path("<slug:slug>/join/", request_views.ask, name="join-club"),
    path("<slug:slug>/join/withdraw/", request_views.withdraw, name="withdraw-join-request"),
    path("<slug:slug>/requests/", request_views.requests, name="club-requests"),
    path("<slug:slug>/requests/<int:pk>/", request_views.answer, name="answer-join-request"),
    path("<slug:slug>/history/", history_views.history, name="club-history"),
    path("<slug:slug>/history.<str:kind>", history_views.export, name="export-club-history"),
]
