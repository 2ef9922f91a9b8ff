"""What keeps an account one's own: the password, the second factor, the sessions, API tokens."""

from typing import Any, Final

import pyotp
import segno
from django.contrib import messages
from django.contrib.auth import logout, update_session_auth_hash
from django.contrib.auth.views import PasswordResetConfirmView
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from core.errors import Refused
from core.web import rate_limits
from core.web.access import SignedInRequest, sign_in_required
from core.web.refusals import too_many_requests
from players.accounts import policies, selectors
from players.accounts.forms.settings import NewTokenForm, SwitchOffSecondFactorForm, SwitchOnSecondFactorForm
from players.accounts.forms.sign_in import ChangePasswordForm, NewPasswordForm, ResetPasswordForm
from players.accounts.services import accounts, second_factor, sign_in, tokens
from players.accounts.views.account import handle_guarded_form
from players.accounts.views.sign_in import begin_sign_in
from players.models import SecondFactor

GONE = 410
TOKENS_PER_PAGE = 25
ISSUER: Final = "Kiebitz"


@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def change_password(request: SignedInRequest) -> HttpResponse:
    def change(form: ChangePasswordForm) -> HttpResponse:
        user = request.user
        accounts.change_password(
            user=user, password=form.cleaned_data["password"], keep_session=request.session.session_key
        )
        update_session_auth_hash(request, user)
        messages.success(request, _("Your new password is saved. You are signed out everywhere else."))
        return redirect("security")

    return handle_guarded_form(request, "accounts/change_password.html", ChangePasswordForm, change)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def reset_password(request: HttpRequest) -> HttpResponse:
    page = "accounts/reset_password.html"
    if request.method != "POST":
        return render(request, page, {"form": ResetPasswordForm()})
    wait = rate_limits.longest_wait(
        [
            *rate_limits.by_address(policies.RESET_BY_ADDRESS, request),
            (policies.RESET_BY_EMAIL, request.POST.get("email", "").strip().lower()),
        ]
    )
    if wait:
        return too_many_requests(request, page, form=ResetPasswordForm(), wait=wait)
    form = ResetPasswordForm(request.POST)
    if not form.is_valid():
        return render(request, page, {"form": form})
    accounts.send_reset_mail(email=form.cleaned_data["email"])
    return redirect("reset-password-sent")


@never_cache
@require_safe
def reset_password_sent(request: HttpRequest) -> HttpResponse:
    """The same for every address: whether it has an account is nobody else's business."""
    return render(request, "accounts/reset_password_sent.html")


@method_decorator([sensitive_post_parameters("password"), never_cache], name="dispatch")
class ResetPasswordConfirmView(PasswordResetConfirmView):
    """Django's view keeps the token in the session, so that it does not leak with the page's address."""

    template_name = "accounts/reset_password_confirm.html"
    form_class = NewPasswordForm  # type: ignore[assignment]  # the view asks no more of it
    reset_url_token = "new"  # noqa: S105  the word that stands for the token in the address

    def form_valid(self, form: NewPasswordForm) -> HttpResponse:  # type: ignore[override]
        user = form.user
        del self.request.session["_password_reset_token"]
        if self.request.user.is_authenticated:
            logout(self.request)  # its session is about to end with the others
        accounts.reset_password(user=user, password=form.cleaned_data["password"])
        messages.success(self.request, _("Your new password is saved."))
        return begin_sign_in(self.request, user, then=reverse("account"))

    def render_to_response(self, context: dict[str, Any], **kwargs: Any) -> HttpResponse:
        return super().render_to_response(context, status=200 if self.validlink else GONE, **kwargs)


@sign_in_required
@require_safe
def security_page(request: SignedInRequest) -> HttpResponse:
    factor = selectors.second_factor_of(request.user)
    context = {
        "factor": factor,
        "codes_left": selectors.recovery_codes_left(request.user) if factor else 0,
        "codes_in_all": second_factor.RECOVERY_CODE_COUNT,
    }
    return render(request, "accounts/security.html", context)


@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def switch_on_second_factor(request: SignedInRequest) -> HttpResponse:
    try:
        factor = second_factor.begin_setup(account=request.user)
    except Refused as refusal:
        messages.info(request, str(refusal))
        return redirect("security")

    def confirm(form: SwitchOnSecondFactorForm) -> HttpResponse:
        codes = second_factor.switch_on(
            account=request.user, code=form.cleaned_data["code"], keep_session=request.session.session_key
        )
        return _show_once(request, codes, _("The second factor is on. You are signed out everywhere else."))

    return handle_guarded_form(
        request,
        "accounts/switch_on.html",
        SwitchOnSecondFactorForm,
        confirm,
        picture=setup_qr_code(factor),
        secret=" ".join(factor.secret[start : start + 4] for start in range(0, len(factor.secret), 4)),
        link=setup_uri(factor),
    )


@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def switch_off_second_factor(request: SignedInRequest) -> HttpResponse:
    def off(form: SwitchOffSecondFactorForm) -> HttpResponse:
        second_factor.switch_off(account=request.user, keep_session=request.session.session_key)
        messages.success(request, _("The second factor is off. You are signed out everywhere else."))
        return redirect("security")

    if not selectors.has_second_factor(request.user):
        return redirect("security")
    return handle_guarded_form(request, "accounts/switch_off.html", SwitchOffSecondFactorForm, off)


@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def renew_recovery_codes(request: SignedInRequest) -> HttpResponse:
    def renew(form: SwitchOffSecondFactorForm) -> HttpResponse:
        codes = second_factor.renew_recovery_codes(account=request.user)
        return _show_once(
            request, codes, _("These are your new recovery codes. The old ones no longer work.")
        )

    if not selectors.has_second_factor(request.user):
        return redirect("security")
    return handle_guarded_form(request, "accounts/renew_codes.html", SwitchOffSecondFactorForm, renew)


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


def _show_once(request: SignedInRequest, codes: list[str], message: str) -> HttpResponse:
    """Not after a redirect: the codes would have to be kept somewhere in between."""
    return render(request, "accounts/recovery_codes.html", {"codes": codes, "message": message})


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


def setup_uri(factor: SecondFactor) -> str:
    """What the QR code says to the app."""
    return pyotp.TOTP(factor.secret).provisioning_uri(name=factor.account.email, issuer_name=ISSUER)


def setup_qr_code(factor: SecondFactor) -> str:
    """The QR code as SVG for a page: without a style attribute, and with a light background in dark mode too."""
    picture: str = segno.make(setup_uri(factor), error="m", micro=False).svg_inline(
        scale=4, border=4, light="#fff", svgclass="qr", lineclass=None, omitsize=True
    )
    return picture
