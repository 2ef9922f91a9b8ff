"""What a game is: sides, outcomes, violations, and the two protocols every game's package fulfils.

A game's package offers one object `RULES` (see `Rules`) and registers itself with one line in
`engine.registry`. Everything else in `engine` (records, command line, adjudication) asks these
protocols and never which game it serves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import IntEnum, StrEnum
from re import Pattern
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar

if TYPE_CHECKING:
    from random import Random
    from typing import Self

    from .adjudication.protocol import Adjudicator
    from .drawing import Picture, Placed
    from .record import Record


class Side(IntEnum):
    """The two players, by who moves first; what they are called is the game's matter (`Rules.sides`)."""

    FIRST = 0
    SECOND = 1

    @property
    def other(self) -> Side:
        return SECOND if self is FIRST else FIRST


FIRST, SECOND = Side.FIRST, Side.SECOND


class Result(StrEnum):
    """A record's result token, the first mover's score first."""

    FIRST_WINS = "1-0"
    SECOND_WINS = "0-1"
    DRAW = "1/2-1/2"
    OPEN = "*"

    @classmethod
    def of_winner(cls, winner: Side | None) -> Result:
        if winner is None:
            return cls.DRAW
        return cls.FIRST_WINS if winner is FIRST else cls.SECOND_WINS


class Termination(StrEnum):
    """Why a game ended, as the tag `Termination` says it; `NORMAL` means: on the board, by the rules."""

    NORMAL = "normal"
    RESIGNED = "resigned"
    AGREEMENT = "agreement"
    TIME = "time"
    FORFEIT = "forfeit"
    ADJUDICATION = "adjudication"
    UNTERMINATED = "unterminated"


class Outcome(NamedTuple):
    """How a game ended: the winner (`None`: drawn), the kind of ending and the rule's number or name."""

    winner: Side | None
    termination: Termination
    rule: str

    @property
    def result(self) -> Result:
        return Result.of_winner(self.winner)


class Step(NamedTuple):
    """One piece's move from square to square; `kind` is a word of the game's own (`move`, `attack`, …)."""

    origin: str
    target: str
    kind: str


