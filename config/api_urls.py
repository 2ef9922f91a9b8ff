"""Addresses below /api/. Each app adds its resources here."""

from django.urls import include, path, re_path
from rest_framework.routers import SimpleRouter

import players.api.schema  # noqa: F401  tells drf-spectacular about tokens and sessions
from games.api.adjudications import AdjudicationViewSet
from games.api.downloads import GamesFileViewSet
from games.api.games import GameViewSet
from games.api.history import GameHistoryViewSet
from games.api.linking import LinkingViewSet
from games.api.moves import MovesViewSet
from games.api.pictures import PictureViewSet
from games.api.prefixes import PrefixViewSet
from games.api.uploads import RecordViewSet, UploadViewSet
from games.api.visibility import VisibilityViewSet
from players.api.me import Me
from players.api.reference import reference, schema, to_the_reference
from players.api.views import UnknownAddress
from players.clubs.api import ClubViewSet, MembershipViewSet
from players.people.api import PersonViewSet
from players.rating_lists.api import LineViewSet, RatingViewSet, VersionViewSet
from players.rating_lists.pool_api import PoolViewSet
from tournaments.api.arbiters import ArbiterViewSet
from tournaments.api.check_ins import CheckInViewSet
from tournaments.api.conducting import DraftViewSet, ReadinessViewSet
from tournaments.api.entering import EnteringViewSet
from tournaments.api.entries import EntryViewSet
from tournaments.api.events import EventViewSet
from tournaments.api.field_of_players import PlayersOfEventViewSet, PlayersOfSectionViewSet
from tournaments.api.files import FileViewSet
from tournaments.api.importing import ImportViewSet
from tournaments.api.kept_apart import KeptApartViewSet
from tournaments.api.log import LogViewSet
from tournaments.api.pairings import PairingViewSet
from tournaments.api.records import RecordOfBoardViewSet
from tournaments.api.rounds import RoundViewSet
from tournaments.api.sections import SectionViewSet
from tournaments.api.tables import TableViewSet

app_name = "api"

resources = SimpleRouter()
resources.register("games", GameViewSet, basename="game")
resources.register("games", GamesFileViewSet, basename="download")
resources.register("games", PictureViewSet, basename="picture")
resources.register("games", MovesViewSet, basename="play")
resources.register("games", GameHistoryViewSet, basename="past")
resources.register("games", LinkingViewSet, basename="linking")
resources.register("games", VisibilityViewSet, basename="shown")
resources.register("uploads", UploadViewSet, basename="upload")
resources.register("records", RecordViewSet, basename="record")
resources.register("records", PrefixViewSet, basename="prefix")
resources.register("adjudications", AdjudicationViewSet, basename="adjudication")
resources.register("people", PersonViewSet, basename="person")
resources.register("clubs", ClubViewSet, basename="club")
resources.register("memberships", MembershipViewSet, basename="membership")
resources.register("rating-pools", PoolViewSet, basename="rating-pool")
resources.register("ratings", RatingViewSet, basename="rating")
resources.register("rating-versions", VersionViewSet, basename="rating-version")
resources.register("ledger-lines", LineViewSet, basename="ledger-line")
resources.register("events", EventViewSet, basename="event")
resources.register("events", ImportViewSet, basename="import")
resources.register("events", LogViewSet, basename="history")
resources.register("events", PlayersOfEventViewSet, basename="players-of-event")
resources.register("events", ReadinessViewSet, basename="ending")
resources.register("sections", SectionViewSet, basename="section")
resources.register("sections", TableViewSet, basename="table")
resources.register("sections", FileViewSet, basename="file")
resources.register("sections", EnteringViewSet, basename="entering")
resources.register("sections", PlayersOfSectionViewSet, basename="players-of-section")
resources.register("entries", EntryViewSet, basename="entry")
resources.register("check-ins", CheckInViewSet, basename="check-in")
resources.register("kept-apart", KeptApartViewSet, basename="kept-apart")
resources.register("event-arbiters", ArbiterViewSet, basename="event-arbiter")
resources.register("rounds", RoundViewSet, basename="round")
resources.register("rounds", DraftViewSet, basename="drafting")
resources.register("pairings", PairingViewSet, basename="pairing")
resources.register("pairings", RecordOfBoardViewSet, basename="record-of-board")

urlpatterns = [
    path("", to_the_reference, name="index"),
    path("v1/", reference, name="reference"),
    path("v1/schema/", schema, name="schema"),
    path("v1/me/", Me.as_view(), name="me"),
    path("v1/", include(resources.urls)),
    re_path(r"^(?P<path>[\s\S]*)\Z", UnknownAddress.as_view(), name="unknown"),
]
