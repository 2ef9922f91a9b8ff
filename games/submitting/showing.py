"""A broken record for its submitter: the lines around the error with the place marked, and the board before it."""

import re
from typing import Final, NamedTuple
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from engine.record import readable
from games.models import Submission
from games.pictures import board_address
from games.replay.place import before_error
from games.submitting.codes import ErrorData, has_place
from games.submitting.finding import importer_for
from games.submitting.selectors import valid_prefix

LINES_AROUND: Final = 3
LONGEST_LINE: Final = 160
# Null bytes, and what bytes that are no UTF-8 become: one character for each, as the referee counts them.
_NO_TEXT: Final = re.compile("[\0\ud800-\udfff]")
# A ply ends where a note on it, or the end of its variation, begins.
_WORD: Final = re.compile(r"[A-Za-z][^\s(){};$!?]*|\S+")


class ShownLine(NamedTuple):
    """A line of the record. Of the wrong one, `marked` is the word at fault."""

    number: int
    before: str
    marked: str = ""
    after: str = ""

    @property
    def is_wrong(self) -> bool:
        return bool(self.marked)


class ShownBoard(NamedTuple):
    """The position after the last good ply, for an `<img>`; the title says which ply that was."""

    address: str
    title: str
    description: str
    query: str  # of that place on the page that replays the record


def text_of(submission: Submission) -> str:
    """What was sent, for people to read and correct, in the lines the referee counts; what is no text is shown as �."""
    raw = bytes(submission.raw)
    importer = importer_for(raw)
    text = importer.as_text(raw) if importer else raw.decode("utf-8", "surrogateescape")
    return readable(_NO_TEXT.sub("�", text))


def places_of_errors(submission: Submission) -> list[tuple[ErrorData, list[ShownLine]]]:
    """Each error with the lines around it; no lines if nothing was read that could be shown."""
    lines = text_of(submission).split("\n") if submission.raw and submission.errors else []
    return [(error, _lines_around(lines, submission.line, error)) for error in submission.errors]


def _lines_around(lines: list[str], first_number: int, error: ErrorData) -> list[ShownLine]:
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
            else ShownLine(number, line[:LONGEST_LINE])
        )
    return shown


def board_before(submission: Submission) -> ShownBoard | None:
    """In the line in which the first error stands, which may be a variation."""
    record = valid_prefix(submission)
    game = record.before_error() if record else None
    if record is None or record.rules is None or game is None:
        return None
    title = _title(len(game.plies), in_variation=game.plies != record.main.plies)
    description = f"{title}: {game.position()}"
    line, ply = before_error(record)
    query = urlencode({"line": line, "ply": ply} if line else {"ply": ply})
    return ShownBoard(board_address(record.rules, game), title, description, f"?{query}")


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


def _marked(number: int, line: str, column: int) -> ShownLine:
    """A very long line is shown around the place only."""
    at = min(column - 1, len(line))
    start = 0 if at < LONGEST_LINE else at - LONGEST_LINE // 2
    word = _WORD.match(line, at)
    marked = word[0][:LONGEST_LINE] if word else line[at : at + 1] or " "
    after = line[at + len(marked) : start + LONGEST_LINE * 2]
    return ShownLine(number, ("…" if start else "") + line[start:at], marked, after)
