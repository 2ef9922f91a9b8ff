"""Pages of a section's tables: standings and why, crosstable or bracket, progress, prizes, a player's card."""

from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from core.web.access import SignedInRequest
from core.web.fragments import FragmentResponse, cached_fragment
from core.web.numbers import parse_whole_number
from tournaments import policies
from tournaments.access import event_of_request, get_section_or_404, has_permission
from tournaments.conditional import conditional_page
from tournaments.entries.selectors.entries import playing_entries
from tournaments.models import Entry, EventState, PairingSystem, Section, knockout_stage
from tournaments.presenters import colour_names, event_page_context, mark_own_rows
from tournaments.selectors import own_entry_ids
from tournaments.standings import write_fraction
from tournaments.tables.presenters.crosstables import (
    present_bracket,
    present_crosstable,
    present_match,
    shorten_name,
)
from tournaments.tables.presenters.player_cards import present_player_card
from tournaments.tables.presenters.prizes import present_prizes
from tournaments.tables.presenters.progress import BEST_PLAYERS, draw_progress_chart, present_progress
from tournaments.tables.presenters.rating_report import present_rating_report
from tournaments.tables.presenters.standings import (
    column_heading,
    column_name,
    describe_cut,
    render_standings,
)
from tournaments.tables.selectors.standings import explain_row, public_round_numbers
from tournaments.tournament_data import point_system

MAX_CHOSEN: Final = 8


@require_safe
@conditional_page
def standings(request: SignedInRequest, event: int, section: int) -> HttpResponseBase:
    if request.htmx and "after" not in request.GET:
        return _standings_fragment(request, event, section)
    found = get_section_or_404(request, event, section)
    shown = render_standings(found, after=requested_round(request, found))
    if request.htmx:
        return HttpResponse(shown)
    context = {
        **event_page_context(request, found.event, active="standings", section=found),
        "standings": mark_own_rows(request, found.event, shown),
        "players": _players_to_change(request, found),
    }
    return render(request, "tournaments/tables/standings.html", context)


def _players_to_change(request: SignedInRequest, section: Section) -> list[Entry]:
    """For arbiters, who withdraw somebody where they see the name; nobody else costs a query."""
    event = section.event
    if event.state != EventState.RUNNING or not has_permission(request, event, policies.MANAGE_ENTRIES):
        return []
    return playing_entries(section)


def _standings_fragment(request: HttpRequest, event: int, section: int) -> HttpResponseBase:
    """Hundreds of phones ask for this again and again: no query while it is cached."""
    fragment = cached_fragment(
        event_of_request(request, event),
        f"followed-standings:{section}",
        lambda: render_standings(get_section_or_404(request, event, section)),
        allow_stale=True,
    )
    return FragmentResponse(fragment)


@require_safe
@conditional_page
def explanation(request: SignedInRequest, event: int, section: int, number: int) -> HttpResponse:
    """Why one player has these points and tie-breaks: a page, and a part of one for those with scripts."""
    found = get_section_or_404(request, event, section)
    after = requested_round(request, found)
    explained = explain_row(found, number, after=after)
    if explained is None:
        raise Http404(_("There is no such player in this section."))
    names = {row.number: row.entry for row in explained.table.rows}
    columns = explained.table.data["columns"]
    heads = [(_("Points"), _("Points")), *((column_heading(each), column_name(each)) for each in columns)]
    values = [
        {
            "head": head,
            "name": name,
            "article": column["article"] if column else "",
            "value": write_fraction(value),
            "summary": reason["summary"],
            "lines": [
                {
                    **line,
                    "value": write_fraction(line["value"]),
                    "entry": names.get(line["opponent"] or 0),
                    "cut": describe_cut(line["cut"]),
                }
                for line in reason["lines"]
            ],
        }
        for (head, name), column, value, reason in zip(
            heads,
            [None, *columns],
            [explained.row.points, *explained.row.values],
            explained.reasons,
            strict=False,
        )
    ]
    context = {
        **event_page_context(request, found.event, active="standings", section=found),
        "row": explained.row,
        "values": values,
        "after": after,
        "rounds": explained.table.data["rounds"],
    }
    template = "parts/explanation.html" if request.htmx else "explanation.html"
    return render(request, f"tournaments/tables/{template}", context)


def requested_round(request: HttpRequest, section: Section) -> int | None:
    """After how many rounds the table is asked for; None: after all. One query, and none if nothing is asked for."""
    number = parse_whole_number(request.GET.get("after"), max_digits=3)
    return number if number is not None and number in public_round_numbers(section)[:-1] else None


