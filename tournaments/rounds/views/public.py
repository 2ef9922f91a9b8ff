"""Pages of rounds for everybody: lists by board and by name, the projector, the poster."""

from functools import lru_cache
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from core.game_types import is_recordable
from core.web.fragments import FragmentResponse, cached_fragment
from core.web.numbers import parse_whole_number
from tournaments import policies
from tournaments.access import (
    event_of_request,
    get_event_or_404,
    get_round_or_404,
    get_section_or_404,
    has_permission,
    sections_of_event,
)
from tournaments.conditional import conditional_page
from tournaments.models import Entry, Event, PairingSystem, PlayerRecording, Round, RoundState, Section
from tournaments.presenters import colour_names, event_page_context, mark_own_rows
from tournaments.rounds.presenters.lists import render_qr_code, render_round_list
from tournaments.rounds.presenters.phones import phone_address
from tournaments.rounds.presenters.strip import present_strip
from tournaments.rounds.selectors.clock import read_clock
from tournaments.rounds.selectors.lists import (
    current_board,
    current_round,
    find_entry,
    public_rounds,
    rounds_with_counts,
    search_entries,
)
from tournaments.rounds.services.knockout import missing_games
from tournaments.rounds.services.order import next_round
from tournaments.selectors import untouched_rounds

MAX_SEARCH_LENGTH = 100


@require_safe
@conditional_page
def rounds(request: HttpRequest, event: int, section: int) -> HttpResponse:
    """All rounds of a section; arbiters also see drafts, and order the next one here."""
    found = get_section_or_404(request, event, section)
    may_pair = has_permission(request, found.event, policies.PAIR)
    coming = next_round(found) if may_pair and found.event.state == "running" else None
    has_schedule = coming is not None and found.system == PairingSystem.ROUND_ROBIN
    context = {
        **event_page_context(request, found.event, active="rounds", section=found),
        "rounds": rounds_with_counts(found, drafts=may_pair),
        "may_pair": may_pair,
        "coming": coming,
        "may_publish_all": has_schedule and coming is not None and not coming.refusal,
        "untouched": _untouched_schedule(found) if has_schedule else None,
        "strip": present_strip(request, found, page="rounds"),
    }
    return render(request, "tournaments/rounds/rounds.html", context)


def _untouched_schedule(section: Section) -> dict[str, int] | None:
    """The last published rounds, several of them, in which nothing was entered; a single one is unpublished instead."""
    numbers = [round_.number for round_ in untouched_rounds(section)]
    return {"first": numbers[0], "last": numbers[-1]} if len(numbers) > 1 else None


@require_safe
@conditional_page
def round_page(request: HttpRequest, event: int, section: int, number: int) -> HttpResponseBase:
    by_name = request.GET.get("by") == "name"
    if request.htmx and request.htmx.target == "round-list":  # type: ignore[attr-defined]
        return _round_fragment(request, event, section, number, by_name=by_name)
    round_ = get_round_or_404(request, event, section, number)
    if not round_.is_public:
        return redirect("round-draft", event, section, number)
    shown = render_round_list(round_, by_name=by_name)
    own = mark_own_rows(request, round_.section.event, shown["html"])
    context = {
        **_round_context(round_),
        **_record_code(request, round_.section.event),
        "list": shown | {"html": own},
        "by_name": by_name,
    }
    context |= event_page_context(request, round_.section.event, active="rounds", section=round_.section)
    may_pair = (
        has_permission(request, round_.section.event, policies.PAIR)
        and round_.section.event.state == "running"
    )
    context |= {
        "rounds": public_rounds(round_.section),
        "may_pair": may_pair,
        "strip": present_strip(request, round_.section, page="round") if may_pair else None,
        "results_url": _results_url(round_)
        if has_permission(request, round_.section.event, policies.ENTER_RESULTS)
        else "",
        "extra_games": len(missing_games(round_)) if may_pair and _can_have_more_games(round_) else 0,
    }
    return render(request, "tournaments/rounds/round.html", context)


def _round_fragment(
    request: HttpRequest, event: int, section: int, number: int, *, by_name: bool
) -> HttpResponseBase:
    """Hundreds of phones ask for this again and again: no query while it is cached."""

    def render_part() -> str:
        round_ = get_round_or_404(request, event, section, number)
        if not round_.is_public:
            raise Http404(_("There is no such round."))
        context = {
            **_round_context(round_),
            "list": render_round_list(round_, by_name=by_name),
            "by_name": by_name,
        }
        return render_to_string("tournaments/rounds/parts/list.html", context)

    name = f"followed-round:{section}:{number}:{'names' if by_name else 'boards'}"
    part = cached_fragment(event_of_request(request, event), name, render_part, allow_stale=True)
    return FragmentResponse(part)


