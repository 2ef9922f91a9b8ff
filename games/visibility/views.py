"""The page on which somebody says who may see a game."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from core.errors import Refused
from core.web.access import SignedInRequest, sign_in_required
from games.access import game_or_404
from games.models import Visibility
from games.policies import current_visibility, may_change_visibility
from games.visibility.forms import VisibilityForm
from games.visibility.selectors import VisibilitySetting, requested_visibility
from games.visibility.services import change_visibility


@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def visibility(request: SignedInRequest, pk: int) -> HttpResponse:
    game = game_or_404(request.user, pk, may=may_change_visibility)
    shown = VisibilitySetting(Visibility(game.visibility), game.embargo_until)
    wish = requested_visibility([game.pk]).get(game.pk, shown)
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
            messages.success(request, _("Your choice is saved."))
            return redirect("game-visibility", pk=game.pk)
    context = {
        "game": game,
        "now": current_visibility(game).label,
        "form": form,
        "problem": problem,
        "is_withheld": wish.visibility != shown.visibility,
    }
    return render(request, "games/visibility/visibility.html", context)
