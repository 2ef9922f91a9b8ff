"""Accounts, people, clubs, who belongs to them, and ratings, as data."""

from players.models.account import DataExport, Theme, User
from players.models.account_session import AccountSession
from players.models.api_token import ApiToken, Scope
from players.models.claim import ClaimState, ProfileClaim, ProfileInvitation
from players.models.club import Club
from players.models.joining import ClubInvitation, InvitationState, JoinRequest, RequestState
from players.models.mail_choice import MailChoice
from players.models.membership import Membership, Role
from players.models.people_import import Finding, Outcome, PeopleImport, PeopleUpload, PeopleUploadRow
from players.models.person import Person
from players.models.person_merge import PersonMerge
from players.models.rated_result import RatedResult, ResultSource, SourceKind
from players.models.rating_change import ChangeKind, RatingChange, Recomputation
from players.models.rating_ledger import LedgerLine, ListedRating, ListVersion, RatedPeriod
from players.models.rating_pool import PeriodRule, RatingMethod, RatingPool
from players.models.second_factor import RecoveryCode, SecondFactor

__all__ = [
    "AccountSession",
    "ApiToken",
    "ChangeKind",
    "ClaimState",
    "Club",
    "ClubInvitation",
    "DataExport",
    "Finding",
    "InvitationState",
    "JoinRequest",
    "LedgerLine",
    "ListVersion",
    "ListedRating",
    "MailChoice",
    "Membership",
    "Outcome",
    "PeopleImport",
    "PeopleUpload",
    "PeopleUploadRow",
    "PeriodRule",
    "Person",
    "PersonMerge",
    "ProfileClaim",
    "ProfileInvitation",
    "RatedPeriod",
    "RatedResult",
    "RatingChange",
    "RatingMethod",
    "RatingPool",
    "Recomputation",
    "RecoveryCode",
    "RequestState",
    "ResultSource",
    "Role",
    "Scope",
    "SecondFactor",
    "SourceKind",
    "Theme",
    "User",
]
