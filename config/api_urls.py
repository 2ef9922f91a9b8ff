"""Addresses below /api/. Each app adds its resources here."""

from django.urls import include, path, re_path
from rest_framework.routers import SimpleRouter

from core.api.reference import redirect_to_reference, reference, schema
from core.api.views import UnknownAddress
from games.adjudication.api import AdjudicationViewSet
from games.archive.api import GameHistoryViewSet, GamesFileViewSet, GameViewSet
from games.confirmations.api import ConfirmationViewSet, OfficialAnswerViewSet, WaitingGameViewSet
from games.explorer.api import ExplorerView
from games.linking.api import LinkingViewSet
from games.replay.api import MovesViewSet, PictureViewSet
from games.submissions.api.records import PrefixViewSet, RecordViewSet
from games.submissions.api.uploads import UploadViewSet
from games.visibility.api import VisibilityViewSet
from players.club_games.api import ClubGameViewSet
from players.clubs.api.clubs import ClubViewSet, RecognitionViewSet
from players.clubs.api.members import ClubPersonViewSet, MembershipOfferViewSet, MembershipViewSet
from players.people.api import Me
from players.rating_lists.api.pools import PoolViewSet
from players.rating_lists.api.ratings import LineViewSet, RatingViewSet, VersionViewSet
from players.rating_lists.api.starting_ratings import StartingRatingViewSet
from tournaments.documents.api import FileViewSet
from tournaments.entries.api.check_ins import CheckInViewSet
from tournaments.entries.api.entries import EntryViewSet
from tournaments.entries.api.kept_apart import KeptApartViewSet
from tournaments.entries.api.registration import (
    PlayersOfEventViewSet,
    PlayersOfSectionViewSet,
    RegistrationViewSet,
)
from tournaments.event_files.api import EventExportViewSet, EventFileViewSet
from tournaments.events.api.arbiters import ArbiterViewSet
from tournaments.events.api.events import EventViewSet
from tournaments.events.api.lifecycle import LogViewSet, ReadinessViewSet
from tournaments.events.api.news import NewsViewSet
from tournaments.events.api.sections import SectionViewSet
from tournaments.events.api.trf_import import ImportViewSet
from tournaments.results.api.pairings import PairingViewSet
from tournaments.results.api.records import RecordOfBoardViewSet
from tournaments.results.api.texts import TextRecordViewSet
from tournaments.rounds.api.drafts import DraftViewSet
from tournaments.rounds.api.rounds import RoundViewSet
from tournaments.tables.api.tables import TableViewSet

app_name = "api"

resources = SimpleRouter()
resources.register("games", GameViewSet, basename="game")
resources.register("games", GamesFileViewSet, basename="download")
resources.register("games", PictureViewSet, basename="picture")
resources.register("games", MovesViewSet, basename="play")
resources.register("games", GameHistoryViewSet, basename="past")
resources.register("games", LinkingViewSet, basename="linking")
resources.register("games", VisibilityViewSet, basename="shown")
resources.register("games", ConfirmationViewSet, basename="confirming")
resources.register("games", OfficialAnswerViewSet, basename="official-answer")
resources.register("confirmations", WaitingGameViewSet, basename="confirmation")
resources.register("uploads", UploadViewSet, basename="upload")
resources.register("records", RecordViewSet, basename="record")
resources.register("records", PrefixViewSet, basename="prefix")
resources.register("adjudications", AdjudicationViewSet, basename="adjudication")
resources.register("people", ClubPersonViewSet, basename="person")
resources.register("clubs", ClubViewSet, basename="club")
resources.register("clubs", RecognitionViewSet, basename="recognition")
resources.register("club-games", ClubGameViewSet, basename="club-game")
resources.register("memberships", MembershipViewSet, basename="membership")
resources.register("membership-offers", MembershipOfferViewSet, basename="membership-offer")
resources.register("rating-pools", PoolViewSet, basename="rating-pool")
resources.register("ratings", RatingViewSet, basename="rating")
resources.register("starting-ratings", StartingRatingViewSet, basename="starting-rating")
resources.register("rating-versions", VersionViewSet, basename="rating-version")
resources.register("ledger-lines", LineViewSet, basename="ledger-line")
resources.register("events", EventViewSet, basename="event")
resources.register("events", ImportViewSet, basename="import")
resources.register("events", EventExportViewSet, basename="event-export")
resources.register("event-files", EventFileViewSet, basename="event-file")
resources.register("events", LogViewSet, basename="history")
resources.register("events", PlayersOfEventViewSet, basename="players-of-event")
resources.register("events", ReadinessViewSet, basename="ending")
resources.register("sections", SectionViewSet, basename="section")
resources.register("sections", TableViewSet, basename="table")
resources.register("sections", FileViewSet, basename="file")
resources.register("sections", RegistrationViewSet, basename="entering")
resources.register("sections", PlayersOfSectionViewSet, basename="players-of-section")
resources.register("entries", EntryViewSet, basename="entry")
resources.register("check-ins", CheckInViewSet, basename="check-in")
resources.register("kept-apart", KeptApartViewSet, basename="kept-apart")
resources.register("event-arbiters", ArbiterViewSet, basename="event-arbiter")
resources.register("event-news", NewsViewSet, basename="event-news")
resources.register("rounds", RoundViewSet, basename="round")
resources.register("rounds", DraftViewSet, basename="drafting")
resources.register("pairings", PairingViewSet, basename="pairing")
resources.register("pairings", RecordOfBoardViewSet, basename="record-of-board")
resources.register("pairings", TextRecordViewSet, basename="text-record")

urlpatterns = [
    path("", redirect_to_reference, name="index"),
    path("v1/", reference, name="reference"),
    path("v1/schema/", schema, name="schema"),
    path("v1/me/", Me.as_view(), name="me"),
    path("v1/explorer/", ExplorerView.as_view(), name="explorer"),
    path("v1/", include(resources.urls)),
    re_path(r"^(?P<path>[\s\S]*)\Z", UnknownAddress.as_view(), name="unknown"),
]
