"""The standings, and why somebody stands where they do."""

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from players.accounts.access import SignedInRequest
from tournaments.events.access import get_section_or_404
from tournaments.events.conditional import as_of, conditional_page, known_event
from tournaments.events.frame import event_frame
from tournaments.events.kept_parts import kept_part
from tournaments.models import Section
from tournaments.tables.freezing import explained_row
from tournaments.tables.shown_standings import published_rounds, shown_standings
from tournaments.tables.words import head_of_column, name_of_column, why_it_does_not_count


@require_safe
@conditional_page
def standings(request: SignedInRequest, event: int, section: int) -> HttpResponseBase:
    if request.htmx and "after" not in request.GET:
        return _followed_standings(request, event, section)
    found = get_section_or_404(request, event, section)
    shown = shown_standings(found, after=wanted_rounds(request, found))
    if request.htmx:
        return HttpResponse(shown)
    context = {**event_frame(request, found.event, active="standings", section=found), "standings": shown}
    return render(request, "tournaments/tables/standings.html", context)


def _followed_standings(request: HttpRequest, event: int, section: int) -> HttpResponseBase:
    """What hundreds of phones ask for, again and again: nothing is looked up where it is kept."""
    part = kept_part(
        known_event(request, event),
        f"followed-standings:{section}",
        lambda: shown_standings(get_section_or_404(request, event, section)),
        calmly_for=request,
    )
    return as_of(HttpResponse(part.content), part.change_number)


@require_safe
@conditional_page
def standing(request: SignedInRequest, event: int, section: int, number: int) -> HttpResponse:
    """Why one player has these points and tie-breaks: a page, and a part of one for those with scripts."""
    found = get_section_or_404(request, event, section)
    after = wanted_rounds(request, found)
    explained = explained_row(found, number, after=after)
    if explained is None:
        raise Http404(_("There is no such player in this section."))
    names = {row.number: row.entry for row in explained.table.rows}
    columns = explained.table.data["columns"]
    heads = [(_("Points"), _("Points")), *((head_of_column(each), name_of_column(each)) for each in columns)]
    values = [
        {
            "head": head,
            "name": name,
            "article": column["article"] if column else "",
            "value": value,
            "summary": reason["summary"],
            "lines": [
                {
                    **line,
                    "entry": names.get(line["opponent"] or 0),
                    "cut": why_it_does_not_count(line["cut"]),
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
        **event_frame(request, found.event, active="standings", section=found),
        "row": explained.row,
        "values": values,
        "after": after,
        "rounds": explained.table.data["rounds"],
    }
    template = "parts/explanation.html" if request.htmx else "explanation.html"
    return render(request, f"tournaments/tables/{template}", context)


def wanted_rounds(request: HttpRequest, section: Section) -> int | None:
    """After how many rounds the table is asked for; None: after all. One query, and none if nothing is asked for."""
    asked = request.GET.get("after", "")
    if not asked.isdecimal() or len(asked) > 3:
        return None
    return int(asked) if int(asked) in published_rounds(section)[:-1] else None
