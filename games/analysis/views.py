"""The notebook, an analysis with its board, what is shared of it, and the position editor."""

import json
from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from core.errors import Conflict, Refused, TooManyRequests
from core.web.access import SignedInRequest, sign_in_required
from core.web.refusals import refused_for_now
from games.access import game_or_404
from games.analysis import services
from games.analysis.forms import (
    GameAnalysisForm,
    NewAnalysisForm,
    analysable_games,
    parse_position,
    parse_tree,
)
from games.analysis.policies import may_be_shared
from games.analysis.presenters import (
    check_document,
    dead_document,
    present_analysis,
    present_editor,
    reserve_label,
)
from games.analysis.selectors import analyses_of, analysis_or_404, shared_analysis_or_404
from games.models import Analysis, Game
from games.policies import may_analyse

CONFLICT = 409
REFUSED = 400


@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def analyses(request: SignedInRequest) -> HttpResponse:
    """My notebook, and a new analysis; `?game=` begins with a game of the archive."""
    game = _asked_game(request)
    given = request.POST or None
    start = {name: request.GET[name][:300] for name in ("kind", "position") if name in request.GET}
    form: GameAnalysisForm | NewAnalysisForm
    if game:
        form = GameAnalysisForm(given, initial={"title": str(game)[:120]})
    else:
        form = NewAnalysisForm(given, initial=start)
    problem, wait = "", 0
    if request.method == "POST" and form.is_valid():
        try:
            made = _begun(request, form.cleaned_data, game)
            ply = _number(request.GET.get("ply"))
            return redirect(
                f"{made.get_absolute_url()}?ply={ply}" if ply is not None else made.get_absolute_url()
            )
        except TooManyRequests as refusal:
            problem, wait = str(refusal), refusal.wait
        except Refused as refusal:
            problem = str(refusal)
    context = {"form": form, "game": game, "problem": problem, "analyses": analyses_of(request.user)}
    answer = render(request, "games/analysis/notebook.html", context)
    return refused_for_now(answer, wait) if wait else answer


@sign_in_required
@require_safe
@gzip_page
@never_cache
def analysis(request: SignedInRequest, key: UUID) -> HttpResponse:
    found = analysis_or_404(request.user, key)
    return _board(request, found, is_shared_view=False)


@require_safe
@gzip_page
@never_cache
def shared(request: HttpRequest, key: UUID) -> HttpResponse:
    """What somebody has shared: to read, and to download."""
    return _board(request, shared_analysis_or_404(key), is_shared_view=True)


@sign_in_required
@require_POST
def save(request: SignedInRequest, key: UUID) -> HttpResponse:
    """For the script: the whole tree. Answers with the version that it has become."""
    found = analysis_or_404(request.user, key)
    try:
        tree = parse_tree(request.body)
        saved = services.save_analysis(
            actor=request.user, analysis=found, title=tree.title, nodes=tree.nodes, seen=tree.seen
        )
    except Refused as refusal:
        return _refusal(refusal)
    return JsonResponse({"version": saved.version})


@sign_in_required
@require_POST
def share(request: SignedInRequest, key: UUID) -> HttpResponse:
    is_shared = request.POST.get("shared") == "1"
    said = (
        _("Whoever has the link can read this analysis now.") if is_shared else _("The link no longer works.")
    )
    return _done(request, key, services.share_analysis, said, back=True, is_shared=is_shared)


@sign_in_required
@require_POST
def delete(request: SignedInRequest, key: UUID) -> HttpResponse:
    return _done(request, key, services.delete_analysis, _("The analysis is deleted."), back=False)


@sign_in_required
@require_safe
def record(request: SignedInRequest, key: UUID) -> HttpResponse:
    return _record(analysis_or_404(request.user, key))


@require_safe
def shared_record(request: HttpRequest, key: UUID) -> HttpResponse:
    return _record(shared_analysis_or_404(key))


@sign_in_required
@require_safe
def editor(request: SignedInRequest) -> HttpResponse:
    """Put pieces up and copy the position, or paste one."""
    known = [name for name, _label in analysable_games()]
    kind = request.GET.get("game") or known[0]
    if kind not in known:
        raise Http404(_("There is no such game."))
    page = present_editor(kind, request.GET.get("position", "")[:300])
    context = {"page": page, "kinds": analysable_games(), "reserve": reserve_label(kind)}
    return render(request, "games/analysis/editor.html", context)


@sign_in_required
@require_POST
def check_position(request: SignedInRequest) -> HttpResponse:
    """For the script: whether a game may stand like this."""
    try:
        return JsonResponse(check_document(*parse_position(request.body)))
    except Refused as refusal:
        return _refusal(refusal)


@sign_in_required
@require_POST
def dead_position(request: SignedInRequest) -> HttpResponse:
    """For the script: whether a position is dead, with proof. A few seconds at most."""
    try:
        asked = parse_position(request.body)
        services.count_dead_question(request.user)
        return JsonResponse(dead_document(*asked))
    except Refused as refusal:
        return _refusal(refusal)


def _asked_game(request: SignedInRequest) -> Game | None:
    asked = request.GET.get("game")
    if not asked:
        return None
    number = _number(asked)
    if number is None:
        raise Http404(_("There is no such game."))
    return game_or_404(request.user, number, may=may_analyse)


def _begun(request: SignedInRequest, values: dict[str, Any], game: Game | None) -> Analysis:
    if game is not None:
        return services.analyse_game(account=request.user, game=game, title=values["title"])
    return services.analyse_position(
        account=request.user, kind=values["kind"], title=values["title"], position=values["position"]
    )


def _board(request: HttpRequest, found: Analysis, *, is_shared_view: bool) -> HttpResponse:
    page = present_analysis(found, is_shared_view=is_shared_view, ply=_number(request.GET.get("ply")))
    context = {
        "page": page,
        "analysis": found,
        "is_shared_view": is_shared_view,
        "may_be_shared": may_be_shared(found),
        "link": request.build_absolute_uri(found.shared_url) if found.is_shared else "",
    }
    return render(request, "games/analysis/analysis.html", context)


def _record(found: Analysis) -> HttpResponse:
    answer = HttpResponse(found.record, content_type="text/plain; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="analysis-{found.pk}.txt"'
    answer["Cache-Control"] = "private, no-store"
    return answer


def _done(
    request: SignedInRequest, key: UUID, do: Callable[..., None], said: str, *, back: bool, **values: Any
) -> HttpResponse:
    found = analysis_or_404(request.user, key)
    try:
        do(actor=request.user, analysis=found, **values)
    except Refused as refusal:
        messages.error(request, str(refusal))
        return redirect(found)
    messages.success(request, said)
    return redirect(found) if back else redirect("analyses")


def _number(text: str | None) -> int | None:
    is_number = text is not None and text.isascii() and text.isdigit() and len(text) <= 9
    return int(text) if text is not None and is_number else None


def _refusal(refusal: Refused) -> HttpResponse:
    answer = HttpResponse(
        json.dumps({"problem": str(refusal)}),
        content_type="application/json",
        status=CONFLICT if isinstance(refusal, Conflict) else REFUSED,
    )
    return refused_for_now(answer, refusal.wait) if isinstance(refusal, TooManyRequests) else answer
