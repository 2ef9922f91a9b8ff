"""Game records: tags and a tree of plies, read as a stream and written in one canonical form."""

from .builder import LineBuilder, RecordBuilder
from .lines import StoredNote, split_comments
from .model import (
    MAX_BYTES,
    MAX_COMMENTS,
    MAX_DEPTH,
    MAX_GLYPHS,
    MAX_PLIES,
    MAX_PLIES_IN_ALL,
    MAX_VARIATIONS,
    Line,
    Note,
    Record,
    RecordCode,
    RecordError,
)
from .reader import read, read_raw, read_stored, read_text, read_valid
from .splitting import RawRecord, readable, split
from .writer import from_plies, write

__all__ = [
    "MAX_BYTES",
    "MAX_COMMENTS",
    "MAX_DEPTH",
    "MAX_GLYPHS",
    "MAX_PLIES",
    "MAX_PLIES_IN_ALL",
    "MAX_VARIATIONS",
    "Line",
    "LineBuilder",
    "Note",
    "RawRecord",
    "Record",
    "RecordBuilder",
    "RecordCode",
    "RecordError",
    "StoredNote",
    "from_plies",
    "read",
    "read_raw",
    "read_stored",
    "read_text",
    "read_valid",
    "readable",
    "split",
    "split_comments",
    "write",
]
