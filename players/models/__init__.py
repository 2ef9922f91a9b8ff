"""Accounts, people, clubs, who belongs to them, and ratings, as data."""

from core.api.scopes import Scope
from players.models.accounts import (
    AccountSession,
    ApiToken,
    DataExport,
    MailChoice,
    Theme,
    User,
)
from players.models.club_games import ClubGame
from players.models.clubs import (
    Club,
    ClubInvitation,
    InvitationState,
    JoinRequest,
    Membership,
    MembershipOffer,
    RequestState,
    Role,
)
from players.models.notifications import (
    Channel,
    ChannelChoice,
    Notification,
    PersonalFeed,
    PushMessage,
    PushSubscription,
)
from players.models.people import ClaimState, Person, PersonMerge, ProfileClaim, ProfileInvitation
from players.models.people_imports import PeopleImport, PeopleUpload, PeopleUploadRow, RowMatch, RowOutcome
from players.models.rating_ledger import (
    ChangeKind,
    LedgerLine,
    ListedRating,
    ListVersion,
    RatedPeriod,
    RatingChange,
    Recomputation,
)
from players.models.rating_pools import (
    PeriodRule,
    RatedResult,
    RatingMethod,
    RatingPool,
    ResultSource,
    SourceKind,
)
from players.models.starting_ratings import StartingRating

__all__ = [
    "AccountSession",
    "ApiToken",
    "ChangeKind",
    "Channel",
    "ChannelChoice",
    "ClaimState",
    "Club",
    "ClubGame",
    "ClubInvitation",
    "DataExport",
    "InvitationState",
    "JoinRequest",
    "LedgerLine",
    "ListVersion",
    "ListedRating",
    "MailChoice",
    "Membership",
    "MembershipOffer",
    "Notification",
    "PeopleImport",
    "PeopleUpload",
    "PeopleUploadRow",
    "PeriodRule",
    "Person",
    "PersonMerge",
    "PersonalFeed",
    "ProfileClaim",
    "ProfileInvitation",
    "PushMessage",
    "PushSubscription",
    "RatedPeriod",
    "RatedResult",
    "RatingChange",
    "RatingMethod",
    "RatingPool",
    "Recomputation",
    "RequestState",
    "ResultSource",
    "Role",
    "RowMatch",
    "RowOutcome",
    "Scope",
    "SourceKind",
    "StartingRating",
    "Theme",
    "User",
]
