"""A run in figures, as ratios: what one machine does in a second, another does in two."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Final

BEGIN: Final = "<!-- report of make faults -->"
END: Final = "<!-- end of the report -->"


@dataclass(frozen=True)
class FaultFigures:
    """`recovery` is in leases: how long what waited at the fault's end went on waiting."""

    name: str
    recovery: float
    answered: float


@dataclass(frozen=True)
class RunFigures:
    seed: int
    minutes: float
    faults: list[FaultFigures]
    sent: int
    answered: float
    unavailable: float
    latency: float
    cut_by_us: int
    accepted: int
    done: float
    max_messages: float
    messages_beside_rows: int
    mails: int
    mail_deliveries: int
    unexpected_ends: dict[str, int] = field(default_factory=dict)
    not_tried: tuple[str, ...] = ()
    found: tuple[str, ...] = ()


def as_markdown(run: RunFigures) -> str:
    lines = [
        f"{run.minutes:.0f} minutes with {len(run.faults)} faults, `FAULT_SEED={run.seed}`: "
        + (
            "**nothing was lost and nothing happened twice.**" if not run.found else "**something is wrong.**"
        ),
        "",
        "| figure | value |",
        "|---|---|",
        (
            f"| done ÷ accepted ({run.accepted} records, results, rounds, events, confirmations, mails, photographs) "
            f"| {run.done:.3f} |"
        ),
        f"| requests answered during the faults ÷ sent ({run.sent}) | {run.answered:.3f} |",
        f"| of them with 503 and `Retry-After` | {run.unavailable:.3f} |",
        f"| median latency during the faults ÷ before | {run.latency:.2f} |",
        f"| most messages in the queues ÷ (rows that waited + {run.messages_beside_rows}) | {run.max_messages:.2f} |",
        (
            f"| deliveries of mails ÷ mails ({run.mails}; a repeated one has the same `Message-ID`) "
            f"| {run.mail_deliveries / run.mails if run.mails else 1:.3f} |"
        ),
        f"| connections that the load cut on purpose, and repeated | {run.cut_by_us} |",
        "",
        "| fault | times | recovery ÷ lease, median | worst | answered ÷ sent |",
        "|---|---|---|---|---|",
        *_fault_lines(run.faults),
    ]
    if run.unexpected_ends:
        ends = ", ".join(f"{name} {count}" for name, count in sorted(run.unexpected_ends.items()))
        lines += ["", f"Programs that ended by themselves and were started again: {ends}."]
    if run.not_tried:
        lines += ["", f"Not tried here: {', '.join(run.not_tried)}."]
    if run.found:
        lines += ["", *(f"- {sentence}" for sentence in run.found)]
    return "\n".join(lines)


def write_report(path: Path, run: RunFigures) -> None:
    """Between the two marks of a document, or as a document of its own."""
    text = path.read_text(encoding="utf-8") if path.exists() else f"{BEGIN}\n{END}\n"
    before, mark, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not mark or not end:
        raise ValueError(f"{path} has no place for the report: the lines {BEGIN} and {END}.")
    path.write_text(f"{before}{BEGIN}\n\n{as_markdown(run)}\n\n{END}{after}", encoding="utf-8")


def _fault_lines(faults: Sequence[FaultFigures]) -> list[str]:
    """Two at once are one line: there are too many pairs."""
    groups: dict[str, list[FaultFigures]] = {}
    for fault in faults:
        groups.setdefault("two of them at once" if " + " in fault.name else fault.name, []).append(fault)
    return [
        f"| {name} | {len(group)} | {median(fault.recovery for fault in group):.2f} | "
        f"{max(fault.recovery for fault in group):.2f} | {min(fault.answered for fault in group):.2f} |"
        for name, group in sorted(groups.items())
    ]
