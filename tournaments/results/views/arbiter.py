"""The arbiter's pages: the results of a round, one board with all that is said about it, and what waits."""

import json
from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from audit.presenters.lines import present_lines
from core.errors import Conflict, Refused
from core.web.access import SignedInRequest
from games.policies import may_see_game
from tournaments.access import load_pairing, load_round, requires
from tournaments.event_records import loose_records, waiting_records
from tournaments.models import Event, Pairing, PairingResult
from tournaments.policies import may_enter_results
from tournaments.presenters import colour_names, event_page_context
from tournaments.results.forms import DecisionForm, SavedResults, save_selected_results
from tournaments.results.presenters import preview_consequences
from tournaments.results.selectors import (
    RESULT_KEYS,
    ReportedBoard,
    boards_needing_decision,
    boards_of_round,
    load_board,
    load_changes,
    possible_results,
    record_differences,
    result_label,
    texts_of_board,
    told_decisions,
)
from tournaments.results.services import records, results
from tournaments.results.services.records import result_in_record
from tournaments.rounds.presenters.strip import present_strip

CONFLICT = 409
JSON = "application/json"
BUTTON_RESULTS = (PairingResult.FIRST_WINS, PairingResult.DRAW, PairingResult.SECOND_WINS)


@dataclass(frozen=True)
class ShownBoard:
    """A line of the list, with what became of it when it was sent."""

    line: ReportedBoard
    problem: str
    typed: str


@require_http_methods(["GET", "HEAD", "POST"])
@requires(may_enter_results)
def round_results(request: SignedInRequest, event: Event, section: int, number: int) -> HttpResponseBase:
    """All boards of a round: by keys, buttons and selects. The script sends what it took as the plain form does."""
    round_ = load_round(event, section, number)
    lines = boards_of_round(round_)
    outcome = SavedResults()
    if request.method == "POST":
        outcome = save_selected_results(request.user, lines, request.POST.dict())
        lines = boards_of_round(round_)
        if request.headers.get("Accept") == JSON:
            return _answer_script(request, event, lines, outcome)
        if not outcome.has_problems:
            for sentence in outcome.saved:
                messages.success(request, sentence)
            return redirect(request.path)
    context = {
        **event_page_context(request, event, active="rounds", section=round_.section),
        "round": round_,
        **_list_context(event, lines, outcome),
        "colours": colour_names(event),
        "strip": present_strip(request, round_.section, page="round-results"),
    }
    template = "tournaments/results/results.html"
    if request.htmx:
        is_strip = request.htmx.target == "round-strip"
        template = f"tournaments/{'rounds/parts/strip' if is_strip else 'results/parts/boards'}.html"
    return render(
        request,
        template,
        context,
        status=CONFLICT if outcome.has_problems else 200,
    )


def _answer_script(
    request: SignedInRequest, event: Event, lines: list[ReportedBoard], outcome: SavedResults
) -> JsonResponse:
    """Of the boards that were sent: what they are now, and why they are not what was wanted."""
    boards = [
        {
            "pairing": pairing.pk,
            "result": pairing.result,
            "version": pairing.version,
            "problem": outcome.problems.get(pairing.pk, ""),
            "address": reverse("board", args=[event.pk, pairing.pk]),
        }
        for pairing in (line.pairing for line in lines)
        if f"result-{pairing.pk}" in request.POST
    ]
    return JsonResponse({"boards": boards})


def _list_context(event: Event, lines: list[ReportedBoard], outcome: SavedResults) -> dict[str, object]:
    possible = possible_results(event)
    keys = {key: result for key, result in RESULT_KEYS.items() if result in possible}
    return {
        "shown_lines": [
            ShownBoard(
                line,
                outcome.problems.get(line.pairing.pk, ""),
                outcome.typed.get(line.pairing.pk, line.pairing.result),
            )
            for line in lines
        ],
        "entered_count": sum(line.pairing.result != "" for line in lines),
        "has_selects": any(not line.needs_reason for line in lines),
        "choices": [(result.value, result.label) for result in possible],
        "keys": [(key, result.label) for key, result in keys.items()],
        "key_results": json.dumps({key: result.value for key, result in keys.items()}),
        "buttons": [(result.value, result.label) for result in BUTTON_RESULTS if result in possible],
    }


