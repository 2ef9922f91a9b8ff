"""The boards of a round as an arbiter and a player see them: results, reports, conflicts, and how a board is called."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from django.db.models import Prefetch, Q, QuerySet
from django.utils.translation import pgettext

from engine import registry
from players.prepared_queries import PreparedQuery
from tournaments.models import Entry, Event, Pairing, PairingResult, ResultReport, Round
from tournaments.results.states import OPEN_RESULTS, called, is_built_on, is_open

# What is typed for a result: one key each, the same in every language.
KEYS: Final = {
    "1": PairingResult.FIRST_WINS,
    "=": PairingResult.DRAW,
    "0": PairingResult.SECOND_WINS,
    "+": PairingResult.FIRST_WINS_BY_FORFEIT,
    "-": PairingResult.SECOND_WINS_BY_FORFEIT,
    "x": PairingResult.DOUBLE_FORFEIT,
    "n": PairingResult.BOTH_LOSE,
    "a": PairingResult.ADJOURNED,
    "c": PairingResult.NONE,
}
REPORTS: Final = PreparedQuery(
    lambda pairing: ResultReport.objects.filter(pairing=pairing).order_by("pk"), pairing=int
)
_CALLED: Final = re.compile(r"(?P<third>t?)(?P<board>\d{1,4})(?:\.(?P<leg>\d{1,2}))?", re.IGNORECASE)


@dataclass(frozen=True)
class BoardLine:
    """A board with what both players have said."""

    pairing: Pairing
    first_said: str
    second_said: str
    is_built_on: bool

    @property
    def called(self) -> str:
        return called(self.pairing)

    @property
    def is_open(self) -> bool:
        return is_open(self.pairing)

    @property
    def is_conflict(self) -> bool:
        """Both have spoken, differently, and nobody has decided yet."""
        return bool(
            self.is_open and self.first_said and self.second_said and self.first_said != self.second_said
        )

    @property
    def is_reported(self) -> bool:
        return self.is_open and not self.is_conflict and bool(self.first_said or self.second_said)

    @property
    def reported(self) -> str:
        return str(PairingResult(self.first_said or self.second_said).label)

    @property
    def first_said_label(self) -> str:
        return str(PairingResult(self.first_said).label)

    @property
    def second_said_label(self) -> str:
        return str(PairingResult(self.second_said).label)

    @property
    def reporter(self) -> Entry:
        return self.pairing.first if self.first_said else self.pairing.second

    @property
    def needs_reason(self) -> bool:
        return self.is_built_on and not self.is_open


def boards_of(round_: Round) -> list[BoardLine]:
    """Three queries, however many boards."""
    pairings = Pairing.objects.filter(round=round_).order_by("third_place", "board", "leg")
    built_on = is_built_on(round_)
    found = []
    for pairing in _with_players(pairings):
        pairing.round = round_
        found.append(_line(pairing, pairing.reports.all(), built_on=built_on))
    return found


def board_line(pairing: Pairing) -> BoardLine:
    return _line(pairing, pairing.reports.all(), built_on=is_built_on(pairing.round))


def own_board_line(pairing: Pairing) -> BoardLine:
    """For the players, who correct nothing: what others have built on the result is not looked up. One query."""
    return _line(pairing, REPORTS.all(pairing=pairing.pk), built_on=False)


def conflicts_of(event: Event) -> list[BoardLine]:
    """What waits for an arbiter in the whole event: players who disagree, records that say otherwise. Two queries."""
    spoken = Q(result__in=OPEN_RESULTS, pk__in=ResultReport.objects.values("pairing"))
    pairings = Pairing.objects.filter(spoken | Q(record_contradicts=True), round__section__event=event)
    pairings = pairings.select_related("round__section").order_by("pk")
    lines = [_line(pairing, pairing.reports.all(), built_on=False) for pairing in _with_players(pairings)]
    return [line for line in lines if line.is_conflict or line.pairing.record_contradicts]


def board_called(lines: Iterable[BoardLine], text: str) -> BoardLine | None:
    match = _CALLED.fullmatch(text.strip())
    if match is None:
        return None
    wanted = (bool(match["third"]), int(match["board"]), int(match["leg"] or 1))
    return next(
        (
            line
            for line in lines
            if (line.pairing.third_place, line.pairing.board, line.pairing.leg) == wanted
        ),
        None,
    )


def next_open(lines: Sequence[BoardLine], after: BoardLine | None = None) -> BoardLine | None:
    """The next board without a result, from the one just entered on, and from the first again."""
    start = lines.index(after) + 1 if after in lines else 0
    return next((line for line in [*lines[start:], *lines[:start]] if line.pairing.result == ""), None)


def colours(event: Event) -> tuple[str, str]:
    """What the players of this game are called: White and Brown, Red and Blue."""
    first, second = (pgettext("side", tag) for tag in registry.rules(event.game).player_tags)
    return first, second


def _with_players(pairings: QuerySet[Pairing]) -> QuerySet[Pairing]:
    return pairings.select_related("first__person", "second__person", "game").prefetch_related(
        Prefetch("reports", queryset=ResultReport.objects.order_by("pk"))
    )


def _line(pairing: Pairing, reports: Iterable[ResultReport], *, built_on: bool) -> BoardLine:
    said = {report.entry_id: report.result for report in reports}
    return BoardLine(pairing, said.get(pairing.first_id, ""), said.get(pairing.second_id, ""), built_on)
