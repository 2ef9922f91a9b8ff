"""What can be wrong with a record before the referee sees it, and how errors are kept."""

from enum import StrEnum
from typing import Any, Final

from engine.core import ImportRefused
from engine.record import RecordError

MOST_ERRORS_KEPT: Final = 100


class SubmissionCode(StrEnum):
    """Beside the engine's codes. The values are stable."""

    NOTHING_FOUND = "nothing-found"
    NULL_BYTE = "null-byte"
    SEVERAL_RECORDS = "several-records"
    TOO_MANY_RECORDS = "too-many-records"
    FILE_KIND = "file-kind"
    ZIP_BROKEN = "zip-broken"
    ZIP_IN_ZIP = "zip-in-zip"
    ZIP_TOO_LARGE = "zip-too-large"
    CANNOT_BE_WRITTEN = "cannot-be-written"
    CANNOT_BE_CHECKED = "cannot-be-checked"
    NOT_READ = "not-read"


# What has one of these stands for something that was not read, however many records that is: nobody corrects it.
NOT_ONE_RECORD: Final = frozenset(
    {
        SubmissionCode.NOTHING_FOUND,
        SubmissionCode.TOO_MANY_RECORDS,
        SubmissionCode.FILE_KIND,
        SubmissionCode.ZIP_BROKEN,
        SubmissionCode.ZIP_IN_ZIP,
        SubmissionCode.ZIP_TOO_LARGE,
        SubmissionCode.NOT_READ,
    }
)

# Of these it says nothing where in the text they stand.
WITHOUT_PLACE: Final = NOT_ONE_RECORD | {SubmissionCode.CANNOT_BE_WRITTEN, SubmissionCode.CANNOT_BE_CHECKED}

ErrorData = dict[str, Any]


def error_data(
    code: str,
    message: str,
    *,
    line: int = 1,
    column: int = 1,
    ply: int | None = None,
    move: str = "",
    rule: str = "",
) -> ErrorData:
    """An error as it is stored with a submission and answered by the API."""
    return {
        "line": line,
        "column": column,
        "ply": ply,
        "move": _storable(move),
        "code": str(code),
        "rule": rule,
        "message": _storable(message),
    }


def errors_of(errors: tuple[RecordError, ...]) -> list[ErrorData]:
    return [
        error_data(
            error.code.value,
            error.message,
            line=error.line,
            column=error.column,
            ply=error.ply,
            move=error.move,
            rule=error.rule,
        )
        for error in errors[:MOST_ERRORS_KEPT]
    ]


def error_of_import(error: ImportRefused, *, lines_before: int) -> ErrorData:
    """Of a game in a file of several, which begins behind so many lines."""
    return error_data(
        error.code.value,
        error.message,
        line=lines_before + error.line,
        column=error.column,
        ply=error.ply,
        move=error.move,
        rule=error.rule,
    )


def has_code(errors: list[ErrorData], code: SubmissionCode) -> bool:
    return any(error["code"] == code for error in errors)


def has_place(error: ErrorData) -> bool:
    return error["code"] not in WITHOUT_PLACE


def is_one_record(errors: list[ErrorData]) -> bool:
    return not any(error["code"] in NOT_ONE_RECORD for error in errors)


def _storable(text: str) -> str:
    """Messages quote what people wrote; PostgreSQL keeps neither null bytes nor halves of characters."""
    return text.replace("\0", "␀").encode("utf-8", "replace").decode()
