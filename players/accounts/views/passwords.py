"""Changing the password, and getting a new one by mail: django-allauth's views in our words."""

from typing import Any

from allauth.account import views as allauth_views
from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpResponse
from django.urls import reverse_lazy
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from core.web import rate_limits
from core.web.access import sign_in_required
from core.web.rate_limits import RateLimit
from players.accounts import policies
from players.accounts.forms.sign_in import ChangePasswordForm, ResetPasswordForm, ResetPasswordKeyForm
from players.accounts.views.limits import FORM_METHODS, LimitedFormMixin

GONE = 410


@method_decorator(sign_in_required, name="dispatch")
class ChangePasswordView(LimitedFormMixin, allauth_views.PasswordChangeView):  # type: ignore[misc]
    template_name = "accounts/change_password.html"
    form_class = ChangePasswordForm

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "keep_session": self.request.session.session_key}

    def form_valid(self, form: ChangePasswordForm) -> HttpResponse:
        answer: HttpResponse = super().form_valid(form)
        sentence = _("Your new password is saved. You are signed out everywhere else.")
        if form.revokes_tokens():
            sentence = _(
                "Your new password is saved. You are signed out everywhere else, and your API tokens are revoked."
            )
        messages.success(self.request, sentence)
        return answer


@method_decorator(never_cache, name="dispatch")
class ResetPasswordView(LimitedFormMixin, allauth_views.PasswordResetView):  # type: ignore[misc]
    template_name = "accounts/reset_password.html"
    form_class = ResetPasswordForm
    success_url = reverse_lazy("reset-password-sent")

    def limits(self) -> list[tuple[RateLimit, str]]:
        return [
            *rate_limits.by_address(policies.RESET_BY_ADDRESS, self.request),
            (policies.RESET_BY_EMAIL, self.request.POST.get("email", "").strip().lower()),
        ]

    def get_next_url(self) -> None:
        """Always to the page that says the same for every address."""


@method_decorator(never_cache, name="dispatch")
class ResetPasswordSentView(allauth_views.PasswordResetDoneView):  # type: ignore[misc]
    """The same for every address: whether it has an account is nobody else's business."""

    http_method_names = ["get", "head", "options"]
    template_name = "accounts/reset_password_sent.html"


@method_decorator([sensitive_post_parameters("password"), never_cache], name="dispatch")
class ResetPasswordConfirmView(allauth_views.PasswordResetFromKeyView):  # type: ignore[misc]
    """The view keeps the token in the session, so that it does not leak with the page's address."""

    http_method_names = FORM_METHODS
    template_name = "accounts/reset_password_confirm.html"
    form_class = ResetPasswordKeyForm
    reset_url_key = "new"

    def form_valid(self, form: ResetPasswordKeyForm) -> HttpResponse:
        if self.request.user.is_authenticated:
            logout(self.request)  # its session is about to end with the others
        answer: HttpResponse = super().form_valid(form)
        messages.success(self.request, _("Your new password is saved."))
        return answer

    def render_to_response(self, context: dict[str, Any], **kwargs: Any) -> HttpResponse:
        works = self.reset_user is not None
        answer: HttpResponse = super().render_to_response(
            {**context, "validlink": works}, status=200 if works else GONE, **kwargs
        )
        return answer

    def get_form(self, form_class: Any = None) -> Any:
        """The page of a link that does not work has no form to fill in."""
        return super().get_form(form_class) if self.reset_user else None
