"""Addresses below /people/."""

from django.urls import path

from players.people.views import people, profiles

urlpatterns = [
    path("", people.people_list, name="people"),
    path("<int:pk>/", people.person_page, name="person"),
    path("<int:pk>/edit/", people.edit_person_page, name="edit-person"),
    path("<int:pk>/photo/", people.change_photo, name="change-photo"),
    path("<int:pk>/photo/remove/", people.delete_photo, name="remove-photo"),
    path("<int:pk>/photo/<int:size>.webp", people.photo_file, name="photo"),
    path("<int:pk>/invite/", profiles.invite_to_profile, name="invite-to-profile"),
    path("<int:pk>/invite/withdraw/", profiles.withdraw_invitation, name="withdraw-profile-invitation"),
    path("invitation/<str:secret>/", profiles.answer_invitation, name="profile-invitation"),
    path("<int:pk>/claim/", profiles.claim_profile, name="claim-profile"),
    path("claims/", profiles.claim_list, name="profile-claims"),
    path("claims/withdraw/", profiles.withdraw_claim, name="withdraw-profile-claim"),
    path("claims/<int:pk>/", profiles.decide_claim, name="decide-profile-claim"),
    path("<int:pk>/merge/", profiles.choose_merge, name="choose-merge"),
    path("<int:pk>/merge/<int:other>/", profiles.confirm_merge, name="merge-people"),
    path("merges/<int:pk>/undo/", profiles.undo_merge_page, name="undo-merge"),
]