class EngineError(Exception):
    """Something a player or an arbiter can mend: a stable code, the rule's number, one plain sentence.

    `rule` is the number or heading in the game's rules, or empty where only the format is at stake.
    The codes are enums: `engine.record.RecordCode` for the format, `Rules.codes` for a game.
    """

    def __init__(self, code: StrEnum, rule: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.rule = rule
        self.message = message

    def __str__(self) -> str:
        return f"{self.message} ({self.rule})" if self.rule else self.message


class RuleViolation(EngineError):
    """A ply that the rules do not allow where it stands, or that cannot be read at all."""


class PositionError(EngineError):
    """A position string that cannot be read or that no game could show."""


class TagError(EngineError):
    """A tag's value the game cannot start from; `tag` says which, so that its line can be named."""

    def __init__(self, tag: str, code: StrEnum, rule: str, message: str) -> None:
        super().__init__(code, rule, message)
        self.tag = tag


class ImportRefused(EngineError):
    """A file of another program that cannot become a record: why, where, and how far it was right.

    `line` and `column` count from 1, in the file. `ply` and `move` are as in `engine.record.RecordError`. `prefix` is
    a record of the valid plies before; None if the game could not even start.
    """

    def __init__(self, code: StrEnum, message: str, rule: str = "") -> None:
        super().__init__(code, rule, message)
        self.line = 1
        self.column = 1
        self.ply: int | None = None
        self.move = ""
        self.prefix: Record | None = None


Kind = TypeVar("Kind")


def expect(value: Kind, kind: type) -> Kind:
    """The value, or `TypeError` if it is not of this kind. For callers without a type checker."""
    if not isinstance(value, kind):
        raise TypeError(f"a {kind.__name__} is expected, not a {type(value).__name__}")
    return value


def expect_random(rng: object) -> None:
    """`TypeError` for what makes no choices. `random` is not loaded for it."""
    if not callable(getattr(rng, "randrange", None)):
        raise TypeError(f"a random.Random is expected, not a {type(rng).__name__}")


def shorten(text: str) -> str:
    """A piece of somebody's text, short enough to stand in a sentence."""
    return text if len(text) <= 40 else f"{text[:39]}…"


class Game(Protocol):
    """One game in progress: a position that plies are pushed onto and popped off again.

    `engine.board_game.BoardGame` is a base that has what does not depend on the game.
    """

    @property
    def rules(self) -> Rules:
        """The rules it is played by."""

    @property
    def turn(self) -> Side:
        """Who is to move (also when the game has ended)."""

    @property
    def plies(self) -> list[str]:
        """The canonical text of every ply pushed so far, without draw offers; not to be changed."""

    def push(self, ply: str) -> None:
        """Play a ply, or raise `RuleViolation` and change nothing. A game that is over takes no ply.

        The text may carry a draw offer (`d2-d3 (=)`). Fast: the reader calls this once a ply.
        """

    def pop(self) -> str:
        """Take the last ply back and return its text. Raises `IndexError` if there is none."""

    def defer_end_checks(self) -> None:
        """From now on `push` may leave open whether the game is over, where a rule makes that hard to tell.

        For readers of whole records: later plies often decide it at once. Until `finish_end_checks` nobody may ask for
        the outcome or the legal moves.
        """

    def finish_end_checks(self) -> bool:
        """Decide what `defer_end_checks` left open. True if the game is over by such a rule, now or before.

        Then the plies have to be pushed again, with all checks, to find the first one too many.
        """

    def offer_draw(self) -> None:
        """Note that the player who has just moved offers a draw, or raise `RuleViolation`."""

    def is_legal(self, ply: str) -> bool:
        """Whether `push` would take this ply, found without generating all moves."""

    def legal_moves(self) -> Iterator[Step]:
        """Every move of a piece, lazily; what is placed after a capture is not multiplied out."""

    def legal_plies(self) -> Iterator[str]:
        """Every complete ply that `push` takes, lazily (there may be millions); nothing if the game is over."""

    def random_ply(self, rng: Random) -> str:
        """One of `legal_plies`, each as likely as any other; `IndexError` if the game is over."""

    def build_ply(self, step: Step, placements: Iterable[str] = ()) -> str:
        """The ply of a move and of what is placed after it, or `RuleViolation` as by `push`."""

    def copy(self) -> Self:
        """The same game with all its plies; what is done to one of the two does not show in the other."""

    def outcome(self) -> Outcome | None:
        """The outcome on the board, or `None` while play goes on."""

    def accepted_draw(self) -> Outcome | None:
        """The draw that stands by the rules if the offer on the last ply is accepted, else `None`."""

    def position(self, view: str | None = None) -> str:
        """The position string; with one of `Rules.views`, what that onlooker knows and no more."""

    def board_text(self, view: str | None = None, *, unicode: bool = True, flip: bool = False) -> str:
        """The board for a terminal, as far as a view knows; also what `str(game)` is."""

    def keys(self, most: int | None = None) -> list[int]:
        """The keys of the positions from the start to this one (`engine.position_keys`), everything being open.

        All of them, or as many as are wanted at most.
        """

    def words(self, ply: str, view: str | None = None) -> str:
        """A legal ply, not yet played, in words for people who cannot see the board, as far as a view knows."""

    def last_squares(self) -> tuple[str, ...]:
        """The squares the last ply touched, the mover's origin and target first; empty at the start."""

    def marks(self, view: str | None = None) -> tuple[Placed, ...]:
        """What a picture shows beside the pieces (who fell, what was revealed) and this onlooker may see."""


class Importer(Protocol):
    """A reader of one foreign format: a file's bytes in, a record out."""

    @property
    def name(self) -> str:
        """The format's name, for people."""

    @property
    def beginning(self) -> Pattern[bytes]:
        """How a game begins in a file of several; what matches is at most 32 bytes long."""

    def recognises(self, data: bytes) -> bool:
        """Whether these bytes look like this format; cheap, and never an exception."""

    def convert(self, data: bytes, name: str = "") -> Record:
        """The game as a record, or `ImportRefused` saying why it cannot be had.

        `name` is the file's, which may tell the date; it becomes part of the record's tags.
        """

    def as_text(self, data: bytes) -> str:
        """The file as it is read, for people to look at and correct; never an exception."""

    def as_data(self, text: str) -> bytes:
        """A text that somebody has corrected, as a file in UTF-8."""


class Rules(Protocol):
    """A game's front door: everything the rest of the engine may ask about it."""

    @property
    def name(self) -> str:
        """As the command line spells it: `barragoon`."""

    @property
    def tag(self) -> str:
        """As the tag `Game` spells it: `Barragoon`."""

    @property
    def sides(self) -> tuple[str, str]:
        """What the players are called, first mover first: `("white", "brown")`."""

    @property
    def player_tags(self) -> tuple[str, str]:
        """The tags that name the players, first mover first."""

    @property
    def tags(self) -> tuple[str, ...]:
        """The game's own tags (set-ups, limits, …) in canonical order."""

    @property
    def ply_pattern(self) -> str:
        """A regular expression of plies that begin with a digit, such as `11-15`; empty if all begin with a letter.

        Move numbers and results are told from plies by it: it has no groups and matches neither `1-0` nor `12`.
        """

    @property
    def views(self) -> tuple[str, ...]:
        """The points of view `Game.position` knows. The first is `open`: everything is seen."""

    @property
    def codes(self) -> type[StrEnum]:
        """The error codes of this game, beside those of the record format."""

    @property
    def importers(self) -> tuple[Importer, ...]:
        """The foreign formats of this game that can be read; often none."""

    @property
    def adjudicator(self) -> Adjudicator:
        """What the game's rules have to say about draws and the like, with proof."""

    def start(self, tags: Mapping[str, str]) -> Game:
        """A game at its start as a record's tags describe it, or `TagError`."""

    def from_position(self, text: str) -> Game:
        """A game that starts from a position string, or `PositionError`."""

    def start_position(self, tags: Mapping[str, str]) -> str:
        """The position string of that start, of tags that a game can start from. Cheaper than starting one."""

    def canonical_tags(self, tags: Mapping[str, str]) -> dict[str, str]:
        """This game's own tags rewritten so that one start is always spelt one way (defaults left out).

        Takes all tags of a record that starts without error and returns only those in `Rules.tags`, in order.
        """

    def random_tags(self, rng: Random) -> dict[str, str]:
        """The game's own tags of a usual start; of one at random where players choose theirs (set-ups)."""

    def perft(self, game: Game, depth: int) -> int:
        """The number of complete legal plies to that depth; a game that is over has none."""

    def draw(self, position: str, picture: Picture) -> str:
        """A position string as standalone SVG; `PositionError` if it cannot be read."""

    def board_text(self, position: str, *, unicode: bool = True, flip: bool = False) -> str:
        """A position string as a board for a terminal, in ASCII if not in Unicode; `PositionError` likewise."""
