"""Builds records with comments and variations, ply by ply; what is not legal cannot be put in.

>>> from engine.record import RecordBuilder
>>> builder = RecordBuilder({"Game": "Barragoon", "White": "Ann"})
>>> line = builder.play("d2-d4", "d8-d6")
>>> line.comment("expected").variation("d8-d5").play("c2-c3")
<Line: 1. d2-d4 d8-d5 2. c2-c3>
>>> record = builder.finish("1/2-1/2")
>>> print(str(record).splitlines()[-1])
1. d2-d4 d8-d6 { expected } (1... d8-d5 2. c2-c3) 1/2-1/2
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from .. import registry
from ..core import Game, Result, Side, TagError, expect
from ..texts import OR, Sentence, join_list
from .model import MAX_COMMENTS, MAX_DEPTH, MAX_GLYPHS, MAX_PLIES, Line, Note, Record, RecordCode
from .reader import read_text
from .writer import write

if TYPE_CHECKING:
    from typing import Self

_MAX_GLYPH = 255


class LineBuilder:
    """The end of one line of play: what is added goes after its last ply.

    Each ply is played on the line's own game, so an illegal one raises `RuleViolation` and changes nothing.
    """

    def __init__(self, line: Line, game: Game, depth: int = 0) -> None:
        self._line = line
        self._game = game
        self._depth = depth

    @property
    def game(self) -> Game:
        """A copy of the game after the last ply of this line."""
        return self._game.copy()

    @property
    def plies(self) -> tuple[str, ...]:
        """Those of this line alone."""
        return tuple(self._line.plies)

    def play(self, *plies: str) -> Self:
        """Play on. `d2-d4 (=)` offers a draw. The first illegal ply raises; those before it stay."""
        for ply in plies:
            if len(self._game.plies) >= MAX_PLIES:
                raise ValueError(f"a record has at most {MAX_PLIES} plies")
            text = expect(ply, str).removesuffix(" (=)")
            self._game.push(text)
            self._line.plies.append(self._game.plies[-1])
            if text != ply:
                self.offer_draw()
        return self

    def offer_draw(self) -> Self:
        """With the last ply; `RuleViolation` if the game knows no offers."""
        note = self._last_note("a draw is offered with a ply")
        if note is None or not note.offer:
            self._game.offer_draw()
            self._line.note(len(self._line.plies)).offer = True
        return self

    def comment(self, text: str) -> Self:
        """After the last ply, or before the first."""
        if not expect(text, str).strip():
            raise ValueError("a comment says something")
        note = self._line.note(len(self._line.plies))
        if len(note.comments) >= MAX_COMMENTS:
            raise ValueError(f"a ply has at most {MAX_COMMENTS} comments")
        note.remarks.append(text.strip())
        return self

    def glyph(self, number: int) -> Self:
        """On the last ply: 1 is `!`, 2 is `?`, and so on."""
        if not 0 <= expect(number, int) <= _MAX_GLYPH:
            raise ValueError(f"a glyph is a number from 0 to {_MAX_GLYPH}")
        note = self._last_note("a glyph stands after a ply")
        if note is not None and len(note.glyphs) >= MAX_GLYPHS:
            raise ValueError(f"a ply has at most {MAX_GLYPHS} glyphs")
        self._line.note(len(self._line.plies)).glyphs.append(number)
        return self

    def variation(self, *plies: str) -> LineBuilder:
        """Begin a line that replaces the last ply, with at least one ply; what is returned goes on with it."""
        if not self._line.plies:
            raise ValueError("a variation replaces a ply, and there is none yet")
        if self._depth >= MAX_DEPTH:
            raise ValueError(f"variations are nested at most {MAX_DEPTH} levels deep")
        if not plies:
            raise ValueError("a variation has at least one ply")
        game = self._game.copy()
        game.pop()
        variation = LineBuilder(Line(), game, self._depth + 1).play(*plies)
        self._line.note(len(self._line.plies)).remarks.append(variation._line)
        return variation

    def __repr__(self) -> str:
        return f"<Line: {' '.join(_numbered(self._game))}>"

    def _last_note(self, otherwise: str) -> Note | None:
        if not self._line.plies:
            raise ValueError(otherwise)
        return self._line.notes.get(len(self._line.plies))


class RecordBuilder(LineBuilder):
    """A new record: tags as in a record's text, then `play` for the main line. `finish` gives the record."""

    def __init__(self, tags: Mapping[str, str]) -> None:
        self._tags = {expect(name, str): expect(value, str) for name, value in expect(tags, Mapping).items()}
        if self._tags.get("Game", "").lower() not in registry.names():
            message = Sentence(
                "The tag Game says which game this is: %(games)s.", games=join_list(registry.tags(), OR)
            )
            raise TagError("Game", RecordCode.GAME_UNKNOWN, "", message)
        self._rules = registry.rules(self._tags["Game"])
        super().__init__(Line(), self._rules.start(self._tags))

    def finish(self, result: str = "", termination: str = "") -> Record:
        """The record so far, read back from its text; `ValueError` if the end contradicts the board.

        Without a result the board decides, or the game goes on (`*`).
        """
        made = Record()
        made.rules, made.main, made.final = self._rules, self._line, self._game
        made.tags = {
            name: value for name, value in self._tags.items() if name not in ("Result", "Termination")
        }
        outcome = self._game.outcome()
        made.tags["Result"] = result or (outcome.result.value if outcome is not None else Result.OPEN.value)
        if termination:
            made.tags["Termination"] = termination
        text = write(made)
        if not termination:  # the reader fills it in
            text = text.replace('\n[Termination "unterminated"]\n', "\n", 1)
        (record,) = read_text(text)
        if record.errors:
            raise ValueError(str(record.errors[0]))
        return record


def _numbered(game: Game) -> Iterator[str]:
    """The plies of a game, with their numbers."""
    shift = (int(game.turn is Side.SECOND) + len(game.plies)) & 1
    for played, ply in enumerate(game.plies, shift):
        if not played & 1:
            yield f"{(played >> 1) + 1}."
        elif played == shift:
            yield f"{(played >> 1) + 1}..."
        yield ply
