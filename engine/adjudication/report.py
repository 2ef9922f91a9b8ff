"""The report on a record: what its game's rules and the event's regulations say, and whether the result fits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine import __version__
from engine.adjudication.findings import Finding
from engine.adjudication.no_capture import no_capture_findings
from engine.adjudication.proof import DEFAULT_BUDGET, Budget
from engine.record import Record, RecordCode


@dataclass(frozen=True, slots=True)
class Report:
    """Findings in the order of plies.

    `fits` says whether the stated result agrees with the board; None if the plies are not valid to the end,
    so that nothing can be said. `objection` is why it does not.
    """

    findings: tuple[Finding, ...]
    fits: bool | None
    objection: str = ""
    engine: str = __version__

    def as_json(self) -> dict[str, Any]:
        return {
            "engine": self.engine,
            "fits": self.fits,
            "objection": self.objection or None,
            "findings": [finding.as_json() for finding in self.findings],
        }


def adjudicate(
    record: Record, *, no_capture_limit: int | None = None, budget: Budget = DEFAULT_BUDGET
) -> Report:
    """Look at a record as it was read. Of a broken one its valid plies are looked at."""
    rules = record.rules
    if rules is None or record.final is None:
        return Report((), None)
    adjudicator = rules.adjudicator
    findings = list(adjudicator.findings(record, budget))
    if no_capture_limit is not None:
        findings += no_capture_findings(record.main.plies, adjudicator.is_capture, no_capture_limit)
    fits, objection = _fit(record)
    return Report(_in_order(findings), fits, objection)


def _in_order(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    return tuple(sorted(findings, key=lambda finding: finding.ply))


# The errors that say that a record's end contradicts the board or itself.
_MISFITS = frozenset(
    {
        RecordCode.RESULT_DIFFERS,
        RecordCode.RESULT_CONTRADICTS_BOARD,
        RecordCode.TERMINATION_CONTRADICTS_BOARD,
        RecordCode.TERMINATION_CONTRADICTS_RESULT,
        RecordCode.DRAW_NOT_OFFERED,
    }
)


def _fit(record: Record) -> tuple[bool | None, str]:
    """Whether the result fits, and why not. The reader has compared them if the plies were valid to the end."""
    for error in record.errors:
        if error.code in _MISFITS:
            return False, error.message
    return (True if record.ok else None), ""
