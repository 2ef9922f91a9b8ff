"""Changing one's password, and getting a new one when it is forgotten."""

from typing import Any

from django.contrib import messages
from django.contrib.auth import login, update_session_auth_hash
from django.contrib.auth.views import PasswordResetConfirmView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from players.accounts import rate_limits, services
from players.accounts.access import SignedInRequest, owner_only
from players.accounts.forms import ChangePasswordForm, NewPasswordForm, ResetForm
from players.accounts.refusal import refuse
from players.accounts.views import BACKEND

GONE = 410


@owner_only
@require_http_methods(["GET", "HEAD", "POST"])
def change_password(request: SignedInRequest) -> HttpResponse:
    page = "accounts/change_password.html"
    user = request.user
    if request.method != "POST":
        return render(request, page, {"form": ChangePasswordForm(user)})
    if wait := rate_limits.PASSWORD_BY_ACCOUNT.seconds_to_wait(str(user.pk)):
        return refuse(request, page, form=ChangePasswordForm(user), wait=wait)
    form = ChangePasswordForm(user, request.POST)
    if not form.is_valid():
        return render(request, page, {"form": form})
    services.change_password(user=user, password=form.cleaned_data["password"])
    update_session_auth_hash(request, user)
    messages.success(request, _("Your new password is saved. Everywhere else you are signed out."))
    return redirect("account")


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

    def link(identifier: str, token: str) -> str:
        return request.build_absolute_uri(reverse("reset-password-confirm", args=[identifier, token]))

    services.send_reset_mail(email=form.cleaned_data["email"], link=link)
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
        services.reset_password(user=user, password=form.cleaned_data["password"])
        del self.request.session["_password_reset_token"]
        login(self.request, user, backend=BACKEND)
        messages.success(self.request, _("Your new password is saved, and you are signed in."))
        return redirect("account")

    def render_to_response(self, context: dict[str, Any], **kwargs: Any) -> HttpResponse:
        return super().render_to_response(context, status=200 if self.validlink else GONE, **kwargs)
