"""The page on which somebody says who played a game."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from core.errors import Refused
from core.web.access import SignedInRequest, sign_in_required
from games.access import game_or_404
from games.linking.forms import LinkForm
from games.linking.services import link_players
from games.policies import may_link_players


@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def players(request: SignedInRequest, pk: int) -> HttpResponse:
    game = game_or_404(request.user, pk, may=may_link_players)
    problem = ""
    form = LinkForm(game, request.user, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            link_players(
                actor=request.user,
                game=game,
                first=form.cleaned_data["first_person"],
                second=form.cleaned_data["second_person"],
            )
        except Refused as refusal:
            problem = str(refusal)
        else:
            messages.success(request, _("The players are saved."))
            return redirect("link-players", pk=game.pk)
    return render(request, "games/linking/players.html", {"game": game, "form": form, "problem": problem})