@require_safe
@conditional_page
def crosstable(request: SignedInRequest, event: int, section: int) -> HttpResponse:
    """Of a knockout the bracket: it says the same."""
    found = get_section_or_404(request, event, section)
    context = event_page_context(request, found.event, active="crosstable", section=found)
    context["follows"] = not found.event.has_finished
    if found.system == PairingSystem.KNOCKOUT:
        return _bracket_page(request, found, context)
    shown = present_crosstable(found)
    first, second = colour_names(found.event)
    context |= {
        "cross": shown.cross,
        "rows": list(zip(shown.table.rows, (row.cells for row in shown.cross.rows), strict=True)),
        "first": first,
        "second": second,
        "own_entries": own_entry_ids(request.user, found.event),
    }
    template = "parts/crosstable.html" if request.htmx else "crosstable.html"
    return render(request, f"tournaments/tables/{template}", context)


@require_safe
def ratings(request: SignedInRequest, event: int, section: int) -> HttpResponse:
    """Not kept: rating lists change without the event."""
    found = get_section_or_404(request, event, section)
    rows = present_rating_report(found)
    context = {
        **event_page_context(request, found.event, active="standings", section=found),
        "rows": rows,
        "is_rated": any(row.change is not None for row in rows),
    }
    return render(request, "tournaments/tables/ratings.html", context)


@require_safe
@conditional_page
def progress(request: SignedInRequest, event: int, section: int) -> HttpResponse:
    """The best, and those whom one chooses: ranks after each round, or points."""
    found = get_section_or_404(request, event, section)
    asked = request.GET.getlist("player")[:MAX_CHOSEN]
    chosen = [number for text in asked if (number := parse_whole_number(text, max_digits=5)) is not None]
    by_points = request.GET.get("by") == "points"
    shown = present_progress(found, chosen)
    system = point_system(found)
    values = shown.points if by_points else shown.ranks
    text = system.text if by_points else str
    names = {row.number: row.entry for row in shown.table.rows}
    chart = draw_progress_chart(values, falling=not by_points, label=text)
    context = {
        **event_page_context(request, found.event, active="standings", section=found),
        "chart": chart,
        "lines": [
            {"drawn": line, "name": shorten_name(names[line.number])}
            for line in (chart.lines if chart else [])
        ],
        "table_rows": [
            (names[number], [text(value) for value in row], number) for number, row in values.items()
        ],
        "rounds": range(1, max((len(row) for row in values.values()), default=0) + 1),
        "by_points": by_points,
        "others": [row for row in shown.table.rows[BEST_PLAYERS:] if row.number not in chosen],
        "chosen": chosen,
        "top": BEST_PLAYERS,
    }
    return render(request, "tournaments/tables/progress.html", context)


@require_safe
@conditional_page
def prizes(request: SignedInRequest, event: int, section: int) -> HttpResponse:
    found = get_section_or_404(request, event, section)
    context = {
        **event_page_context(request, found.event, active="standings", section=found),
        "prizes": present_prizes(found),
    }
    return render(request, "tournaments/tables/prizes.html", context)


def _bracket_page(request: SignedInRequest, section: Section, context: dict[str, Any]) -> HttpResponse:
    shown = present_bracket(section)
    matches_by_key = {
        match.key: present_match(shown, match, section) for matches in shown.rounds for match in matches
    }
    drawing = shown.drawing
    context |= {
        "bracket": shown,
        "drawing": drawing,
        "boxes": [(box, matches_by_key[box.match.key]) for box in drawing.matches] if drawing else [],
        "rounds": [
            (knockout_stage(left), [matches_by_key[match.key] for match in matches])
            for left, matches in zip(reversed(range(len(shown.rounds))), shown.rounds, strict=True)
        ],
    }
    template = "parts/bracket.html" if request.htmx else "bracket.html"
    return render(request, f"tournaments/tables/{template}", context)


@require_safe
@conditional_page
def player_card(request: SignedInRequest, event: int, section: int, number: int) -> HttpResponse:
    found = get_section_or_404(request, event, section)
    card = present_player_card(found, number, request.user)
    if card is None:
        raise Http404(_("There is no such player in this section."))
    context = {
        **event_page_context(request, found.event, active="standings", section=found),
        "card": card,
        "shows_boards": any(played for each in card.rounds for played in each.games),
    }
    return render(request, "tournaments/tables/player_card.html", context)
