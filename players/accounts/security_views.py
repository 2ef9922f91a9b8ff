"""What keeps an account one's own: the password, the second factor, the sessions."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from players.accounts import guarded_form, second_factor, sessions
from players.accounts.access import SignedInRequest, owner_only
from players.accounts.settings_forms import SwitchOffForm, SwitchOnForm
from players.errors import Refused


@owner_only
@require_safe
def security(request: SignedInRequest) -> HttpResponse:
    factor = second_factor.state_of(request.user)
    context = {
        "factor": factor,
        "codes_left": second_factor.recovery_codes_left(request.user) if factor else 0,
        "codes_in_all": second_factor.RECOVERY_CODES,
    }
    return render(request, "accounts/security.html", context)


@owner_only
@require_http_methods(["GET", "HEAD", "POST"])
def switch_on(request: SignedInRequest) -> HttpResponse:
    try:
        factor = second_factor.begin(account=request.user)
    except Refused as refusal:
        messages.info(request, str(refusal))
        return redirect("security")

    def confirm(form: SwitchOnForm) -> HttpResponse:
        codes = second_factor.switch_on(
            account=request.user, code=form.cleaned_data["code"], keep_session=request.session.session_key
        )
        return _show_once(request, codes, _("The second factor is on. Everywhere else you are signed out."))

    return guarded_form.answer(
        request,
        "accounts/switch_on.html",
        SwitchOnForm,
        confirm,
        picture=second_factor.setup_picture(factor),
        secret=" ".join(factor.secret[start : start + 4] for start in range(0, len(factor.secret), 4)),
        link=second_factor.setup_address(factor),
    )


@owner_only
@require_http_methods(["GET", "HEAD", "POST"])
def switch_off(request: SignedInRequest) -> HttpResponse:
    def off(form: SwitchOffForm) -> HttpResponse:
        second_factor.switch_off(account=request.user, keep_session=request.session.session_key)
        messages.success(request, _("The second factor is off. Everywhere else you are signed out."))
        return redirect("security")

    if not second_factor.is_on(request.user):
        return redirect("security")
    return guarded_form.answer(request, "accounts/switch_off.html", SwitchOffForm, off)


@owner_only
@require_http_methods(["GET", "HEAD", "POST"])
def renew_codes(request: SignedInRequest) -> HttpResponse:
    def renew(form: SwitchOffForm) -> HttpResponse:
        codes = second_factor.renew_recovery_codes(account=request.user)
        return _show_once(request, codes, _("These are your new recovery codes. The older ones are void."))

    if not second_factor.is_on(request.user):
        return redirect("security")
    return guarded_form.answer(request, "accounts/renew_codes.html", SwitchOffForm, renew)


@owner_only
@require_safe
def session_list(request: SignedInRequest) -> HttpResponse:
    found = sessions.sessions_of(request.user, this=request.session.session_key)
    return render(request, "accounts/sessions.html", {"sessions": found})


@owner_only
@require_POST
def end_session(request: SignedInRequest) -> HttpResponse:
    """One session, or all but this one."""
    if handle := request.POST.get("session", ""):
        if sessions.end(account=request.user, handle=handle):
            messages.success(request, _("The session is ended. That device is signed out."))
        else:
            messages.info(request, _("That session had ended already."))
    else:
        ended = sessions.end_others(account=request.user, keep=request.session.session_key)
        sentence = ngettext("%(count)d other session is ended.", "%(count)d other sessions are ended.", ended)
        messages.success(request, sentence % {"count": ended})
    return redirect("sessions")


def _show_once(request: SignedInRequest, codes: list[str], message: str) -> HttpResponse:
    """Not after a redirect: the codes would have to be kept somewhere in between."""
    return render(request, "accounts/recovery_codes.html", {"codes": codes, "message": message})
