"""Addresses below /events/ for entries."""

from django.urls import URLPattern, path

from tournaments.entries.views import check_in, entry, management, members, player

urlpatterns: list[URLPattern] = [
    path("<int:event>/entries/", player.entry_list, name="event-entries"),
    path("<int:event>/entries/sign-up/", player.sign_up, name="event-sign-up"),
    path("<int:event>/entries/mine/", player.own_entries, name="own-entries"),
    path("<int:event>/entries/mine/<int:entry>/withdraw/", player.withdraw, name="withdraw-own-entry"),
    path("<int:event>/entries/mine/<int:entry>/absence/", player.absence, name="announce-own-absence"),
    path("<int:event>/entries/mine/<int:entry>/check-in/", player.check_in, name="check-in-own-entry"),
    path("<int:event>/entries/manage/", management.manage_entries, name="manage-entries"),
    path("<int:event>/entries/manage/search/", management.search_players, name="search-players"),
    path("<int:event>/entries/manage/enter/", management.enter_player, name="enter-player"),
    path("<int:event>/entries/manage/new/", management.enter_new_player, name="enter-new-player"),
    path("<int:event>/entries/manage/members/", members.enter_members_page, name="enter-members"),
    path("<int:event>/entries/manage/ratings/", management.refresh_ratings, name="refresh-ratings"),
    path("<int:event>/entries/manage/table/", management.import_table, name="import-entries"),
    path("<int:event>/entries/manage/apart/", entry.manage_kept_apart, name="kept-apart"),
    path("<int:event>/entries/manage/apart/<int:pair>/", entry.allow_meeting, name="let-meet"),
    path("<int:event>/entries/manage/step/", entry.row_step, name="row-step"),
    path("<int:event>/entries/manage/<int:entry>/", entry.edit_entry, name="manage-entry"),
    path("<int:event>/entries/manage/<int:entry>/step/", entry.entry_step, name="entry-step"),
    path("<int:event>/entries/manage/<int:entry>/absence/", entry.entry_absence, name="entry-absence"),
    path("<int:event>/check-in/", check_in.check_in_list, name="event-check-in"),
    path("<int:event>/check-in/absent/", check_in.mark_absent, name="mark-absent"),
    path("<int:event>/check-in/everybody/", members.everybody_is_here, name="everybody-is-here"),
    path("<int:event>/check-in/slips/", check_in.check_in_slips, name="check-in-slips"),
    path("<int:event>/check-in/<int:entry>/", check_in.check_in_one, name="check-in-entry"),
    path("check-in/<str:code>/", player.check_in_by_code, name="check-in-by-code"),
    path("check-in/<str:code>/code.svg", player.qr_code, name="check-in-picture"),
]
