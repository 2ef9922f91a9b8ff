"""Setting up and removing what signing in takes besides the password: an app, passkeys, recovery codes."""

import json
import time
from typing import Final

from allauth.mfa.adapter import get_adapter
from allauth.mfa.webauthn.internal.auth import begin_registration
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from core.web.access import SignedInRequest, sign_in_required
from core.web.refusals import show_refusals
from players.accounts import selectors
from players.accounts.forms.second_factor import NewAppForm, NewPasskeyForm, PasswordAndCodeForm
from players.accounts.forms.sign_in import CurrentPasswordForm
from players.accounts.services import second_factor
from players.accounts.views.account import handle_guarded_form

MAX_SECONDS_TO_SET_UP: Final = 10 * 60
_SECRET_KEY: Final = "new_app_secret"  # noqa: S105  where the session keeps it
_PASSKEY_KEY: Final = "new_passkey"


@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def switch_on_second_factor(request: SignedInRequest) -> HttpResponse:
    """The password first; its answer is the only page that ever shows the secret; then a code of the app."""
    if selectors.second_factors_of(request.user).app_since:
        messages.info(request, _("Codes are already on. Turn them off first to use another app."))
        return redirect("security")
    if request.method == "POST" and "code" in request.POST:
        return _confirm_app(request)
    request.session.pop(_SECRET_KEY, None)

    def show_secret(form: CurrentPasswordForm) -> HttpResponse:
        secret = second_factor.new_secret()
        request.session[_SECRET_KEY] = [secret, int(time.time())]
        link = get_adapter().build_totp_url(request.user, secret)
        context = {
            "form": NewAppForm(request.user),
            "picture": get_adapter().build_totp_svg(link),
            "secret": " ".join(secret[start : start + 4] for start in range(0, len(secret), 4)),
            "link": link,
        }
        return render(request, "accounts/switch_on.html", context)

    return handle_guarded_form(request, "accounts/switch_on_password.html", CurrentPasswordForm, show_secret)


def _confirm_app(request: SignedInRequest) -> HttpResponse:
    """The page after a wrong code asks for another, but does not show the secret again: the app has it."""
    secret, since = request.session.get(_SECRET_KEY) or ("", 0)
    if not secret or time.time() - since > MAX_SECONDS_TO_SET_UP:
        messages.info(request, _("There is nothing to confirm. Please start again."))
        return redirect("switch-on-second-factor")

    def confirm(form: NewAppForm) -> HttpResponse:
        codes = second_factor.add_app(
            account=request.user,
            secret=secret,
            code=form.cleaned_data["code"],
            keep_session=request.session.session_key,
        )
        del request.session[_SECRET_KEY]
        return _show_once(request, codes, _("The second factor is on. You are signed out everywhere else."))

    return handle_guarded_form(request, "accounts/switch_on.html", NewAppForm, confirm)


@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def switch_off_second_factor(request: SignedInRequest) -> HttpResponse:
    def off(form: PasswordAndCodeForm) -> HttpResponse:
        second_factor.remove_app(account=request.user, keep_session=request.session.session_key)
        messages.success(request, _("Codes are off. You are signed out everywhere else."))
        return redirect("security")

    if not selectors.second_factors_of(request.user).app_since:
        return redirect("security")
    return handle_guarded_form(request, "accounts/switch_off.html", PasswordAndCodeForm, off)


@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def renew_recovery_codes(request: SignedInRequest) -> HttpResponse:
    def renew(form: PasswordAndCodeForm) -> HttpResponse:
        codes = second_factor.renew_recovery_codes(account=request.user)
        return _show_once(
            request, codes, _("These are your new recovery codes. The old ones no longer work.")
        )

    if not selectors.has_second_factor(request.user):
        return redirect("security")
    return handle_guarded_form(request, "accounts/renew_codes.html", PasswordAndCodeForm, renew)


@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def add_passkey(request: SignedInRequest) -> HttpResponse:
    """The password first, then the browser makes the passkey and sends what it made."""
    if request.method == "POST" and "credential" in request.POST:
        return _keep_passkey(request)
    request.session.pop(_PASSKEY_KEY, None)

    def offer(form: CurrentPasswordForm) -> HttpResponse:
        request.session[_PASSKEY_KEY] = int(time.time())
        return _ask_browser(request, NewPasskeyForm(user=request.user))

    return handle_guarded_form(request, "accounts/new_passkey_password.html", CurrentPasswordForm, offer)


def _keep_passkey(request: SignedInRequest) -> HttpResponse:
    if time.time() - request.session.get(_PASSKEY_KEY, 0) > MAX_SECONDS_TO_SET_UP:
        return redirect("add-passkey")
    form = NewPasskeyForm(request.POST, user=request.user)
    if form.is_valid():
        with show_refusals(form):
            codes = second_factor.add_passkey(
                account=request.user,
                name=form.cleaned_data["name"],
                credential=form.cleaned_data["credential"],
                keep_session=request.session.session_key,
            )
            del request.session[_PASSKEY_KEY]
            sentence = _("The passkey is added. You are signed out everywhere else.")
            return _show_once(request, codes, sentence)
    return _ask_browser(request, form)


def _ask_browser(request: SignedInRequest, form: NewPasskeyForm) -> HttpResponse:
    options = begin_registration(request.user, passwordless=True)
    return render(request, "accounts/new_passkey.html", {"form": form, "options": json.dumps(options)})


@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def remove_passkey(request: SignedInRequest, pk: int) -> HttpResponse:
    passkeys = selectors.second_factors_of(request.user).passkeys
    passkey = next((passkey for passkey in passkeys if passkey.pk == pk), None)
    if passkey is None:
        raise Http404(_("There is no such passkey."))

    def remove(form: PasswordAndCodeForm) -> HttpResponse:
        second_factor.remove_passkey(account=request.user, pk=pk, keep_session=request.session.session_key)
        messages.success(request, _("The passkey is removed. You are signed out everywhere else."))
        return redirect("security")

    return handle_guarded_form(
        request, "accounts/remove_passkey.html", PasswordAndCodeForm, remove, passkey=passkey
    )


def _show_once(request: SignedInRequest, codes: list[str], message: str) -> HttpResponse:
    """Not after a redirect: the codes would have to be kept somewhere in between."""
    if not codes:
        messages.success(request, message)
        return redirect("security")
    return render(request, "accounts/recovery_codes.html", {"codes": codes, "message": message})
