"""The arbiter's pages: ordering a round, looking at the draft, changing it, publishing, closing, the clock."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRefresh

from core.errors import Refused
from core.web.access import SignedInRequest
from core.web.numbers import parse_whole_number
from core.web.refusals import refusals_as_messages
from tournaments.access import load_round, load_section, requires
from tournaments.models import Event, PairingSystem, Round, RoundState
from tournaments.policies import may_pair
from tournaments.presenters import colour_names, event_page_context
from tournaments.rounds.forms import ABSENCE_CHOICES, ChangeForm, ClockForm, PairAgainForm, VersionForm
from tournaments.rounds.presenters.draft import load_board_explanation, load_bye_explanation, present_draft
from tournaments.rounds.presenters.phones import present_phones
from tournaments.rounds.presenters.preview import preview_change
from tournaments.rounds.presenters.strip import present_strip
from tournaments.rounds.selectors.constraints import load_relaxations
from tournaments.rounds.selectors.lists import count_games, failed_order, round_exists
from tournaments.rounds.services import clock, order, publication, schedule
from tournaments.rounds.services.clock import ClockStep
from tournaments.rounds.services.draft import change_draft
from tournaments.rounds.services.knockout import add_games


@require_POST
@requires(may_pair)
def order_round(request: SignedInRequest, event: Event, section: int) -> HttpResponse:
    found = load_section(event, section)
    number = parse_whole_number(request.POST.get("number"), max_digits=4)
    if number is None:
        messages.error(request, _("Which round? Please try again."))
        return redirect("rounds", event.pk, section)
    try:
        order.order_round(
            actor=request.user,
            section=found,
            number=number,
            despite_warning=bool(request.POST.get("despite")),
            leave_out_missing=request.POST.get("missing") == "leave",
        )
    except Refused as refusal:
        messages.error(request, str(refusal))
        return redirect("rounds", event.pk, section)
    return redirect("round-draft", event.pk, section, number)


@require_POST
@requires(may_pair)
def publish_schedule(request: SignedInRequest, event: Event, section: int) -> HttpResponse:
    """All rounds of a round robin that are still to come."""
    found = load_section(event, section)
    number = parse_whole_number(request.POST.get("number"), max_digits=4) or 0
    with refusals_as_messages(request):
        rounds = schedule.publish_schedule(actor=request.user, section=found, number=number)
        messages.success(
            request,
            _("Rounds %(first)s to %(last)s are published.")
            % {"first": rounds[0].number, "last": rounds[-1].number},
        )
    return redirect("rounds", event.pk, section)


@require_POST
@requires(may_pair)
def take_back_schedule(request: SignedInRequest, event: Event, section: int) -> HttpResponse:
    found = load_section(event, section)
    with refusals_as_messages(request):
        numbers = schedule.take_back_schedule(actor=request.user, section=found)
        messages.success(
            request,
            _("Rounds %(first)s to %(last)s are taken back. They can be published again.")
            % {"first": numbers[0], "last": numbers[-1]},
        )
    return redirect("rounds", event.pk, section)


@require_safe
@requires(may_pair)
def phones(request: SignedInRequest, event: Event) -> HttpResponse:
    """To show on a screen, or to print: how the phones in the room come here."""
    context = {**event_page_context(request, event, active=""), "phones": present_phones(request, event)}
    return render(request, "tournaments/rounds/phones.html", context)


@require_safe
@requires(may_pair)
def draft(request: SignedInRequest, event: Event, section: int, number: int) -> HttpResponse:
    """While the round is being paired it asks again each second; then it shows the boards."""
    round_ = load_round(event, section, number)
    if round_.is_public:
        return redirect(round_)
    waits = request.htmx and request.htmx.target == "being-paired"
    if waits and (round_.state == RoundState.PAIRED or round_.problem or failed_order(round_)):
        return HttpResponseClientRefresh()
    if waits:
        return render(request, "tournaments/rounds/parts/being_paired.html", {"round": round_})
    context = _page_context(request, round_)
    if round_.state == RoundState.PAIRED:
        context["strip"] = present_strip(request, round_.section, page="round-draft")
        context["draft"] = present_draft(round_)
        context["outcomes"] = ABSENCE_CHOICES
        context["can_change"] = round_.section.system != PairingSystem.KNOCKOUT
        context["can_keep"] = round_.section.system in (PairingSystem.SWISS, PairingSystem.KEIZER)
        return render(request, "tournaments/rounds/draft.html", context)
    context["relaxations"] = load_relaxations(round_)
    context["failed"] = failed_order(round_)
    return render(request, "tournaments/rounds/ordered.html", context)


@require_safe
@requires(may_pair)
def explain(
    request: SignedInRequest, event: Event, section: int, number: int, board: int = 0
) -> HttpResponse:
    """Why a board is as it is; without one, why somebody has the bye. Also of published rounds."""
    round_ = load_round(event, section, number)
    found = None
    if round_.state != RoundState.ORDERED:
        found = load_board_explanation(round_, board) if board else load_bye_explanation(round_)
    if found is None:
        raise Http404(_("There is no such board."))
    context = {"round": round_, "board": board, "sentences": found}
    if request.htmx:
        return render(request, "tournaments/rounds/parts/why.html", context)
    return render(request, "tournaments/rounds/why.html", _page_context(request, round_) | context)


@require_http_methods(["GET", "HEAD", "POST"])
@requires(may_pair)
def change(request: SignedInRequest, event: Event, section: int, number: int) -> HttpResponse:
    """First shown with what it breaks, then saved. In a knockout nothing can break: saved at once.

    Whoever loads the preview again by its address comes back to the draft.
    """
    round_ = load_round(event, section, number)
    if request.method != "POST":
        return redirect("round-draft", event.pk, section, number)
    form = ChangeForm(request.POST)
    if not form.is_valid():
        return _show_refusal(request, round_, _("Nothing was changed. Please fill in all fields."))
    version = form.cleaned_data["version"]
    try:
        wanted = form.change()
        if "save" in request.POST or round_.section.system == PairingSystem.KNOCKOUT:
            change_draft(actor=request.user, round=round_, change=wanted, seen=version)
            messages.success(request, _("The pairing is changed."))
            return redirect("round-draft", event.pk, section, number)
        shown = preview_change(round_, wanted)
    except Refused as refusal:
        return _show_refusal(request, round_, str(refusal))
    names = shown.data.entries
    context = _page_context(request, round_) | {
        "preview": shown,
        "posted": [(name, value) for name, value in form.data.items() if name in form.fields],
        "gone": [(board, names[pair.white], names[pair.black]) for board, pair in shown.gone_boards],
        "new": [(board, names[pair.white], names[pair.black]) for board, pair in shown.changed_boards],
        "bye_before": names.get(shown.before.bye or 0),
        "bye_after": names.get(shown.after.bye or 0),
        "colours": colour_names(event),
    }
    return render(request, "tournaments/rounds/preview.html", context)


@require_POST
@requires(may_pair)
def pair_again(request: SignedInRequest, event: Event, section: int, number: int) -> HttpResponse:
    round_ = load_round(event, section, number)
    form = PairAgainForm(request.POST, boards=count_games(round_))
    if not form.is_valid():
        return _show_refusal(request, round_, _("These boards cannot be kept. Please look again."))

    def step() -> None:
        order.pair_again(
            actor=request.user,
            round=round_,
            seen=form.cleaned_data["version"],
            keep_boards=form.cleaned_data["keep"],
            keep_bye=form.cleaned_data["keep_bye"],
        )

    return _do_step(request, round_, step)


@require_POST
@requires(may_pair)
def relax_constraints(request: SignedInRequest, event: Event, section: int, number: int) -> HttpResponse:
    round_ = load_round(event, section, number)
    seen = _seen_version(request)
    return _do_step(
        request, round_, lambda: order.relax_constraints(actor=request.user, round=round_, seen=seen)
    )


@require_POST
@requires(may_pair)
def delete(request: SignedInRequest, event: Event, section: int, number: int) -> HttpResponse:
    round_ = load_round(event, section, number)
    try:
        order.delete_draft(actor=request.user, round=round_, seen=_seen_version(request))
    except Refused as refusal:
        return _show_refusal(request, round_, str(refusal))
    messages.success(request, _("The pairing of round %(number)s is deleted.") % {"number": number})
    return redirect("rounds", event.pk, section)


@require_POST
@requires(may_pair)
def publish(request: SignedInRequest, event: Event, section: int, number: int) -> HttpResponse:
    round_ = load_round(event, section, number)
    seen = _seen_version(request)
    return _do_step(
        request,
        round_,
        lambda: publication.publish_round(actor=request.user, round=round_, seen=seen),
        _("Round %(number)s is published.") % {"number": number},
    )


@require_POST
@requires(may_pair)
def unpublish(request: SignedInRequest, event: Event, section: int, number: int) -> HttpResponse:
    round_ = load_round(event, section, number)
    return _do_step(
        request,
        round_,
        lambda: publication.unpublish_round(actor=request.user, round=round_),
        _("Round %(number)s is a draft again: only arbiters see it.") % {"number": number},
    )


@require_POST
@requires(may_pair)
def close(request: SignedInRequest, event: Event, section: int, number: int) -> HttpResponse:
    round_ = load_round(event, section, number)
    despite = bool(request.POST.get("despite"))
    return _do_step(
        request,
        round_,
        lambda: publication.close_round(actor=request.user, round=round_, despite_adjourned=despite),
        _("Round %(number)s is closed.") % {"number": number},
    )


@require_POST
@requires(may_pair)
def close_and_pair(request: SignedInRequest, event: Event, section: int, number: int) -> HttpResponse:
    """The step that comes after the last result of most rounds."""
    round_ = load_round(event, section, number)
    try:
        ordered = order.close_and_order(actor=request.user, round=round_)
    except Refused as refusal:
        return _show_refusal(request, round_, str(refusal))
    messages.success(request, _("Round %(number)s is closed.") % {"number": number})
    return redirect("round-draft", event.pk, section, ordered.number)


@require_POST
@requires(may_pair)
def reopen(request: SignedInRequest, event: Event, section: int, number: int) -> HttpResponse:
    round_ = load_round(event, section, number)
    return _do_step(
        request,
        round_,
        lambda: publication.reopen_round(actor=request.user, round=round_),
        _("Round %(number)s is open again.") % {"number": number},
    )


@require_POST
@requires(may_pair)
def add_match_games(request: SignedInRequest, event: Event, section: int, number: int) -> HttpResponse:
    """The further games of level matches."""
    round_ = load_round(event, section, number)
    return _do_step(
        request,
        round_,
        lambda: add_games(actor=request.user, round=round_),
        _("The games that level matches need are added."),
    )


@require_POST
@requires(may_pair)
def set_clock(request: SignedInRequest, event: Event, section: int, number: int) -> HttpResponse:
    round_ = load_round(event, section, number)
    form = ClockForm(request.POST)
    if not form.is_valid():
        return _show_refusal(
            request, round_, _("A clock runs for 1 to %(max)s minutes.") % {"max": clock.MAX_MINUTES}
        )
    steps: dict[ClockStep, Callable[[], Round]] = {
        ClockStep.START: lambda: clock.start_clock(
            actor=request.user, round=round_, minutes=form.cleaned_data["minutes"]
        ),
        ClockStep.STOP: lambda: clock.stop_clock(actor=request.user, round=round_),
        ClockStep.RESET: lambda: clock.reset_clock(actor=request.user, round=round_),
    }
    return _do_step(request, round_, steps[ClockStep(form.cleaned_data["do"])])


def _do_step(
    request: HttpRequest, round_: Round, step: Callable[[], object], success: str = ""
) -> HttpResponse:
    """Do it and show the round; a refusal is shown there too."""
    with refusals_as_messages(request):
        step()
        if success:
            messages.success(request, success)
    return _redirect_to_round(round_)


def _show_refusal(request: HttpRequest, round_: Round, sentence: str) -> HttpResponse:
    messages.error(request, sentence)
    return _redirect_to_round(round_)


def _redirect_to_round(round_: Round) -> HttpResponse:
    """The round's page sends arbiters on to the draft, if it is one; if it is gone, to the list."""
    if not round_exists(round_):
        return redirect("rounds", round_.section.event_id, round_.section_id)
    return redirect(round_)


def _seen_version(request: HttpRequest) -> int | None:
    form = VersionForm(request.POST)
    return form.cleaned_data["version"] if form.is_valid() else -1


def _page_context(request: HttpRequest, round_: Round) -> dict[str, Any]:
    section = round_.section
    return event_page_context(request, section.event, active="rounds", section=section) | {"round": round_}
