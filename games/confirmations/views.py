"""Pages on which players confirm their free games, and officials those of their clubs."""

from typing import Final

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from core.errors import Refused
from core.web.access import SignedInRequest, next_url, sign_in_required
from core.web.refusals import refusals_as_messages
from games.access import forbid_caching_if_withheld, game_or_404
from games.confirmations.forms import COUNTS, DisputeForm
from games.confirmations.policies import may_answer
from games.confirmations.presenters import as_rows, confirmation_page
from games.confirmations.selectors import games_for_official, games_waiting_for, is_official
from games.confirmations.services import answer_as_player, confirm_for_both, decide_dispute
from games.models import ConfirmationAnswer, ConfirmationState, Game
from games.policies import may_decide

GAMES_PER_PAGE: Final = 25


@sign_in_required
@require_safe
def confirmations(request: SignedInRequest) -> HttpResponse:
    """The games that wait for one's own answer."""
    page = Paginator(games_waiting_for(request.user), GAMES_PER_PAGE).get_page(request.GET.get("page"))
    context = {"page": page, "rows": as_rows(page), "is_official": is_official(request.user)}
    return render(request, "games/confirmations/waiting.html", context)


@sign_in_required
@require_POST
def answer(request: SignedInRequest, pk: int) -> HttpResponse:
    """One tap. A second one finds the first one's answer and changes nothing."""
    game = game_or_404(request.user, pk, may=may_answer)
    said = request.POST.get("answer", "")
    if said not in ConfirmationAnswer.values:
        raise Http404(_("There is no such answer."))
    problem = ""
    try:
        game = answer_as_player(
            actor=request.user,
            game=game,
            answer=ConfirmationAnswer(said),
            reason=request.POST.get("reason", ""),
            seen=request.POST.get("seen", ""),
        )
    except Refused as refusal:
        problem = str(refusal)
    if request.htmx:
        context = {"row": as_rows([game])[0], "answer": "" if problem else said, "problem": problem}
        return render(request, "games/confirmations/parts/row.html", context)
    if problem:
        messages.error(request, problem)
    elif said == ConfirmationAnswer.CONFIRMED:
        messages.success(request, _("You have confirmed the game."))
    else:
        messages.success(request, _("The game is marked as disputed. An arbiter will decide."))
    return redirect(next_url(request, default="confirmations"))


@require_safe
def confirmation(request: HttpRequest, pk: int) -> HttpResponse:
    """What was answered to a game, and what the visitor may do about it."""
    return _confirmation_page(request, game_or_404(request.user, pk), DisputeForm())


@sign_in_required
@require_POST
def decide(request: SignedInRequest, pk: int) -> HttpResponse:
    """An official confirms for both players, or decides about a disputed game."""
    game = game_or_404(request.user, pk, may=may_decide)
    seen = request.POST.get("seen", "")
    if "confirm" in request.POST:
        with refusals_as_messages(request):
            confirm_for_both(actor=request.user, game=game, seen=seen)
            messages.success(request, _("The game is confirmed for both players."))
        return redirect("confirmation", pk=game.pk)
    form = DisputeForm(request.POST)
    if form.is_valid():
        try:
            decide_dispute(
                actor=request.user,
                game=game,
                counts=form.cleaned_data["decision"] == COUNTS,
                reason=form.cleaned_data["reason"],
                seen=seen,
            )
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, _("The decision is noted."))
            return redirect("confirmation", pk=game.pk)
    return _confirmation_page(request, game, form)


@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def club_confirmations(request: SignedInRequest) -> HttpResponse:
    """For officials: the games of members that wait, to confirm many at once."""
    if request.method == "POST" and is_official(request.user):
        return _confirm_many(request)
    return _club_page(request, ConfirmationState.WAITING)


@sign_in_required
@require_safe
def disputed_games(request: SignedInRequest) -> HttpResponse:
    """For officials: the games of members that a player has refused."""
    return _club_page(request, ConfirmationState.DISPUTED)


def _club_page(request: SignedInRequest, shown: ConfirmationState) -> HttpResponse:
    if not is_official(request.user):
        raise Http404(_("There is no such page."))
    states = (ConfirmationState.WAITING, ConfirmationState.DISPUTED)
    lists = {state: Paginator(games_for_official(request.user, state), GAMES_PER_PAGE) for state in states}
    page = lists[shown].get_page(request.GET.get("page"))
    context = {
        "page": page,
        "rows": as_rows(page),
        "show": shown,
        "waiting": lists[ConfirmationState.WAITING].count,
        "disputed": lists[ConfirmationState.DISPUTED].count,
    }
    return render(request, "games/confirmations/club.html", context)


def _confirm_many(request: SignedInRequest) -> HttpResponse:
    """Each by itself: one that was changed or refused meanwhile keeps none of the others."""
    wanted = [
        int(pk) for pk in request.POST.getlist("game")[:GAMES_PER_PAGE] if pk.isdecimal() and len(pk) < 19
    ]
    count = 0
    for game in games_for_official(request.user, ConfirmationState.WAITING, among=wanted):
        with refusals_as_messages(request):
            confirm_for_both(actor=request.user, game=game, seen=request.POST.get(f"seen-{game.pk}", ""))
            count += 1
    if count:
        sentence = ngettext("%(count)d game is confirmed.", "%(count)d games are confirmed.", count)
        messages.success(request, sentence % {"count": count})
    return redirect("club-confirmations")


def _confirmation_page(request: HttpRequest, game: Game, form: DisputeForm) -> HttpResponse:
    context = {"game": game, "shown": confirmation_page(request.user, game), "form": form}
    return forbid_caching_if_withheld(render(request, "games/confirmations/confirmation.html", context), game)
