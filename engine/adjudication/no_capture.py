"""An event's limit on plies without a capture: where a record reached it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum

from engine.adjudication.findings import EVENT_REGULATION, Finding, Kind


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
            findings.append(_finding(since, length, limit))
        since = number
    return findings


def _finding(since: int, length: int, limit: int) -> Finding:
    reached = since + limit
    after = f"since the capture with ply {since}" if since else "since the start"
    return Finding(
        Kind.NO_CAPTURE_LIMIT,
        EVENT_REGULATION,
        reached,
        LimitVerdict.REACHED,
        f"With ply {reached} there were {limit} plies without a capture {after}; {length} in the end.",
        {"limit": limit, "since": since, "length": length},
    )
