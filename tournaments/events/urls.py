"""Addresses below /events/ for events."""

from django.urls import URLPattern, path

from tournaments.events.views import feeds, lifecycle, management, news, public, sections, trf_import

urlpatterns: list[URLPattern] = [
    path("", public.event_list, name="events"),
    path("new/", management.choose_club, name="choose-club-for-event"),
    path("new/<slug:slug>/", management.new_event, name="new-event"),
    path("import/<slug:slug>/", trf_import.import_event, name="import-event"),
    path("feed.atom", feeds.site_feed, name="site-feed"),
    path("calendar.ics", feeds.site_calendar, name="site-calendar"),
    path("own/<str:token>/feed.atom", feeds.personal_feed, name="personal-feed"),
    path("own/<str:token>/calendar.ics", feeds.personal_calendar, name="personal-calendar"),
    path("club/<slug:slug>/feed.atom", feeds.club_feed, name="club-feed"),
    path("club/<slug:slug>/calendar.ics", feeds.club_calendar, name="club-calendar"),
    path("person/<int:person>/feed.atom", feeds.person_feed, name="person-feed"),
    path("person/<int:person>/calendar.ics", feeds.person_calendar, name="person-calendar"),
    path("<int:event>/", public.event_detail, name="event"),
    path("<int:event>/feed.atom", feeds.event_feed, name="event-feed"),
    path("<int:event>/calendar.ics", feeds.event_calendar, name="event-calendar"),
    path("<int:event>/news/", news.all_news, name="event-news"),
    path("<int:event>/news/write/", news.write, name="write-news"),
    path("<int:event>/news/<int:news>/delete/", news.delete, name="delete-news"),
    path("<int:event>/settings/", management.event_settings, name="event-settings"),
    path("<int:event>/copy/", management.event_copy, name="copy-event"),
    path("<int:event>/delete/", management.event_delete, name="delete-event"),
    path("<int:event>/step/", lifecycle.event_step, name="event-step"),
    path("<int:event>/start/", lifecycle.event_start, name="start-event"),
    path("<int:event>/arbiters/", management.event_arbiter_list, name="event-arbiters"),
    path("<int:event>/log/", management.event_log, name="event-log"),
    path("<int:event>/log/export.<str:kind>", management.event_log_export, name="export-event-log"),
    path("<int:event>/sections/new/", sections.section_add, name="new-section"),
    path("<int:event>/s/<int:section>/", public.section_detail, name="section"),
    path("<int:event>/s/<int:section>/settings/", sections.section_settings, name="section-settings"),
    path("<int:event>/s/<int:section>/prizes/", sections.section_prizes, name="section-prizes"),
    path("<int:event>/s/<int:section>/move/", sections.section_move, name="move-section"),
    path("<int:event>/s/<int:section>/delete/", sections.section_delete, name="delete-section"),
    path("<int:event>/finish/", lifecycle.event_finish, name="event-finish"),
]