@require_safe
@conditional_page
def current(request: HttpRequest, event: int, section: int) -> HttpResponse:
    """A short way to the latest published round."""
    found = get_section_or_404(request, event, section)
    round_ = current_round(found)
    if round_ is None:
        return redirect("rounds", event, section)
    return redirect(round_)


@require_safe
@conditional_page
def projector(request: HttpRequest, event: int, section: int) -> HttpResponse:
    """The current round in large type. It goes on to the next one by itself when that is published."""
    found = get_section_or_404(request, event, section)
    round_ = current_round(found)
    by_name = request.GET.get("by") == "name"
    context: dict[str, Any] = {"event": found.event, "section": found, "by_name": by_name, "round": round_}
    if settings.ROOM_PORT:
        context["phones"] = render_qr_code(phone_address(request, reverse("find-board", args=[event])))
    if round_ is not None:
        context |= {**_round_context(round_), "list": render_round_list(round_, by_name=by_name)}
    part = request.htmx and request.htmx.target == "projector"  # type: ignore[attr-defined]
    template = "tournaments/rounds/parts/projected.html" if part else "tournaments/rounds/projector.html"
    return render(request, template, context)


@require_safe
@conditional_page
def find_board(request: HttpRequest, event: int) -> HttpResponse:
    """What the QR code on the wall leads to: type or pick a name, and see the board."""
    found = get_event_or_404(request, event)
    context: dict[str, Any] = {"event": found, "colours": colour_names(found)}
    if request.GET.get("entry"):
        entry = _chosen_entry(request, found.pk)
        context |= {"boards": [current_board(found, entry)], "entry": entry}
        if request.htmx and request.htmx.target == "boards":  # type: ignore[attr-defined]
            return render(request, "tournaments/rounds/parts/boards.html", context)
    else:
        text = request.GET.get("q", "")[:MAX_SEARCH_LENGTH]
        names, more = search_entries(found, text)
        context |= {"q": text, "names": names, "more": more, "several": len(sections_of_event(found)) > 1}
        if request.htmx and request.htmx.target == "names":  # type: ignore[attr-defined]
            return render(request, "tournaments/rounds/parts/names.html", context)
    context |= event_page_context(request, found, active="")
    return render(request, "tournaments/rounds/find.html", context)


@require_safe
@conditional_page
def poster(request: HttpRequest, event: int) -> HttpResponse:
    """To print and hang on the wall."""
    found = get_event_or_404(request, event)
    address = phone_address(request, reverse("find-board", args=[found.pk]))
    context = {
        **event_page_context(request, found, active=""),
        "address": address,
        "picture": render_qr_code(address),
        **_record_code(request, found),
    }
    return render(request, "tournaments/rounds/poster.html", context)


def _record_code(request: HttpRequest, event: Event) -> dict[str, str]:
    """Leads players to the recorder, which knows their boards; none where only arbiters record."""
    if not is_recordable(event.game) or not PlayerRecording(event.player_recording).modes:
        return {}
    address = phone_address(request, f"{reverse('record')}?board=mine")
    return {"record_address": address, "record_picture": _kept_qr_code(address)}


@lru_cache(maxsize=64)
def _kept_qr_code(address: str) -> str:
    """Every page of a round has it."""
    return render_qr_code(address)


def _round_context(round_: Round) -> dict[str, Any]:
    event = round_.section.event
    return {
        "event": event,
        "section": round_.section,
        "round": round_,
        "colours": colour_names(event),
        "clock": read_clock(event, round_) if round_.state == RoundState.PUBLISHED else None,
    }


def _can_have_more_games(round_: Round) -> bool:
    return round_.section.system == PairingSystem.KNOCKOUT and round_.state == RoundState.PUBLISHED


def _results_url(round_: Round) -> str:
    try:
        section: Section = round_.section
        return reverse("round-results", args=[section.event_id, section.pk, round_.number])
    except NoReverseMatch:
        return ""


def _chosen_entry(request: HttpRequest, event: int) -> Entry:
    number = parse_whole_number(request.GET["entry"])
    found = find_entry(get_event_or_404(request, event), number) if number is not None else None
    if found is None:
        raise Http404(_("Nobody in this event has that number."))
    return found