@require_http_methods(["GET", "HEAD", "POST"])
@requires(may_enter_results)
def board(request: SignedInRequest, event: Event, pairing: int) -> HttpResponseBase:
    """One board: what players and record say, what another result would change, and the arbiter's word."""
    found = load_pairing(event, pairing)
    sent = request.POST if request.method == "POST" else request.GET
    line = load_board(found)
    asked = sent if "result" in sent else None
    # Looking at what would change needs no reason yet.
    form = DecisionForm(
        asked,
        initial=_initial(found),
        event=event,
        needs_reason=line.needs_reason,
        is_saved=sent.get("do") == "save",
    )
    problem, conflict = "", False
    if request.method == "POST":
        try:
            done = _do_action(request, found, form)
        except Refused as refusal:
            problem, conflict = str(refusal), isinstance(refusal, Conflict)
            found = load_pairing(event, pairing)
            line = load_board(found)
        else:
            if done:
                messages.success(request, done)
                return redirect("board", event.pk, found.pk)
    wanted = form.cleaned_data["result"] if form.is_bound and form.is_valid_result() else None
    context = {
        **event_page_context(request, event, active="rounds", section=found.round.section),
        "round": found.round,
        "pairing": found,
        "line": line,
        "form": form,
        "problem": problem,
        "preview": preview_consequences(found, wanted)
        if wanted is not None and wanted != found.result
        else None,
        "wanted": result_label(wanted) if wanted is not None else "",
        "record_says": _record_says(found),
        "may_see_record": found.game is not None and may_see_game(request.user, found.game),
        "waiting_records": [(game, records.ended_as_recorded(game)) for game in waiting_records(found)],
        "differences": record_differences(found, by_players_only=False),
        "told_decisions": told_decisions(found),
        "texts": [] if event.is_refereed else texts_of_board(found),
        "ended": records.ended_as_recorded(found.game) if found.game else "",
        "lines": present_lines(load_changes(event, found), linked=False),
        "colours": colour_names(event),
    }
    return render(request, "tournaments/results/board.html", context, status=CONFLICT if conflict else 200)


@require_safe
@requires(may_enter_results)
def waiting_decisions(request: SignedInRequest, event: Event) -> HttpResponse:
    """Everything in the event that only an arbiter can settle."""
    context = {
        **event_page_context(request, event, active="rounds"),
        "lines": boards_needing_decision(event),
        "loose_records": loose_records(event),
    }
    return render(request, "tournaments/results/waiting.html", context)


def _initial(pairing: Pairing) -> dict[str, object]:
    return {"result": pairing.result, "seen": pairing.version}


def _record_says(pairing: Pairing) -> str:
    said = result_in_record(pairing.game) if pairing.game else ""
    return result_label(said) if said else ""


def _do_action(request: SignedInRequest, pairing: Pairing, form: DecisionForm) -> str:
    """Do what the button says; the sentence for the top of the page, or nothing if there is only something to show."""
    reason = request.POST.get("reason", "")
    match request.POST.get("do", ""):
        case "keep":
            records.keep_result(actor=request.user, pairing=pairing, reason=reason)
            return _("The result stays as it is.")
        case "take":
            records.take_result_from_record(actor=request.user, pairing=pairing, reason=reason)
            return _("The result now comes from the record.")
        case "part":
            records.detach_record(actor=request.user, pairing=pairing, reason=reason)
            return _("The record no longer belongs to this board.")
        case "attach":
            records.attach_waiting_record(
                actor=request.user, pairing=pairing, game=request.POST.get("game", ""), reason=reason
            )
            return _("The record now belongs to this board.")
        case "save" if form.is_valid():
            values = form.cleaned_data
            results.enter_result(
                actor=request.user,
                pairing=pairing,
                result=values["result"],
                seen=values["seen"],
                reason=values["reason"],
                decision=values["decision"],
            )
            return _("The result is saved.")
    return ""
