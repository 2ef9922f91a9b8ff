"""The pages of an account's API tokens."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from players.accounts import guarded_form
from players.accounts.access import SignedInRequest, owner_only
from players.tokens import selectors, services
from players.tokens.forms import NewTokenForm

TOKENS_ON_A_PAGE = 25


@owner_only
@require_safe
def tokens(request: SignedInRequest) -> HttpResponse:
    page = Paginator(selectors.tokens_of(request.user), TOKENS_ON_A_PAGE).get_page(request.GET.get("page"))
    return render(request, "tokens/tokens.html", {"page": page})


@owner_only
@require_http_methods(["GET", "HEAD", "POST"])
def new_token(request: SignedInRequest) -> HttpResponse:
    """The answer to the form is the only page that ever shows the token: it is not kept, not even for a redirect."""

    def make(form: NewTokenForm) -> HttpResponse:
        token = services.create_token(
            account=request.user,
            name=form.cleaned_data["name"],
            scopes=form.cleaned_data["scopes"],
            expires_at=form.expires_at,
        )
        return render(request, "tokens/made.html", {"token": token.row, "secret": token.secret})

    return guarded_form.answer(request, "tokens/new.html", NewTokenForm, make)


@owner_only
@require_POST
def revoke_token(request: SignedInRequest, pk: int) -> HttpResponse:
    token = selectors.token_of(request.user, pk)
    if token is None:
        raise Http404(_("There is no such token."))
    services.revoke_token(actor=request.user, token=token)
    messages.success(request, _("“%(name)s” is revoked. Nobody gets in with it any more.") % {"name": token})
    return redirect("tokens")
