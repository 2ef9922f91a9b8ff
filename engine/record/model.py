"""What a record is once it has been read: tags, a tree of plies with notes, and the errors found."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from typing import NamedTuple

from ..core import Game, Result, Rules, Termination

# The bounds of a record; what goes past them is an error, never a strain on the machine.
MAX_BYTES = 1 << 20
MAX_PLIES = 2000  # of a line of play, from the start
MAX_PLIES_IN_ALL = 10_000  # of the main line and all variations together
MAX_DEPTH = 64
MAX_VARIATIONS = 500
MAX_GLYPHS = 8  # on one ply
MAX_COMMENTS = 16  # on one ply, or before the first


class RecordCode(StrEnum):
    """Errors of the record format, the same for every game. The values are stable."""

    NOT_UTF_8 = "not-utf-8"
    RECORD_TOO_LARGE = "record-too-large"
    TOO_MANY_PLIES = "too-many-plies"
    TOO_MANY_PLIES_IN_ALL = "too-many-plies-in-all"
    VARIATIONS_TOO_DEEP = "variations-too-deep"
    TOO_MANY_VARIATIONS = "too-many-variations"
    TOO_MANY_GLYPHS = "too-many-glyphs"
    TOO_MANY_COMMENTS = "too-many-comments"
    TAG_MALFORMED = "tag-malformed"
    TAG_TWICE = "tag-twice"
    GAME_MISSING = "game-missing"
    GAME_UNKNOWN = "game-unknown"
    RESULT_UNKNOWN = "result-unknown"
    TERMINATION_UNKNOWN = "termination-unknown"
    UNEXPECTED_TEXT = "unexpected-text"
    TEXT_AFTER_RESULT = "text-after-result"
    COMMENT_NOT_CLOSED = "comment-not-closed"
    VARIATION_NOT_CLOSED = "variation-not-closed"
    VARIATION_NOT_OPENED = "variation-not-opened"
    VARIATION_EMPTY = "variation-empty"
    VARIATION_WITHOUT_PLY = "variation-without-ply"
    GLYPH_UNKNOWN = "glyph-unknown"
    GLYPH_WITHOUT_PLY = "glyph-without-ply"
    OFFER_WITHOUT_PLY = "offer-without-ply"
    OFFER_TWICE = "offer-twice"
    MOVE_NUMBER_WRONG = "move-number-wrong"
    RESULT_DIFFERS = "result-differs"
    RESULT_CONTRADICTS_BOARD = "result-contradicts-board"
    TERMINATION_CONTRADICTS_BOARD = "termination-contradicts-board"
    TERMINATION_CONTRADICTS_RESULT = "termination-contradicts-result"
    DRAW_NOT_OFFERED = "draw-not-offered"


class RecordError(NamedTuple):
    """One thing wrong with a record: where it stands, what it is, and which rule says so."""

    record: int  # number of the record in its file, from 1
    line: int  # in the file, from 1
    column: int  # from 1
    ply: int | None  # number of the offending ply, from 1; None if it is not about a ply
    move: str  # that ply as a player writes it: "12. … b3-b4"; empty if it is not about a ply
    code: StrEnum
    rule: str  # number or name of the rule; empty if only the format is at stake
    message: str
    played: tuple[str, ...] | None = None  # the plies on the board where it stands; None if not in the moves

    def __str__(self) -> str:
        move = f" {self.move}:" if self.move else ""
        rule = f" ({self.rule})" if self.rule else ""
        return f"record {self.record}, line {self.line}, column {self.column}:{move} {self.message}{rule}"


class Note:
    """What is said after a ply (or before the first one): glyphs, an offer, comments and variations.

    Comments and variations stand in `remarks` in the order in which they were written.
    """

    __slots__ = ("glyphs", "offer", "remarks")

    def __init__(
        self, *, offer: bool = False, glyphs: Iterable[int] = (), remarks: Iterable[str | Line] = ()
    ) -> None:
        self.offer = offer
        self.glyphs = list(glyphs)
        self.remarks = list(remarks)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Note):
            return NotImplemented
        return (self.offer, self.glyphs, self.remarks) == (other.offer, other.glyphs, other.remarks)

    def __hash__(self) -> int:
        raise TypeError("a note changes, so it cannot be hashed")

    def copy(self) -> Note:
        """The same note with its own lists and lines."""
        remarks = [remark.copy() if isinstance(remark, Line) else remark for remark in self.remarks]
        return Note(offer=self.offer, glyphs=self.glyphs, remarks=remarks)

    def __copy__(self) -> Note:
        return self.copy()

    def __repr__(self) -> str:
        return f"Note(offer={self.offer}, glyphs={self.glyphs}, remarks={self.remarks})"

    @property
    def comments(self) -> list[str]:
        return [remark for remark in self.remarks if isinstance(remark, str)]

    @property
    def glyph_count(self) -> int:
        return len(self.glyphs)

    def mentions(self, text: str) -> bool:
        """Whether one of the comments has this in it."""
        return any(text in remark for remark in self.remarks if isinstance(remark, str))

    @property
    def has_variations(self) -> bool:
        return any(type(remark) is Line for remark in self.remarks)

    @property
    def variations(self) -> list[Line]:
        return [remark for remark in self.remarks if isinstance(remark, Line)]


class Line:
    """A run of plies and the notes on them.

    `notes[n]` stands after the n-th ply of this line, `notes[0]` before the first. A variation in `notes[n]`
    replaces the n-th ply.
    """

    __slots__ = ("notes", "plies")

    def __init__(self, plies: Iterable[str] = (), notes: Mapping[int, Note] | None = None) -> None:
        self.plies = list(plies)
        self.notes = dict(notes or {})

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Line):
            return NotImplemented
        return (self.plies, self.notes) == (other.plies, other.notes)

    def __hash__(self) -> int:
        raise TypeError("a line changes, so it cannot be hashed")

    def copy(self) -> Line:
        """The same line, its notes and variations included, with nothing in common."""
        return Line(self.plies, {number: note.copy() for number, note in self.notes.items()})

    def __copy__(self) -> Line:
        return self.copy()

    def __repr__(self) -> str:
        return f"Line({self.plies}, {self.notes})"

    def note(self, ply: int) -> Note:
        """The note after the ply of that number, made if there is none yet."""
        found = self.notes.get(ply)
        if found is None:
            found = self.notes[ply] = Note()
        return found

    def texts(self) -> Iterator[str]:
        """The plies as they are written, with the offers made on them."""
        notes = self.notes
        for number, ply in enumerate(self.plies, 1):
            yield f"{ply} (=)" if number in notes and notes[number].offer else ply


class Record:
    """One game as recorded. With errors, `main` holds the valid plies before the first one."""

    __slots__ = ("errors", "final", "line", "main", "number", "rules", "tags")

    def __init__(self, number: int = 1, line: int = 1) -> None:
        self.number = number  # in its file, from 1
        self.line = line  # where it begins in its file
        self.tags: dict[str, str] = {}
        self.main = Line()
        self.errors: tuple[RecordError, ...] = ()
        self.rules: Rules | None = None
        self.final: Game | None = None  # the game after the last valid ply; None if it could not even start

    def copy(self) -> Record:
        """The same record, with nothing in common that could change."""
        twin = Record(self.number, self.line)
        twin.tags, twin.main, twin.errors, twin.rules = (
            self.tags.copy(),
            self.main.copy(),
            self.errors,
            self.rules,
        )
        twin.final = None if self.final is None else self.final.copy()
        return twin

    def __copy__(self) -> Record:
        return self.copy()

    def __deepcopy__(self, memo: Mapping[int, object]) -> Record:
        return self.copy()

    def __eq__(self, other: object) -> bool:
        """Records are equal if they say the same, wherever they stand in their files."""
        if not isinstance(other, Record):
            return NotImplemented
        return (self.tags, self.main, [error[3:] for error in self.errors]) == (
            other.tags,
            other.main,
            [error[3:] for error in other.errors],
        )

    def __hash__(self) -> int:
        raise TypeError("a record changes, so it cannot be hashed")

    def __repr__(self) -> str:
        players = [self.tags.get(tag, "?") for tag in self.rules.player_tags] if self.rules else []
        said = [self.tags.get("Game", "?"), " - ".join(players), f"{len(self.main.plies)} plies"]
        said.append(f"{len(self.errors)} errors" if self.errors else self.tags.get("Result", "*"))
        return f"<Record: {', '.join(part for part in said if part)}>"

    def __str__(self) -> str:
        """The canonical text; of a record that cannot be written, what is wrong with it."""
        from .writer import write

        if self.final is None and self.errors:
            return "\n".join(map(str, self.errors))
        return write(self)

    def _repr_svg_(self) -> str | None:
        """The last position, for notebooks; None if the game could not start."""
        from ..drawing import Picture

        game = self.final
        if game is None or self.rules is None:
            return None
        return self.rules.draw(game.position(), Picture(last=game.last_squares(), marks=game.marks()))

    @property
    def ok(self) -> bool:
        return not self.errors

    @property
    def result(self) -> Result | None:
        """What the tag `Result` says (filled in if it was missing); None if a broken record does not say."""
        value = self.tags.get("Result")
        return Result(value) if value in _RESULTS else None

    @property
    def termination(self) -> Termination | None:
        """What the tag `Termination` says (filled in if it was missing); None likewise."""
        value = self.tags.get("Termination")
        return Termination(value) if value in _TERMINATIONS else None

    def before_error(self) -> Game | None:
        """The game after the last good ply of the line in which the first error of the moves stands.

        That may be a variation. `final` if no error stands in the moves.
        """
        played = next((list(error.played) for error in self.errors if error.played is not None), None)
        if self.final is None or played is None or played == self.main.plies:
            return self.final
        game = self.start()
        game.defer_end_checks()
        for ply in played:
            game.push(ply)
        return game

    def start(self) -> Game:
        """A new game at this record's start; only for records that could start."""
        if self.rules is None:
            raise ValueError("this record names no game that could be started")
        return self.rules.start(self.tags)


_RESULTS = frozenset(Result)
_TERMINATIONS = frozenset(Termination)
