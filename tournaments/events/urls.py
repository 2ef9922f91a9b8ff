"""Addresses below /events/ for events."""

from django.urls import URLPattern, path

from tournaments.events import (
    arbiter_views,
    calendar_views,
    edit_views,
    import_views,
    log_views,
    section_views,
    state_views,
    views,
)

urlpatterns: list[URLPattern] = [
    path("", views.events, name="events"),
    path("new/", edit_views.choose_club, name="choose-club-for-event"),
    path("new/<slug:slug>/", edit_views.new_event, name="new-event"),
    path("import/<slug:slug>/", import_views.import_event, name="import-event"),
    path("club/<slug:slug>/calendar.ics", calendar_views.club_calendar, name="club-calendar"),
    path("<int:event>/", views.event, name="event"),
    path("<int:event>/calendar.ics", calendar_views.event_calendar, name="event-calendar"),
    path("<int:event>/settings/", edit_views.settings, name="event-settings"),
    path("<int:event>/copy/", edit_views.copy, name="copy-event"),
    path("<int:event>/delete/", edit_views.delete, name="delete-event"),
    path("<int:event>/step/", state_views.step, name="event-step"),
    path("<int:event>/start/", state_views.start, name="start-event"),
    path("<int:event>/arbiters/", arbiter_views.arbiters, name="event-arbiters"),
    path("<int:event>/log/", log_views.log, name="event-log"),
    path("<int:event>/log/export.<str:kind>", log_views.export, name="export-event-log"),
    path("<int:event>/sections/new/", section_views.add, name="new-section"),
    path("<int:event>/s/<int:section>/", views.section, name="section"),
    path("<int:event>/s/<int:section>/settings/", section_views.settings, name="section-settings"),
    path("<int:event>/s/<int:section>/prizes/", section_views.prizes, name="section-prizes"),
    path("<int:event>/s/<int:section>/move/", section_views.move, name="move-section"),
    path("<int:event>/s/<int:section>/delete/", section_views.delete, name="delete-section"),
]
