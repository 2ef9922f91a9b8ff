"""Addresses below /api/. Each app adds its resources here."""

from django.urls import include, path, re_path
from rest_framework.routers import SimpleRouter

import players.api.schema  # noqa: F401  tells drf-spectacular about tokens and sessions
from games.api.adjudications import AdjudicationViewSet
from games.api.games import GameViewSet
from games.api.uploads import RecordViewSet, UploadViewSet
from players.api.me import Me
from players.api.reference import reference, schema, to_the_reference
from players.api.views import UnknownAddress
from players.clubs.api import ClubViewSet, MembershipViewSet
from players.people.api import PersonViewSet
from players.rating_lists.api import LineViewSet, RatingViewSet, VersionViewSet
from players.rating_lists.pool_api import PoolViewSet
from tournaments.api.arbiters import ArbiterViewSet
from tournaments.api.entering import EnteringViewSet
from tournaments.api.entries import EntryViewSet
from tournaments.api.events import EventViewSet
from tournaments.api.files import FileViewSet
from tournaments.api.kept_apart import KeptApartViewSet
from tournaments.api.pairings import PairingViewSet
from tournaments.api.rounds import RoundViewSet
from tournaments.api.sections import SectionViewSet
from tournaments.api.tables import TableViewSet

app_name = "api"

resources = SimpleRouter()
resources.register("games", GameViewSet, basename="game")
resources.register("uploads", UploadViewSet, basename="upload")
resources.register("records", RecordViewSet, basename="record")
resources.register("adjudications", AdjudicationViewSet, basename="adjudication")
resources.register("people", PersonViewSet, basename="person")
resources.register("clubs", ClubViewSet, basename="club")
resources.register("memberships", MembershipViewSet, basename="membership")
resources.register("rating-pools", PoolViewSet, basename="rating-pool")
resources.register("ratings", RatingViewSet, basename="rating")
resources.register("rating-versions", VersionViewSet, basename="rating-version")
resources.register("ledger-lines", LineViewSet, basename="ledger-line")
resources.register("events", EventViewSet, basename="event")
resources.register("sections", SectionViewSet, basename="section")
resources.register("sections", TableViewSet, basename="table")
resources.register("sections", FileViewSet, basename="file")
resources.register("sections", EnteringViewSet, basename="entering")
resources.register("entries", EntryViewSet, basename="entry")
resources.register("kept-apart", KeptApartViewSet, basename="kept-apart")
resources.register("event-arbiters", ArbiterViewSet, basename="event-arbiter")
resources.register("rounds", RoundViewSet, basename="round")
resources.register("pairings", PairingViewSet, basename="pairing")

urlpatterns = [
    path("", to_the_reference, name="index"),
    path("v1/", reference, name="reference"),
    path("v1/schema/", schema, name="schema"),
    path("v1/me/", Me.as_view(), name="me"),
    path("v1/", include(resources.urls)),
    re_path(r"^(?P<path>[\s\S]*)\Z", UnknownAddress.as_view(), name="unknown"),
]
