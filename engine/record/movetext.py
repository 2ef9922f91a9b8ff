"""Reads move text: plies with their numbers, notes and variations, each ply checked where it stands."""

from __future__ import annotations

import re
from itertools import islice
from typing import Final, NamedTuple

from ..core import EngineError, Game, Result, Side, shorten
from .model import (
    MAX_COMMENTS,
    MAX_DEPTH,
    MAX_GLYPHS,
    MAX_PLIES,
    MAX_PLIES_IN_ALL,
    MAX_VARIATIONS,
    Line,
    Note,
    RecordCode,
)
from .movetext_errors import BOUNDS_OF_ALL_LINES, MAX_ERRORS, NOT_CLOSED, MoveTextError, Trouble
from .splitting import has_tag_line
from .tokens import glyph_number, offset_of_token, plain_words, tokens_of

_RESULTS = frozenset(Result)
# Before each ply of the first player.
_NUMBERS: Final = tuple(f"{number}." for number in range(1, MAX_PLIES // 2 + 2))
_MAX_GLYPH = 255


class MoveText(NamedTuple):
    """What the move text says: the main line, the result token (None and -1 without one), the errors."""

    main: Line
    result: Result | None
    result_index: int
    errors: list[MoveTextError]
    broken: bool  # an error stopped the main line


def read_moves(text: str, start: int, game: Game, *, limits_notes: bool = True) -> MoveText:
    """Read the text from `start` on, playing the main line on `game`, which keeps the valid plies.

    `limits_notes` is off for what was stored before a ply could have only so many notes.
    """
    before = len(game.plies)
    words = plain_words(text, start)
    if words is not None:
        moves = _read_tokens(text, start, words, game, limits_notes=limits_notes)
        if not moves.errors:
            return moves
        _take_back(game, before)
    tokens = tokens_of(text, start, game.rules.ply_pattern)
    return _read_tokens(text, start, tokens, game, limits_notes=limits_notes)


def _read_tokens(text: str, start: int, tokens: list[str], game: Game, *, limits_notes: bool) -> MoveText:
    before = len(game.plies)
    game.defer_end_checks()
    quick = _Reading(text, start, tokens, game, defers_checks=True, limits_notes=limits_notes)
    moves = quick.read()
    if game.finish_end_checks() or quick.went_past_end:
        # Somewhere the game was over in a way that only a check of every ply sees: read again with all checks.
        _take_back(game, before)
        moves = _Reading(text, start, tokens, game, defers_checks=False, limits_notes=limits_notes).read()
    return moves


def _take_back(game: Game, before: int) -> None:
    while len(game.plies) > before:
        game.pop()


class _Branch(NamedTuple):
    """A variation being read, and what is needed to return to the line it left."""

    parent: Line
    parent_base: int
    replaced: str  # the parent's ply that the variation replaces
    offered: bool
    opened_at: int  # the number of its opening parenthesis among the tokens


class _Reading:
    """The state of reading one record's move text."""

    def __init__(
        self,
        text: str,
        start: int,
        tokens: list[str],
        game: Game,
        *,
        defers_checks: bool,
        limits_notes: bool,
    ) -> None:
        self.text = text
        self.start = start
        self.game = game
        self.ply_pattern = game.rules.ply_pattern
        self.tokens = tokens
        self.next = 0
        self.line = Line()
        self.base = 0  # number of plies before the current line
        self.left = MAX_PLIES_IN_ALL  # how many plies all lines together may still have
        self._count_from_here()
        self.branches: list[_Branch] = []
        self.limits_notes = limits_notes
        self.variations = 0
        self.result: Result | None = None
        self.result_index = -1
        self.errors: list[MoveTextError] = []
        self.defers_checks = defers_checks
        self.went_past_end = False  # a variation went on after an end that only a check of every ply sees
        # Whether the second player moved first: then that ply is "1... " and the next one 2.
        self.shift = 1 if game.turn is Side.SECOND else 0

    def read(self) -> MoveText:
        broken = False
        while not broken:
            try:
                self._read_tokens()
                if not self.branches:
                    break
                self._note_error(self.branches[-1].opened_at, RecordCode.VARIATION_NOT_CLOSED, NOT_CLOSED)
                broken = True
            except EngineError as violation:
                self._note_violation(violation)
            except Trouble as trouble:
                self._note_error(self.next - 1, trouble.code, trouble.message)
                broken = trouble.code in BOUNDS_OF_ALL_LINES
            # An error in a variation ends that variation only; one in the main line ends the reading.
            broken = broken or not self.branches or len(self.errors) == MAX_ERRORS
            while self.branches and (broken or not self._skip_to_end_of_variation()):
                broken = True
                self._leave_variation()
        self._finish(self.line)
        return MoveText(self.line, self.result, self.result_index, self.errors, broken)

    def _read_tokens(self) -> None:
        """Read on until the tokens end. Raises what is wrong with token number `self.next - 1`."""
        push, plies, shift = self.game.push, self.game.plies, self.shift
        index = self.next
        try:
            for word in islice(self.tokens, index, None):
                index += 1
                first = word[0]
                if "a" <= first <= "z":
                    if len(plies) >= self.most or self.result is not None:
                        self._refuse_ply(word)
                    push(word)
                elif "1" <= first <= "9" and word[-1] == "." and self.result is None:
                    if word != _NUMBERS[len(plies) + shift >> 1]:
                        self._check_number(word)
                else:
                    self._read_other(word, index - 1)
        finally:
            self.next = index

    def _refuse_ply(self, word: str) -> None:
        if self.result is not None:
            raise Trouble(
                RecordCode.TEXT_AFTER_RESULT, "%(word)s stands after the result, the end.", word=shorten(word)
            )
        if len(self.game.plies) < MAX_PLIES:
            raise Trouble(
                RecordCode.TOO_MANY_PLIES_IN_ALL,
                "A record may have %(most)s plies with all its variations; this is one more.",
                most=MAX_PLIES_IN_ALL,
            )
        raise Trouble(
            RecordCode.TOO_MANY_PLIES, "A record may have %(most)s plies; this is one more.", most=MAX_PLIES
        )

    def _read_other(self, word: str, index: int) -> None:
        """Everything but a ply and an ordinary move number."""
        first = word[0]
        if first == "{":
            if word[-1] != "}" or has_tag_line(word[1:-1]):
                raise Trouble(RecordCode.COMMENT_NOT_CLOSED, "This comment is never closed: a } is missing.")
            self._comment(word[1:-1])
        elif first == ";":
            self._comment(word[1:])
        elif first == "\n":
            pass  # an escaped line
        elif self.result is not None:
            self._refuse_ply(word)
        elif word in _RESULTS:
            if self.branches:
                raise Trouble(
                    RecordCode.UNEXPECTED_TEXT, "The result %(word)s cannot stand in a variation.", word=word
                )
            self.result = Result(word)
            self.result_index = index
        elif word == "(=)":
            self._offer()
        elif word == "(":
            self._open_variation(index)
        elif word == ")":
            self._close_variation()
        elif first in "$!?":
            self._glyph(word)
        elif first in "0123456789":
            if self.ply_pattern and re.fullmatch(self.ply_pattern, word):
                if len(self.game.plies) >= self.most:
                    self._refuse_ply(word)
                self.game.push(word)
            else:
                self._check_number(word)
        elif first.isalpha() and len(self.game.plies) < self.most:
            self.game.push(word)
        else:
            raise Trouble(
                RecordCode.UNEXPECTED_TEXT,
                "%(word)s is neither a ply, a number, a note nor a result.",
                word=shorten(word),
            )

    def _comment(self, text: str) -> None:
        if text := text.strip():
            note = self._note_here()
            if self.limits_notes and len(note.remarks) >= MAX_COMMENTS and len(note.comments) >= MAX_COMMENTS:
                code, ply = RecordCode.TOO_MANY_COMMENTS, len(self.game.plies)
                if not ply:
                    raise Trouble(
                        code,
                        "The start may have %(most)s comments; this is one more: join some of them.",
                        most=MAX_COMMENTS,
                    )
                raise Trouble(
                    code,
                    "Ply %(ply)s may have %(most)s comments; this is one more: join some of them.",
                    ply=ply,
                    most=MAX_COMMENTS,
                )
            note.remarks.append(text)

    def _offer(self) -> None:
        if len(self.game.plies) == self.base:
            raise Trouble(RecordCode.OFFER_WITHOUT_PLY, "A draw offer (=) stands after the ply it goes with.")
        note = self.line.notes.get(len(self.game.plies) - self.base)
        if note is not None and note.offer:
            raise Trouble(RecordCode.OFFER_TWICE, "The draw was offered with this ply already.")
        self.game.offer_draw()  # may be refused: then there is nothing to note
        self._note_here().offer = True

    def _glyph(self, word: str) -> None:
        glyph = glyph_number(word)
        if not 0 <= glyph <= _MAX_GLYPH:
            raise Trouble(
                RecordCode.GLYPH_UNKNOWN,
                "%(word)s is no glyph: write ! ? !! ?? !? ?! or $0 to $%(most)s.",
                word=shorten(word),
                most=_MAX_GLYPH,
            )
        if len(self.game.plies) == self.base:
            raise Trouble(
                RecordCode.GLYPH_WITHOUT_PLY, "%(word)s stands after the ply it goes with.", word=word
            )
        note = self._note_here()
        if self.limits_notes and len(note.glyphs) >= MAX_GLYPHS:
            raise Trouble(
                RecordCode.TOO_MANY_GLYPHS,
                "Ply %(ply)s may have %(most)s glyphs; %(word)s is one more: leave some out.",
                ply=len(self.game.plies),
                most=MAX_GLYPHS,
                word=word,
            )
        note.glyphs.append(glyph)

    def _check_number(self, word: str) -> None:
        played = len(self.game.plies) + self.shift
        number = word.rstrip(".")
        expected = f"{(played >> 1) + 1}{'...' if played & 1 else '.'}"
        # "1..." before a first player's ply names the wrong player.
        if number != expected.rstrip(".") or (not played & 1 and len(word) - len(number) > 1):
            raise Trouble(
                RecordCode.MOVE_NUMBER_WRONG,
                "The move number %(word)s is wrong: %(expected)s comes here.",
                word=shorten(word),
                expected=expected,
            )

    def _open_variation(self, index: int) -> None:
        game = self.game
        if len(game.plies) == self.base:
            raise Trouble(
                RecordCode.VARIATION_WITHOUT_PLY,
                "A variation stands after the ply it replaces; there is none.",
            )
        if len(self.branches) >= MAX_DEPTH:
            raise Trouble(
                RecordCode.VARIATIONS_TOO_DEEP,
                "Variations may be nested %(most)s levels deep.",
                most=MAX_DEPTH,
            )
        self.variations += 1
        if self.limits_notes and self.variations > MAX_VARIATIONS:
            raise Trouble(
                RecordCode.TOO_MANY_VARIATIONS,
                "A record may have %(most)s variations; this one, at ply %(number)s, is one more: "
                "leave some out, or send the analysis as records of their own.",
                most=MAX_VARIATIONS,
                number=len(game.plies),
            )
        note = self.line.notes.get(len(game.plies) - self.base)
        offered = note is not None and note.offer
        self._count_until_here()
        self.branches.append(_Branch(self.line, self.base, game.pop(), offered, index))
        self.line = Line()
        self.base = len(game.plies)
        self._count_from_here()

    def _close_variation(self) -> None:
        if not self.branches:
            raise Trouble(RecordCode.VARIATION_NOT_OPENED, "This ) closes no variation.")
        if len(self.game.plies) == self.base:
            raise Trouble(RecordCode.VARIATION_EMPTY, "This variation has no ply.")
        self._leave_variation()

    def _leave_variation(self) -> None:
        """Keep the variation read so far and stand again where its parent stood."""
        game = self.game
        line = self.line
        self._finish(line)
        if self.defers_checks:
            self.went_past_end |= game.finish_end_checks()
            game.defer_end_checks()
        branch = self.branches.pop()
        self._count_until_here()
        while len(game.plies) > self.base:
            game.pop()
        game.push(branch.replaced)
        if branch.offered:
            game.offer_draw()
        self._count_from_here()
        self.line, self.base = branch.parent, branch.parent_base
        if line.plies:
            self._note_here().remarks.append(line)

    def _count_until_here(self) -> None:
        self.left -= len(self.game.plies) - self.counted_from

    def _count_from_here(self) -> None:
        """Work out here, and not at every ply, after how many this line or all lines together are too long."""
        self.counted_from = len(self.game.plies)
        self.most = min(MAX_PLIES, self.counted_from + self.left)

    def _skip_to_end_of_variation(self) -> bool:
        """After an error: leave the variation behind its closing parenthesis; False if there is none.

        The token with the error counts: it may be a parenthesis itself.
        """
        depth = 1
        for index in range(self.next - 1, len(self.tokens)):
            word = self.tokens[index]
            if word == "(":
                depth += 1
            elif word == ")":
                depth -= 1
                if not depth:
                    self.next = index + 1
                    self._leave_variation()
                    return True
        return False

    def _finish(self, line: Line) -> None:
        line.plies = self.game.plies[self.base :]

    def _note_here(self) -> Note:
        return self.line.note(len(self.game.plies) - self.base)

    def _note_violation(self, violation: EngineError) -> None:
        word = self.tokens[self.next - 1]
        ply = len(self.game.plies) + (word != "(=)")  # an offer goes with the ply before it
        played = ply - 1 + self.shift
        move = f"{(played >> 1) + 1}. {'… ' if played & 1 else ''}{shorten(word)}"
        offset = self._offset(self.next - 1)
        self.errors.append(
            MoveTextError(
                offset, ply, move, violation.code, violation.rule, violation.message, tuple(self.game.plies)
            )
        )

    def _note_error(self, index: int, code: RecordCode, message: str) -> None:
        self.errors.append(
            MoveTextError(self._offset(index), None, "", code, "", message, tuple(self.game.plies))
        )

    def _offset(self, index: int) -> int:
        return offset_of_token(self.text, self.start, index, self.ply_pattern)
