"""The report on a record: what its game's rules and the event's regulations say, and whether the result fits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from .. import __version__
from ..record import Record, RecordCode
from ..texts import Fact, Sentence
from .position_repetition import position_repetition_findings
from .proof import DEFAULT_BUDGET, Budget
from .protocol import EVENT_REGULATION, Finding, FindingKind

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


@dataclass(frozen=True, slots=True)
class AdjudicationReport:
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
) -> AdjudicationReport:
    """Look at a record as it was read. Of a broken one its valid plies are looked at."""
    rules = record.rules
    if rules is None or record.final is None:
        return AdjudicationReport((), None)
    adjudicator = rules.adjudicator
    findings = list(adjudicator.findings(record, budget))
    if adjudicator.position_rule is not None:
        findings += position_repetition_findings(record, adjudicator.position_rule)
    if no_capture_limit is not None:
        findings += no_capture_findings(record.main.plies, adjudicator.is_capture, no_capture_limit)
    fits, objection = _fit(record)
    return AdjudicationReport(_in_order(findings), fits, objection)


def _in_order(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    return tuple(sorted(findings, key=lambda finding: finding.ply))


def _fit(record: Record) -> tuple[bool | None, str]:
    """Whether the result fits, and why not. The reader has compared them if the plies were valid to the end."""
    for error in record.errors:
        if error.code in _MISFITS:
            return False, error.message
    return (True if record.ok else None), ""


class LimitVerdict(StrEnum):
    REACHED = "limit-reached"


def no_capture_findings(plies: Sequence[str], is_capture: Callable[[str], bool], limit: int) -> list[Finding]:
    """One finding for each run of plies without a capture that is as long as the limit, or longer."""
    if limit < 1:
        raise ValueError("a no-capture limit is at least one ply")
    findings = []
    since = 0  # the ply of the last capture, or the start
    for number, ply in enumerate([*plies, None], 1):
        if ply is not None and not is_capture(ply):
            continue
        length = number - 1 - since
        if length >= limit:
            findings.append(_no_capture_finding(since, length, limit))
        since = number
    return findings


def _no_capture_finding(since: int, length: int, limit: int) -> Finding:
    reached = since + limit
    facts: dict[str, Fact] = {"ply": reached, "limit": limit, "length": length, "since": since}
    message = (
        Sentence(
            "With ply %(ply)s there were %(limit)s plies without a capture since the capture with ply "
            "%(since)s; "
            "%(length)s in the end.",
            **facts,
        )
        if since
        else Sentence(
            "With ply %(ply)s there were %(limit)s plies without a capture since the start; %(length)s "
            "in the end.",
            **facts,
        )
    )
    return Finding(
        FindingKind.NO_CAPTURE_LIMIT,
        EVENT_REGULATION,
        reached,
        LimitVerdict.REACHED,
        message,
        {"limit": limit, "since": since, "length": length},
    )
