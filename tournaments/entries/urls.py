"""Addresses below /events/ for entries."""

from django.urls import URLPattern, path

from tournaments.entries import (
    apart_views,
    check_in_views,
    code_views,
    entry_views,
    list_views,
    managing_views,
    own_views,
    table_views,
)

urlpatterns: list[URLPattern] = [
    path("<int:event>/entries/", list_views.entries, name="event-entries"),
    path("<int:event>/entries/sign-up/", own_views.sign_up, name="event-sign-up"),
    path("<int:event>/entries/mine/", own_views.own_entries, name="own-entries"),
    path("<int:event>/entries/mine/<int:entry>/withdraw/", own_views.withdraw, name="withdraw-own-entry"),
    path("<int:event>/entries/mine/<int:entry>/absence/", own_views.absence, name="announce-own-absence"),
    path("<int:event>/entries/mine/<int:entry>/check-in/", own_views.check_in, name="check-in-own-entry"),
    path("<int:event>/entries/manage/", managing_views.manage, name="manage-entries"),
    path("<int:event>/entries/manage/search/", managing_views.search, name="search-players"),
    path("<int:event>/entries/manage/enter/", managing_views.enter, name="enter-player"),
    path("<int:event>/entries/manage/new/", managing_views.enter_new, name="enter-new-player"),
    path("<int:event>/entries/manage/ratings/", managing_views.refresh_ratings, name="refresh-ratings"),
    path("<int:event>/entries/manage/table/", table_views.import_table, name="import-entries"),
    path("<int:event>/entries/manage/apart/", apart_views.kept_apart, name="kept-apart"),
    path("<int:event>/entries/manage/apart/<int:pair>/", apart_views.let_meet, name="let-meet"),
    path("<int:event>/entries/manage/<int:entry>/", entry_views.entry, name="manage-entry"),
    path("<int:event>/entries/manage/<int:entry>/step/", entry_views.step, name="entry-step"),
    path("<int:event>/entries/manage/<int:entry>/absence/", entry_views.absence, name="entry-absence"),
    path("<int:event>/check-in/", check_in_views.check_in, name="event-check-in"),
    path("<int:event>/check-in/absent/", check_in_views.mark_absent, name="mark-absent"),
    path("<int:event>/check-in/slips/", check_in_views.slips, name="check-in-slips"),
    path("<int:event>/check-in/<int:entry>/", check_in_views.check_in_one, name="check-in-entry"),
    path("check-in/<str:code>/", code_views.by_code, name="check-in-by-code"),
    path("check-in/<str:code>/code.svg", code_views.picture, name="check-in-picture"),
]
