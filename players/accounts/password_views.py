"""Changing one's password, and getting a new one when it is forgotten."""

from typing import Any

from django.contrib import messages
from django.contrib.auth import logout, update_session_auth_hash
from django.contrib.auth.views import PasswordResetConfirmView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from players.accounts import entering, guarded_form, rate_limits, services
from players.accounts.access import SignedInRequest, owner_only
from players.accounts.forms import ChangePasswordForm, NewPasswordForm, ResetForm
from players.accounts.refusal import refuse

GONE = 410


@owner_only
@require_http_methods(["GET", "HEAD", "POST"])
def change_password(request: SignedInRequest) -> HttpResponse:
    def change(form: ChangePasswordForm) -> HttpResponse:
        user = request.user
        services.change_password(
            user=user, password=form.cleaned_data["password"], keep_session=request.session.session_key
        )
        update_session_auth_hash(request, user)
        messages.success(request, _("Your new password is saved. Everywhere else you are signed out."))
        return redirect("security")

    return guarded_form.answer(request, "accounts/change_password.html", ChangePasswordForm, change)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def reset_password(request: HttpRequest) -> HttpResponse:
    page = "accounts/reset_password.html"
    if request.method != "POST":
        return render(request, page, {"form": ResetForm()})
    wait = rate_limits.longest_wait(
        [
            (rate_limits.RESET_BY_ADDRESS, rate_limits.network_of(request)),
            (rate_limits.RESET_BY_EMAIL, request.POST.get("email", "").strip().lower()),
        ]
    )
    if wait:
        return refuse(request, page, form=ResetForm(), wait=wait)
    form = ResetForm(request.POST)
    if not form.is_valid():
        return render(request, page, {"form": form})
    services.send_reset_mail(email=form.cleaned_data["email"])
    return redirect("reset-password-sent")


@never_cache
@require_safe
def reset_password_sent(request: HttpRequest) -> HttpResponse:
    """The same for every address: whether it has an account is nobody else's business."""
    return render(request, "accounts/reset_password_sent.html")


@method_decorator([sensitive_post_parameters("password"), never_cache], name="dispatch")
class ResetPasswordConfirm(PasswordResetConfirmView):
    """Django's view keeps the token in the session, so that it does not leak with the page's address."""

    template_name = "accounts/reset_password_confirm.html"
    form_class = NewPasswordForm  # type: ignore[assignment]  # the view asks no more of it
    reset_url_token = "new"  # noqa: S105  the word that stands for the token in the address

    def form_valid(self, form: NewPasswordForm) -> HttpResponse:  # type: ignore[override]
        user = form.user
        del self.request.session["_password_reset_token"]
        if self.request.user.is_authenticated:
            logout(self.request)  # its session is about to end with the others
        services.reset_password(user=user, password=form.cleaned_data["password"])
        messages.success(self.request, _("Your new password is saved."))
        return entering.enter(self.request, user, then=reverse("account"))

    def render_to_response(self, context: dict[str, Any], **kwargs: Any) -> HttpResponse:
        return super().render_to_response(context, status=200 if self.validlink else GONE, **kwargs)
