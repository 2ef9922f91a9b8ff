"""The archive as data: what was sent, its records, the games they became, and what the referee says of them."""

from games.models.adjudication import Adjudication, AdjudicationOrder, AdjudicationState, Verdict
from games.models.analysis import Analysis
from games.models.confirmation import (
    ConfirmationAnswer,
    ConfirmationMail,
    ConfirmationSide,
    GameConfirmation,
)
from games.models.game import (
    ConfirmationState,
    Game,
    GameResult,
    GameTermination,
    GameText,
    LinkKind,
    RatingOrder,
    Visibility,
    VisibilityWish,
)
from games.models.live import LiveGame, LiveMode
from games.models.positions import (
    IndexedGame,
    PositionBatch,
    PositionBlock,
    PositionMerge,
    PositionOrder,
    PositionRebuild,
)
from games.models.recording import (
    Recording,
    RecordingMode,
    RecordingSeat,
    RecordingState,
    RecordingStep,
    SavedSetup,
    StepKind,
)
from games.models.submission import (
    SourceKind,
    Submission,
    SubmissionSlice,
    SubmissionState,
    Upload,
    UploadPiece,
)

__all__ = [
    "Adjudication",
    "AdjudicationOrder",
    "AdjudicationState",
    "Analysis",
    "ConfirmationAnswer",
    "ConfirmationMail",
    "ConfirmationSide",
    "ConfirmationState",
    "Game",
    "GameConfirmation",
    "GameResult",
    "GameTermination",
    "GameText",
    "IndexedGame",
    "LinkKind",
    "LiveGame",
    "LiveMode",
    "PositionBatch",
    "PositionBlock",
    "PositionMerge",
    "PositionOrder",
    "PositionRebuild",
    "RatingOrder",
    "Recording",
    "RecordingMode",
    "RecordingSeat",
    "RecordingState",
    "RecordingStep",
    "SavedSetup",
    "SourceKind",
    "StepKind",
    "Submission",
    "SubmissionSlice",
    "SubmissionState",
    "Upload",
    "UploadPiece",
    "Verdict",
    "Visibility",
    "VisibilityWish",
]
