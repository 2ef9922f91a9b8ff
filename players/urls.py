"""The app's addresses."""

from django.urls import include, path

from players.clubs.urls import people_urlpatterns

urlpatterns = [
    path("account/", include("players.notifications.urls")),
    path("account/", include("players.accounts.urls")),
    path("clubs/", include("players.clubs.urls")),
    path("clubs/", include("players.club_games.urls")),
    path("people/", include("players.people.urls")),
    path("people/", include(people_urlpatterns)),
    path("ratings/", include("players.rating_lists.urls")),
]
