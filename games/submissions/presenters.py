"""A broken record for its submitter: the lines around the error with the place marked, and the board before it."""

import re
from typing import Final, NamedTuple
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from core.texts import translate
from engine import registry
from engine.record import readable
from games.adjudication.presenters import board_data_url
from games.models import Submission
from games.replay.presenters.frame import place_before_error
from games.submissions.selectors.records import ErrorData, has_place, importer_for
from games.submissions.selectors.uploads import valid_prefix

LINES_AROUND: Final = 3
MAX_LINE_LENGTH: Final = 160
# Null bytes, and what bytes that are no UTF-8 become: one character for each, as the referee counts them.
_NO_TEXT: Final = re.compile("[\0\ud800-\udfff]")
# A ply ends where a note on it, or the end of its variation, begins.
_WORD: Final = re.compile(r"[A-Za-z][^\s(){};$!?]*|\S+")


class RecordGuide(NamedTuple):
    """How records of a game are written, for those who write their first one."""

    game: str
    example: str
    plies: list[tuple[str, str]]
    title: str
    pieces: list[tuple[str, str]]


def record_guides() -> list[RecordGuide]:
    """Of the games that explain their score sheets."""
    return [
        RecordGuide(
            game=translate(known.label),
            example=known.example_record,
            plies=[(entry.code, translate(entry.words)) for entry in known.legend.examples],
            title=translate(known.legend.title),
            pieces=[(entry.code, translate(entry.words)) for entry in known.legend.entries],
        )
        for known in registry.descriptions()
        if known.legend
    ]


class RecordLine(NamedTuple):
    """A line of the record. Of the wrong one, `marked` is the word at fault."""

    number: int
    before: str
    marked: str = ""
    after: str = ""

    @property
    def is_wrong(self) -> bool:
        return bool(self.marked)


class BoardBeforeError(NamedTuple):
    """The position after the last good ply, for an `<img>`; the title says which ply that was."""

    address: str
    title: str
    description: str
    query: str  # of that place on the page that replays the record


def readable_text(submission: Submission) -> str:
    """What was sent, for people to read and correct, in the lines the referee counts; what is no text is shown as �."""
    raw = bytes(submission.raw)
    importer = importer_for(raw)
    text = importer.as_text(raw) if importer else raw.decode("utf-8", "surrogateescape")
    return readable(_NO_TEXT.sub("�", text))


def errors_with_lines(submission: Submission) -> list[tuple[ErrorData, list[RecordLine]]]:
    """Each error with the lines around it; no lines if nothing was read that could be shown."""
    lines = readable_text(submission).split("\n") if submission.raw and submission.errors else []
    return [(error, _lines_around(lines, submission.line, error)) for error in submission.errors]


def _lines_around(lines: list[str], first_number: int, error: ErrorData) -> list[RecordLine]:
    wrong = error["line"] - first_number
    if not (has_place(error) and 0 <= wrong < len(lines)):
        return []
    first = max(0, wrong - LINES_AROUND)
    shown = []
    for index, line in enumerate(lines[first : wrong + LINES_AROUND + 1], start=first):
        number = first_number + index
        shown.append(
            _marked(number, line, error["column"])
            if index == wrong
            else RecordLine(number, line[:MAX_LINE_LENGTH])
        )
    return shown


def board_before_error(submission: Submission) -> BoardBeforeError | None:
    """In the line in which the first error stands, which may be a variation."""
    record = valid_prefix(submission)
    game = record.before_error() if record else None
    if record is None or record.rules is None or game is None:
        return None
    title = _title(len(game.plies), in_variation=game.plies != record.main.plies)
    description = f"{title}: {game.position()}"
    line, ply = place_before_error(record)
    query = urlencode({"line": line, "ply": ply} if line else {"ply": ply})
    return BoardBeforeError(board_data_url(record.rules, game), title, description, f"?{query}")


def _title(plies: int, *, in_variation: bool) -> str:
    if in_variation and plies:
        return _("The board after ply %(ply)d, the last good one before the error in a variation") % {
            "ply": plies
        }
    if in_variation:
        return _("The board at the start, before the error in a variation")
    if plies:
        return _("The board after ply %(ply)d, the last good one") % {"ply": plies}
    return _("The board at the start")


def _marked(number: int, line: str, column: int) -> RecordLine:
    """A very long line is shown around the place only."""
    at = min(column - 1, len(line))
    start = 0 if at < MAX_LINE_LENGTH else at - MAX_LINE_LENGTH // 2
    word = _WORD.match(line, at)
    marked = word[0][:MAX_LINE_LENGTH] if word else line[at : at + 1] or " "
    after = line[at + len(marked) : start + MAX_LINE_LENGTH * 2]
    return RecordLine(number, ("…" if start else "") + line[start:at], marked, after)
