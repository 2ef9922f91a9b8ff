"""Crosstable or bracket, the progress chart, and the prizes of a section."""

from dataclasses import dataclass
from typing import Any, Final

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from players.accounts.access import SignedInRequest
from tournaments.events.access import get_section_or_404
from tournaments.events.conditional import conditional_page
from tournaments.events.frame import event_frame
from tournaments.models import Entry, PairingSystem, Section
from tournaments.pairing import Match, TieRule
from tournaments.plain_data import point_system
from tournaments.tables.drawn_tables import TOP, SectionBracket, bracket_of, crosstable_of, progress_of
from tournaments.tables.prizes import prizes_of
from tournaments.tables.progress import progress_chart
from tournaments.tables.words import colours_of

MOST_CHOSEN: Final = 8
MOST_LETTERS: Final = 21
TIE_RULES: Final[dict[TieRule, str | Promise]] = {
    TieRule.EXTRA_PAIR: gettext_lazy("after two more games"),
    TieRule.SUDDEN_DEATH: gettext_lazy("after one game in which a draw is enough for the second colour"),
    TieRule.HIGHER_SEED: gettext_lazy("as the higher seed"),
    TieRule.LOTS: gettext_lazy("by lot"),
}


@require_safe
@conditional_page
def crosstable(request: SignedInRequest, event: int, section: int) -> HttpResponse:
    """Of a knockout the bracket: it says the same."""
    found = get_section_or_404(request, event, section)
    context = event_frame(request, found.event, active="crosstable", section=found)
    context["follows"] = not found.event.has_finished
    if found.system == PairingSystem.KNOCKOUT:
        return _bracket(request, found, context)
    shown = crosstable_of(found)
    first, second = colours_of(found.event)
    context |= {
        "cross": shown.cross,
        "rows": list(zip(shown.table.rows, (row.cells for row in shown.cross.rows), strict=True)),
        "first": first,
        "second": second,
    }
    template = "parts/crosstable.html" if request.htmx else "crosstable.html"
    return render(request, f"tournaments/tables/{template}", context)


@require_safe
@conditional_page
def progress(request: SignedInRequest, event: int, section: int) -> HttpResponse:
    """The best, and those whom one chooses: ranks after each round, or points."""
    found = get_section_or_404(request, event, section)
    asked = request.GET.getlist("player")[:MOST_CHOSEN]
    chosen = [int(number) for number in asked if number.isdecimal() and len(number) < 6]
    by_points = request.GET.get("by") == "points"
    shown = progress_of(found, chosen)
    system = point_system(found)
    values = shown.points if by_points else shown.ranks
    text = system.text if by_points else str
    names = {row.number: row.entry for row in shown.table.rows}
    chart = progress_chart(values, falling=not by_points, label=text)
    context = {
        **event_frame(request, found.event, active="standings", section=found),
        "chart": chart,
        "lines": [
            {"drawn": line, "name": shortened(names[line.number])} for line in (chart.lines if chart else [])
        ],
        "table_rows": [
            (names[number], [text(value) for value in row], number) for number, row in values.items()
        ],
        "rounds": range(1, max((len(row) for row in values.values()), default=0) + 1),
        "by_points": by_points,
        "others": [row for row in shown.table.rows[TOP:] if row.number not in chosen],
        "chosen": chosen,
        "top": TOP,
    }
    return render(request, "tournaments/tables/progress.html", context)


@require_safe
@conditional_page
def prizes(request: SignedInRequest, event: int, section: int) -> HttpResponse:
    found = get_section_or_404(request, event, section)
    context = {
        **event_frame(request, found.event, active="standings", section=found),
        "prizes": prizes_of(found),
    }
    return render(request, "tournaments/tables/prizes.html", context)


@dataclass(frozen=True)
class MatchSide:
    entry: Entry | None
    name: str
    score: str
    won: bool


@dataclass(frozen=True)
class ShownMatch:
    match: Match
    sides: tuple[MatchSide, MatchSide]
    settled: str | Promise


def _bracket(request: SignedInRequest, section: Section, context: dict[str, Any]) -> HttpResponse:
    shown = bracket_of(section)
    told = {match.key: _told(shown, match, section) for matches in shown.rounds for match in matches}
    drawing = shown.drawing
    context |= {
        "bracket": shown,
        "drawing": drawing,
        "boxes": [(box, told[box.match.key]) for box in drawing.matches] if drawing else [],
        "rounds": [[told[match.key] for match in matches] for matches in shown.rounds],
        "last": len(shown.rounds),
    }
    template = "parts/bracket.html" if request.htmx else "bracket.html"
    return render(request, f"tournaments/tables/{template}", context)


def _told(shown: SectionBracket, match: Match, section: Section) -> ShownMatch:
    text = point_system(section).text
    scores = (text(match.score.first), text(match.score.second)) if match.games else ("", "")

    def side(number: int | None, score: str) -> MatchSide:
        entry = shown.entries[number] if number is not None else None
        won = number is not None and number == match.winner
        return MatchSide(entry, shortened(entry) if entry else "", score, won)

    settled = TIE_RULES[match.decided_by] if match.decided_by else ""
    return ShownMatch(match, (side(match.first, scores[0]), side(match.second, scores[1])), settled)


def shortened(entry: Entry) -> str:
    """A name for a drawing, which cannot break lines."""
    name = entry.person.name
    return name if len(name) <= MOST_LETTERS else f"{name[: MOST_LETTERS - 1].rstrip()}…"
