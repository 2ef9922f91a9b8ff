"""The archive as data: what was sent, its records, the games they became, and what the referee says of them."""

from games.models.adjudication import Adjudication, AdjudicationOrder, AdjudicationState, Verdict
from games.models.game import Game, GameKind, GameResult, GameSetup, GameTermination, GameText, LinkKind
from games.models.rating_order import RatingOrder
from games.models.submission import Submission, SubmissionSlice, SubmissionState
from games.models.upload import SourceKind, Upload, UploadPiece
from games.models.visibility import Visibility
from games.models.visibility_wish import VisibilityWish

__all__ = [
    "Adjudication",
    "AdjudicationOrder",
    "AdjudicationState",
    "Game",
    "GameKind",
    "GameResult",
    "GameSetup",
    "GameTermination",
    "GameText",
    "LinkKind",
    "RatingOrder",
    "SourceKind",
    "Submission",
    "SubmissionSlice",
    "SubmissionState",
    "Upload",
    "UploadPiece",
    "Verdict",
    "Visibility",
    "VisibilityWish",
]
