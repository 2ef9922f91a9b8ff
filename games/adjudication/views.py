"""The page of an adjudication: verdict, proof, the board to see it on, and the arbiter's word."""

from django.contrib import messages
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from core.errors import Refused
from games.access import forbid_caching_if_withheld, game_or_404
from games.adjudication import services
from games.adjudication.forms import DecisionForm
from games.adjudication.presenters import board_of_finding
from games.adjudication.selectors import adjudications_of, current_decision, decisive_finding
from games.models import Adjudication, AdjudicationState, Game
from games.policies import may_adjudicate, may_see_all_of_game


@require_http_methods(["GET", "HEAD", "POST"])
def adjudication(request: HttpRequest, pk: int) -> HttpResponse:
    """For those who may see all of the game: a proof shows everything."""
    game = game_or_404(request.user, pk, may=may_see_all_of_game)
    may_decide = may_adjudicate(request.user, game)
    if request.method == "POST" and not may_decide:
        raise Http404(_("There is no such game."))
    found = adjudications_of(game)
    current = found[0] if found else None
    form = DecisionForm(request.POST if request.method == "POST" else None)
    problem = ""
    if request.method == "POST" and not _is_about(request, current):
        problem = _("The referee has checked the game again. Please read the new verdict before you decide.")
        form = DecisionForm(initial={"reason": request.POST.get("reason", "")})
    elif request.method == "POST" and form.is_valid():
        problem = _decide(request, current, form)
        if not problem:
            messages.success(request, _("The decision is saved."))
            return redirect("adjudication", pk=game.pk)
    holding = current_decision(game)
    context = {
        "game": game,
        "current": current,
        "holding": holding,
        "earlier": [each for each in found[1:] if each != holding],
        "may_decide": may_decide and bool(found),
        "form": form,
        "problem": problem,
        **_board_context(request, game, current),
    }
    return forbid_caching_if_withheld(render(request, "games/adjudication/adjudication.html", context), game)


def _is_about(request: HttpRequest, current: Adjudication | None) -> bool:
    """Whether the arbiter had this verdict before his eyes: the form names the one it was shown with."""
    return current is None or request.POST.get("adjudication") == str(current.pk)


def _decide(request: HttpRequest, adjudication: Adjudication | None, form: DecisionForm) -> str:
    """Do what the form says; returns the sentence if it is refused."""
    if adjudication is None or isinstance(request.user, AnonymousUser):
        return _("The referee has not checked this game yet.")
    actor, values = request.user, form.cleaned_data
    result, reason = values["result"], values["reason"]
    try:
        if values["decision"] == AdjudicationState.CONFIRMED:
            services.confirm(actor=actor, adjudication=adjudication, reason=reason)
        else:
            services.overrule(actor=actor, adjudication=adjudication, result=result, reason=reason)
    except Refused as refusal:
        return str(refusal)
    return ""


def _board_context(request: HttpRequest, game: Game, adjudication: Adjudication | None) -> dict[str, object]:
    """The board of the finding that was asked for; without a word, of that on which the verdict rests."""
    findings = adjudication.proof.get("findings", []) if adjudication else []
    if adjudication is None or not findings:
        return {"findings": []}
    asked = _number(request, "finding")
    chosen = decisive_finding(adjudication) if asked is None else min(asked, len(findings) - 1)
    board = board_of_finding(game, findings[chosen], _number(request, "step") or 0)
    return {"findings": findings, "chosen": chosen, "finding": findings[chosen], "board": board}


def _number(request: HttpRequest, name: str) -> int | None:
    text = request.GET.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 5 else None
