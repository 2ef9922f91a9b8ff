"""Repetition in a whole record: every sequence played three times in a row, every draw offer and its fate.

Two plies are equal if they are written alike. A sequence is completed with a ply if the last 3·p plies are
three equal runs of p, for some even p; the smallest such p is its period.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from ..core import Result, Side, Termination
from ..record import Record
from ..texts import Fact, Sentence, gettext, pgettext, sentence_of
from .protocol import Finding, FindingKind


class RepetitionVerdict(StrEnum):
    THREEFOLD = "threefold"


class OfferVerdict(StrEnum):
    """What became of a draw offer."""

    ACCEPTED = "accepted"
    DECLINED = "declined"  # the opponent moved on, legally or not
    DEVIATED = "deviated"  # declined, and then the repetition was left, as it had to be
    FORCED_DRAW = "forced-draw"  # declined, but nobody could leave the repetition
    UNANSWERED = "unanswered"  # the record ends there, for another reason


@dataclass(frozen=True, slots=True)
class Threefold:
    """A sequence played three times in a row, and how long its last repetition went on."""

    period: int
    completed: int  # the ply with which it was there three times
    last: int  # the last ply at which that was still so
    cycle: tuple[str, ...]

    @property
    def first(self) -> int:
        return self.completed - 3 * self.period + 1


def periods(plies: Sequence[str]) -> list[int]:
    """For each number of plies played, from 0 on, the period of the sequence just completed; 0 without one."""
    smallest = [0] * (len(plies) + 1)
    for period in range(2, len(plies) // 3 + 1, 2):
        equal = 0  # how many plies in a row are equal to the one a period before
        for index in range(period, len(plies)):
            equal = equal + 1 if plies[index] == plies[index - period] else 0
            if equal >= 2 * period and not smallest[index + 1]:
                smallest[index + 1] = period
    return smallest


def threefold_sequences(plies: Sequence[str]) -> list[Threefold]:
    """Every sequence played three times in a row, in the order of completion."""
    found: list[Threefold] = []
    smallest = periods(plies)
    for ply, period in enumerate(smallest):
        if not period:
            continue
        if found and found[-1].last == ply - 1 and found[-1].period == period:
            found[-1] = Threefold(period, found[-1].completed, ply, found[-1].cycle)
        else:
            found.append(Threefold(period, ply, ply, tuple(plies[ply - period : ply])))
    return found


def repetition_findings(record: Record, rule: str) -> list[Finding]:
    """Threefold sequences and draw offers of a record, for a game in which they mean something."""
    plies = record.main.plies
    findings = [_sequence_finding(sequence, rule) for sequence in threefold_sequences(plies)]
    smallest = periods(plies)
    for ply, note in sorted(record.main.notes.items()):
        if note.offer:
            findings.append(_offer_finding(record, ply, smallest[ply], rule))
    return findings


def _sequence_finding(sequence: Threefold, rule: str) -> Finding:
    further = sequence.last - sequence.completed
    facts: dict[str, Fact] = {
        "first": sequence.first, "last": sequence.completed, "period": sequence.period, "further": further
    }  # fmt: skip
    message = (
        Sentence(
            "Plies %(first)s to %(last)s are the same %(period)s plies three times in a row, and "
            "%(further)s more "
            "continue them.",
            **facts,
        )
        if further
        else Sentence(
            "Plies %(first)s to %(last)s are the same %(period)s plies three times in a row.", **facts
        )
    )
    proof = {
        "first": sequence.first,
        "completed": sequence.completed,
        "last": sequence.last,
        "period": sequence.period,
        "cycle": list(sequence.cycle),
    }
    return Finding(
        FindingKind.REPETITION, rule, sequence.completed, RepetitionVerdict.THREEFOLD, message, proof
    )


@dataclass(frozen=True, slots=True)
class _OfferOutcome:
    """What followed an offer: the plies that had to continue the cycle, and the ply that left it."""

    verdict: OfferVerdict
    forced: int = 0
    deviation: int | None = None


def _offer_finding(record: Record, ply: int, period: int, rule: str) -> Finding:
    fate = _offer_outcome(record, ply, period)
    sides = _side_names(record)
    offers, answers = sides[(ply - 1) % 2], sides[ply % 2]
    deviates = None if fate.deviation is None else sides[(fate.deviation - 1) % 2]
    proof = {
        "period": period or None,
        "by": offers.lower(),
        "forced": fate.forced,
        "deviation": None if fate.deviation is None else {"ply": fate.deviation, "by": str(deviates).lower()},
    }
    template = (_AFTER_A_SEQUENCE if period else _WITHOUT_A_SEQUENCE)[fate.verdict]
    facts: dict[str, Fact] = {
        "side": pgettext("side", offers),
        "ply": ply,
        "period": period,
        "other": pgettext("side", answers),
        "deviates": pgettext("side", str(deviates)),
        "deviation": fate.deviation or 0,
    }
    known = {name: value for name, value in facts.items() if f"%({name})s" in template.msgid}
    return Finding(
        FindingKind.DRAW_OFFER, rule, ply, fate.verdict, sentence_of(template.filled(**known)), proof
    )


_AFTER_A_SEQUENCE: Final = {
    OfferVerdict.ACCEPTED: gettext(
        "%(side)s offered a draw with ply %(ply)s after a threefold sequence of %(period)s plies, and it "
        "was accepted."
    ),
    OfferVerdict.DECLINED: gettext(
        "%(side)s offered a draw with ply %(ply)s after a threefold sequence of %(period)s plies, and "
        "%(other)s moved "
        "on."
    ),
    OfferVerdict.DEVIATED: gettext(
        "%(side)s offered a draw with ply %(ply)s after a threefold sequence of %(period)s plies, it was "
        "declined, and "
        "%(deviates)s left the repetition with ply %(deviation)s."
    ),
    OfferVerdict.FORCED_DRAW: gettext(
        "%(side)s offered a draw with ply %(ply)s after a threefold sequence of %(period)s plies, it was "
        "declined, but "
        "nobody could leave the repetition: the game is drawn."
    ),
    OfferVerdict.UNANSWERED: gettext(
        "%(side)s offered a draw with ply %(ply)s after a threefold sequence of %(period)s plies, and "
        "the record ends "
        "there without an answer."
    ),
}
# Without a sequence there is no repetition that could be left or forced.
_WITHOUT_A_SEQUENCE: Final = {
    OfferVerdict.ACCEPTED: gettext(
        "%(side)s offered a draw with ply %(ply)s without a threefold sequence, and it was accepted."
    ),
    OfferVerdict.DECLINED: gettext(
        "%(side)s offered a draw with ply %(ply)s without a threefold sequence, and %(other)s moved on."
    ),
    OfferVerdict.UNANSWERED: gettext(
        "%(side)s offered a draw with ply %(ply)s without a threefold sequence, and the record ends "
        "there without an "
        "answer."
    ),
}


def _offer_outcome(record: Record, offered: int, period: int) -> _OfferOutcome:
    """In a valid record a ply that continues the cycle after a declined offer was its player's only one."""
    plies = record.main.plies
    if offered == len(plies):
        if any(error.ply == offered + 1 and error.played == tuple(plies) for error in record.errors):
            return _OfferOutcome(OfferVerdict.DECLINED)  # by moving on, though not legally
        agreed = record.result is Result.DRAW and record.termination in (
            Termination.NORMAL,
            Termination.AGREEMENT,
        )
        return _OfferOutcome(OfferVerdict.ACCEPTED if agreed else OfferVerdict.UNANSWERED)
    if not period:
        return _OfferOutcome(OfferVerdict.DECLINED)
    for forced, index in enumerate(range(offered, len(plies))):
        if forced == period:
            break
        if plies[index] != plies[index - period]:
            return _OfferOutcome(OfferVerdict.DEVIATED, forced, index + 1)
    forced = min(period, len(plies) - offered)
    return _OfferOutcome(OfferVerdict.FORCED_DRAW if forced == period else OfferVerdict.DECLINED, forced)


def _side_names(record: Record) -> tuple[str, str]:
    """The players as the record's first and second mover."""
    if record.rules is None:
        raise ValueError("this record names no game")
    first, second = (name.capitalize() for name in record.rules.sides)
    return (first, second) if record.start().turn is Side.FIRST else (second, first)
