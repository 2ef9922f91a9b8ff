"""Addresses below /account/ about what its owner is told."""

from django.urls import path

from players.notifications import views

urlpatterns = [
    path("mail/", views.choices_page, name="mail-choices"),
    path("mail/browsers/add/", views.add_browser, name="add-push-browser"),
    path("mail/browsers/try/", views.try_browsers, name="try-push-browsers"),
    path("mail/browsers/<int:pk>/remove/", views.remove_browser, name="remove-push-browser"),
    path("mail/feed/", views.renew_feed, name="renew-personal-feed"),
    path("mail/feed/remove/", views.remove_feed, name="remove-personal-feed"),
]
