"""The error codes of draughts: stable words that programs can rely on; docs/notation-draughts.md explains each."""

from enum import StrEnum


class Code(StrEnum):
    """Each names one way in which a ply, a position or a file of another program can be wrong."""

    # how a ply is written
    NOT_A_PLY = "not-a-ply"
    SQUARE_UNKNOWN = "square-unknown"
    CAPTURE_NOT_MARKED = "capture-not-marked"
    NOT_A_CAPTURE = "not-a-capture"
    AMBIGUOUS_CAPTURE = "ambiguous-capture"

    # moves and captures
    GAME_OVER = "game-over"
    NO_PIECE = "no-piece"
    NOT_YOUR_PIECE = "not-your-piece"
    MUST_CAPTURE = "must-capture"
    CAPTURES_TOO_FEW = "captures-too-few"
    CANNOT_CAPTURE = "cannot-capture"
    SQUARE_OCCUPIED = "square-occupied"
    NOT_DIAGONAL = "not-diagonal"
    BACKWARDS = "backwards"
    TOO_FAR = "too-far"
    WAY_BLOCKED = "way-blocked"

    # positions
    POSITION_MALFORMED = "position-malformed"
    POSITION_IMPOSSIBLE = "position-impossible"

    # files of other programs
    IMPORT_TOO_LARGE = "import-too-large"
    IMPORT_MALFORMED = "import-malformed"
    IMPORT_GAME_TYPE = "import-game-type"
    IMPORT_POSITION = "import-position"
    IMPORT_RESULT = "import-result"
