"""The page on which somebody says who may see a game."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.models import Game, Visibility
from games.policies import may_change_visibility, shown_to
from games.showing.forms import VisibilityForm
from games.showing.services import change_visibility
from games.showing.wishes import Wish, wishes_of
from players.accounts.access import SignedInRequest, owner_only
from players.errors import Refused


@owner_only
@require_http_methods(["GET", "HEAD", "POST"])
def visibility(request: SignedInRequest, pk: int) -> HttpResponse:
    game = get_object_or_404(Game.objects.select_related("club", "first_person", "second_person"), pk=pk)
    if not may_change_visibility(request.user, game):
        raise Http404(_("There is no such game."))
    shown = Wish(Visibility(game.visibility), game.embargo_until)
    wish = wishes_of([game.pk]).get(game.pk, shown)
    form = VisibilityForm(game, wish, request.POST if request.method == "POST" else None)
    problem = ""
    if request.method == "POST" and form.is_valid():
        try:
            change_visibility(
                actor=request.user,
                game=game,
                visibility=Visibility(form.cleaned_data["visibility"]),
                embargo_until=form.cleaned_data["embargo_until"],
            )
        except Refused as refusal:
            problem = str(refusal)
        else:
            messages.success(request, _("It is noted who may see the game."))
            return redirect("game-visibility", pk=game.pk)
    context = {
        "game": game,
        "now": shown_to(game).label,
        "form": form,
        "problem": problem,
        "is_withheld": wish.visibility != shown.visibility,
    }
    return render(request, "games/showing/visibility.html", context)
