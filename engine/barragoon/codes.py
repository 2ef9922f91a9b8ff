"""The error codes of Barragoon. The values are stable; docs/notation.md has an example of each."""

from enum import StrEnum


class Code(StrEnum):
    # how a ply is written
    PLY_MALFORMED = "ply-malformed"
    SQUARE_UNKNOWN = "square-unknown"
    FACE_UNKNOWN = "face-unknown"
    NOT_A_CAPTURE = "not-a-capture"
    CAPTURE_NOT_MARKED = "capture-not-marked"
    # the move of the tile
    GAME_OVER = "game-over"
    NO_TILE = "no-tile"
    NOT_YOUR_TILE = "not-your-tile"
    WRONG_DISTANCE = "wrong-distance"
    OWN_TILE_ON_TARGET = "own-tile-on-target"
    SHORT_MOVE_CAPTURES = "short-move-captures"
    TWO_CAPTURES_ALL_TURNS = "two-captures-all-turns"
    PATH_BLOCKED = "path-blocked"
    # the placements after it
    PLACEMENT_MISSING = "placement-missing"
    PLACEMENT_NOT_DUE = "placement-not-due"
    PLACEMENT_ON_OCCUPIED = "placement-on-occupied"
    # repetition
    MUST_DEVIATE = "must-deviate"
    # positions and tags
    POSITION_MALFORMED = "position-malformed"
    POSITION_IMPOSSIBLE = "position-impossible"
    SETUP_UNKNOWN = "setup-unknown"
    EXPRESS_UNKNOWN = "express-unknown"
    EXPRESS_CONTRADICTS_POSITION = "express-contradicts-position"
