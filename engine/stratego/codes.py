"""The error codes of Stratego: stable words that programs can rely on."""

from enum import StrEnum


class Code(StrEnum):
    """Each names one way in which a ply, a set-up, a tag or a position can be wrong."""

    # plies
    NOT_A_PLY = "not-a-ply"
    GAME_OVER = "game-over"
    NO_PIECE = "no-piece"
    NOT_YOUR_PIECE = "not-your-piece"
    CANNOT_MOVE = "cannot-move"
    SAME_SQUARE = "same-square"
    NOT_STRAIGHT = "not-straight"
    TOO_FAR = "too-far"
    INTO_LAKE = "into-lake"
    ACROSS_LAKE = "across-lake"
    WAY_BLOCKED = "way-blocked"
    OWN_PIECE = "own-piece"
    ATTACK_NOT_MARKED = "attack-not-marked"
    NOTHING_TO_ATTACK = "nothing-to-attack"
    TWO_SQUARES = "two-squares"
    NO_DRAW_OFFERS = "no-draw-offers"

    # set-ups and other tags
    SETUP_MISSING = "setup-missing"
    SETUP_SHAPE = "setup-shape"
    SETUP_LETTER = "setup-letter"
    SETUP_PIECES = "setup-pieces"
    TWO_SQUARES_LIMIT = "two-squares-limit"

    # positions and points of view
    POSITION_MALFORMED = "position-malformed"
    POSITION_PIECES = "position-pieces"
    POSITION_HIDDEN = "position-hidden"
    NO_SUCH_VIEW = "no-such-view"

    # files of other programs
    IMPORT_MALFORMED = "import-malformed"
    IMPORT_UNSAFE = "import-unsafe"
    IMPORT_TOO_LARGE = "import-too-large"
    IMPORT_GAME_TYPE = "import-game-type"
    IMPORT_NO_FIELD = "import-no-field"
    IMPORT_FIELD = "import-field"
    IMPORT_MOVE = "import-move"
    IMPORT_RESULT = "import-result"
