"""What keeps an account one's own: an overview of password and factors, the sessions, API tokens."""

from django.conf import settings
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from core.web.access import SignedInRequest, sign_in_required
from players.accounts import selectors
from players.accounts.forms.settings import NewTokenForm
from players.accounts.services import second_factor, sign_in, tokens
from players.accounts.views.account import handle_guarded_form
from players.seats import lacks_required_factor

TOKENS_PER_PAGE = 25


@sign_in_required
@require_safe
def security_page(request: SignedInRequest) -> HttpResponse:
    context = {
        "factors": selectors.second_factors_of(request.user),
        "codes_in_all": second_factor.RECOVERY_CODE_COUNT,
        "is_required": lacks_required_factor(request.user),
        "provider": settings.OIDC,
        "connected": selectors.connected_accounts_of(request.user).exists(),
    }
    return render(request, "accounts/security.html", context)


@sign_in_required
@require_safe
def session_list(request: SignedInRequest) -> HttpResponse:
    found = selectors.open_sessions(request.user, this=request.session.session_key)
    return render(request, "accounts/sessions.html", {"sessions": found})


@sign_in_required
@require_POST
def end_session(request: SignedInRequest) -> HttpResponse:
    """One session, or all but this one."""
    if handle := request.POST.get("session", ""):
        if sign_in.end_session(account=request.user, handle=handle):
            messages.success(request, _("The session is ended. That device is signed out."))
        else:
            messages.info(request, _("That session had already ended."))
    else:
        ended = sign_in.end_other_sessions(account=request.user, keep=request.session.session_key)
        sentence = ngettext("%(count)d other session is ended.", "%(count)d other sessions are ended.", ended)
        messages.success(request, sentence % {"count": ended})
    return redirect("sessions")


@sign_in_required
@require_safe
def token_list(request: SignedInRequest) -> HttpResponse:
    page = Paginator(selectors.tokens_of(request.user), TOKENS_PER_PAGE).get_page(request.GET.get("page"))
    return render(request, "tokens/tokens.html", {"page": page})


@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def new_token(request: SignedInRequest) -> HttpResponse:
    """The answer to the form is the only page that ever shows the token: it is not kept, not even for a redirect."""

    def make(form: NewTokenForm) -> HttpResponse:
        token = tokens.create_token(
            account=request.user,
            name=form.cleaned_data["name"],
            scopes=form.cleaned_data["scopes"],
            expires_at=form.expires_at,
        )
        return render(request, "tokens/made.html", {"token": token.row, "secret": token.secret})

    return handle_guarded_form(request, "tokens/new.html", NewTokenForm, make)


@sign_in_required
@require_POST
def revoke_token(request: SignedInRequest, pk: int) -> HttpResponse:
    token = selectors.token_of(request.user, pk)
    if token is None:
        raise Http404(_("There is no such token."))
    tokens.revoke_token(actor=request.user, token=token)
    messages.success(request, _("“%(name)s” is revoked and no longer works.") % {"name": token})
    return redirect("tokens")
