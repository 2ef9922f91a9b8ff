"""Addresses below /clubs/, and those below /people/ by which people are entered into a club.

Words that cannot be a club's slug are in `players.clubs.services.clubs.RESERVED_SLUGS`.
"""

from django.urls import path

from players.clubs.views import clubs, imports, invitations, join_requests, members, offers, recognition

urlpatterns = [
    path("", clubs.club_list, name="clubs"),
    path("mine/", clubs.my_clubs, name="my-clubs"),
    path("mine/offers/", offers.membership_offers, name="membership-offers"),
    path("mine/offers/<int:pk>/", offers.answer_membership_offer, name="answer-membership-offer"),
    path("new/", clubs.new_club, name="new-club"),
    path("recognition/", recognition.recognition_list, name="club-recognitions"),
    path("invitations/<str:token>/", invitations.answer_invitation, name="club-invitation"),
    path("<slug:slug>/", clubs.club_page, name="club"),
    path("<slug:slug>/settings/", clubs.club_settings, name="club-settings"),
    path("<slug:slug>/recognition/", recognition.club_recognition, name="club-recognition"),
    path("<slug:slug>/close/", clubs.close_club_page, name="close-club"),
    path("<slug:slug>/members/", members.member_list, name="club-members"),
    path("<slug:slug>/members/<int:pk>/", members.member_page, name="club-member"),
    path("<slug:slug>/members/<int:pk>/hand-over/", members.hand_over_club, name="hand-over-club"),
    path("<slug:slug>/leave/", members.leave_club, name="leave-club"),
    path("<slug:slug>/invitations/", invitations.invitation_list, name="club-invitations"),
    path("<slug:slug>/invitations/<int:pk>/", invitations.change_invitation, name="change-club-invitation"),
    path("<slug:slug>/offers/", offers.club_offer_list, name="club-offers"),
    path("<slug:slug>/offers/<int:pk>/withdraw/", offers.withdraw_club_offer, name="withdraw-club-offer"),
    path("<slug:slug>/join/", join_requests.ask_to_join_club, name="join-club"),
    path("<slug:slug>/join/withdraw/", join_requests.withdraw_request, name="withdraw-join-request"),
    path("<slug:slug>/requests/", join_requests.join_request_list, name="club-requests"),
    path("<slug:slug>/requests/<int:pk>/", join_requests.answer_join_request, name="answer-join-request"),
    path("<slug:slug>/history/", clubs.club_history, name="club-history"),
    path("<slug:slug>/history.<str:kind>", clubs.export_club_history, name="export-club-history"),
]

people_urlpatterns = [
    path("enter/<slug:slug>/", members.enter_person, name="enter-person"),
    path("import/<slug:slug>/", imports.import_people, name="import-people"),
    path("import/<slug:slug>/<int:pk>/", imports.upload_page, name="people-upload"),
    path("import/<slug:slug>/<int:pk>/state/", imports.upload_state, name="people-upload-state"),
    path("import/<slug:slug>/<int:pk>/decide/", imports.decide_upload, name="decide-people-upload"),
    path("import/<slug:slug>/<int:pk>/confirm/", imports.confirm_import, name="confirm-people-upload"),
    path("import/<slug:slug>/<int:pk>/discard/", imports.discard_import, name="discard-people-upload"),
    path("import/<slug:slug>/<int:pk>/left-out.csv", imports.download_left_out, name="people-left-out"),
]
