"""How verbs print what they found: as JSON, one object a line, or as sentences."""

from __future__ import annotations

import json
import sys
from typing import Any

from ..core import Outcome, PositionError, Rules
from ..record import Record, RecordError


def print_json(value: dict[str, Any]) -> None:
    print(json.dumps(value, ensure_ascii=False))


def record_as_json(name: str, record: Record) -> dict[str, Any]:
    """What is said of every record of a file, whatever a verb adds to it."""
    return {
        "file": name,
        "record": record.number,
        "ok": record.ok,
        "game": record.rules.tag if record.rules else None,
        "plies": len(record.main.plies),
        "result": record.result,
        "termination": record.termination,
    }


def error_as_json(error: RecordError) -> dict[str, Any]:
    return {
        "line": error.line,
        "column": error.column,
        "ply": error.ply,
        "move": error.move or None,
        "code": error.code.value,
        "rule": error.rule or None,
        "message": error.message,
    }


def outcome_as_json(outcome: Outcome | None, rules: Rules) -> dict[str, Any] | None:
    if outcome is None:
        return None
    winner = None if outcome.winner is None else rules.sides[outcome.winner]
    return {"winner": winner, "termination": outcome.termination.value, "rule": outcome.rule}


def complain_about_record(name: str, record: Record) -> None:
    """The errors of a record on standard error, one a line."""
    for error in record.errors:
        print(f"{name}: {error} [{error.code}]", file=sys.stderr)


def report_position_error(error: PositionError, position: str, *, as_json: bool) -> None:
    """A position that cannot be read: a JSON object in its place, or a sentence on standard error."""
    if as_json:
        found = {"code": error.code.value, "rule": error.rule or None, "message": error.message}
        print_json({"position": position, "error": found})
    else:
        print(f"{position}: {error} [{error.code}]", file=sys.stderr)
