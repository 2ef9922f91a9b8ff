"""Addresses below /people/."""

from django.urls import path

from players.people import claim_views, edit_views, entering_views, import_views, merge_views, views

urlpatterns = [
    path("", views.people, name="people"),
    path("<int:pk>/", views.person, name="person"),
    path("<int:pk>/edit/", edit_views.edit, name="edit-person"),
    path("<int:pk>/photo/", edit_views.change_photo, name="change-photo"),
    path("<int:pk>/photo/remove/", edit_views.delete_photo, name="remove-photo"),
    path("<int:pk>/photo/<int:size>.webp", edit_views.photo, name="photo"),
    path("enter/<slug:slug>/", entering_views.enter, name="enter-person"),
    path("import/<slug:slug>/", import_views.import_people, name="import-people"),
    path("import/<slug:slug>/<int:pk>/", import_views.upload, name="people-upload"),
    path("import/<slug:slug>/<int:pk>/state/", import_views.state, name="people-upload-state"),
    path("import/<slug:slug>/<int:pk>/decide/", import_views.decide, name="decide-people-upload"),
    path("import/<slug:slug>/<int:pk>/confirm/", import_views.confirm, name="confirm-people-upload"),
    path("import/<slug:slug>/<int:pk>/discard/", import_views.discard, name="discard-people-upload"),
    path("import/<slug:slug>/<int:pk>/left-out.csv", import_views.left_out, name="people-left-out"),
    path("<int:pk>/invite/", claim_views.invite, name="invite-to-profile"),
    path("<int:pk>/invite/withdraw/", claim_views.withdraw_invitation, name="withdraw-profile-invitation"),
    path("invitation/<str:secret>/", claim_views.invitation, name="profile-invitation"),
    path("<int:pk>/claim/", claim_views.claim, name="claim-profile"),
    path("claims/", claim_views.claims, name="profile-claims"),
    path("claims/withdraw/", claim_views.withdraw_claim, name="withdraw-profile-claim"),
    path("claims/<int:pk>/", claim_views.decide_claim, name="decide-profile-claim"),
    path("<int:pk>/merge/", merge_views.choose, name="choose-merge"),
    path("<int:pk>/merge/<int:other>/", merge_views.merge, name="merge-people"),
    path("merges/<int:pk>/undo/", merge_views.undo, name="undo-merge"),
]
