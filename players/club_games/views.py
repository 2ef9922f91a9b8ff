"""A club's games without a referee: the list, a new one, and its words."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from core.errors import TooManyRequests
from core.web.access import SignedInRequest, redirect_to_sign_in
from core.web.refusals import refused_for_now, show_refusals
from players.club_games import services
from players.club_games.forms import ClubGameForm
from players.club_games.policies import may_manage_games
from players.club_games.selectors import games_of_club, get_game_of_club_or_404
from players.clubs.access import get_club_header_or_404, requires
from players.clubs.presenters import ClubHeader


@require_http_methods(["GET", "HEAD", "POST"])
def club_games(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Everybody reads the list; organisers add to it."""
    header = get_club_header_or_404(request, slug)
    may_manage = may_manage_games(request.user, header.club)
    form = ClubGameForm(request.POST or None) if may_manage else None
    context = {"header": header, "club": header.club, "own_games": games_of_club(header.club), "form": form}
    page = "clubs/games.html"
    if request.method != "POST":
        return render(request, page, context)
    if not request.user.is_authenticated:
        return redirect_to_sign_in(request, default="home")
    if form is None:
        raise Http404
    if form.is_valid():
        with show_refusals(form):
            try:
                services.count_new_game(request.user)
                game = services.add_game(actor=request.user, club=header.club, **form.cleaned_data)
            except TooManyRequests as refusal:
                return refused_for_now(
                    render(request, page, context | {"problem": str(refusal)}), refusal.wait
                )
            messages.success(
                request,
                _("%(game)s can be chosen for events and rating lists of %(club)s now.")
                % {"game": game, "club": header.club},
            )
            return redirect("club-games", slug=slug)
    return render(request, page, context)


@require_http_methods(["GET", "HEAD", "POST"])
@requires(may_manage_games)
def club_game(request: SignedInRequest, header: ClubHeader, pk: int) -> HttpResponse:
    game = get_game_of_club_or_404(header.club, pk)
    # The form works on a copy: the page still shows the game as it is.
    form = ClubGameForm(request.POST or None, instance=get_game_of_club_or_404(header.club, pk))
    if request.method == "POST" and form.is_valid():
        with show_refusals(form):
            services.change_game(actor=request.user, game=game, **form.cleaned_data)
            messages.success(request, _("The game is changed."))
            return redirect("club-games", slug=header.club.slug)
    context = {"header": header, "club": header.club, "game": game, "form": form}
    return render(request, "clubs/game.html", context)
