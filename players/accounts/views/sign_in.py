"""Signing up, in (in one step or two, or with a passkey) and out: django-allauth's views in our words."""

import json
from typing import Any, cast

from allauth.account import views as allauth_views
from allauth.account.internal.stagekit import clear_login
from allauth.account.stages import LoginStage
from allauth.mfa.base.views import AuthenticateView
from allauth.mfa.webauthn.internal.auth import begin_authentication
from allauth.mfa.webauthn.views import LoginWebAuthnView
from django.conf import settings
from django.contrib import messages
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from core.web import rate_limits
from core.web.access import requested_url
from core.web.rate_limits import RateLimit
from core.web.refusals import refused_for_now, too_many_requests, waiting_time
from players.accounts import policies, selectors
from players.accounts.forms.second_factor import (
    PASSKEY_NOT_RIGHT,
    CodeForm,
    PasskeySignInForm,
    SecondStepPasskeyForm,
)
from players.accounts.forms.sign_in import EMAIL_TAKEN, SignInForm, SignUpForm
from players.accounts.services import accounts, sign_in, sign_in_limits
from players.accounts.views.limits import FORM_METHODS, LimitedFormMixin
from players.models import User


@method_decorator(sensitive_post_parameters("password"), name="dispatch")
class SignUpView(LimitedFormMixin, allauth_views.SignupView):  # type: ignore[misc]  # the package has no types
    template_name = "accounts/sign_up.html"
    form_class = SignUpForm

    def limits(self) -> list[tuple[RateLimit, str]]:
        return [
            *rate_limits.by_address(policies.SIGN_UP_BY_ADDRESS, self.request),
            (policies.SIGN_UP_BY_EMAIL, self.request.POST.get("email", "").strip().lower()),
        ]

    def refused_context(self) -> dict[str, Any]:
        return {"next": requested_url(self.request)}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), **self.refused_context()}

    def form_valid(self, form: SignUpForm) -> HttpResponse:
        try:
            answer: HttpResponse = super().form_valid(form)
        except accounts.EmailTaken:
            form.add_error("email", EMAIL_TAKEN)
            answer = self.form_invalid(form)
        return answer


class SignInView(allauth_views.LoginView):  # type: ignore[misc]
    http_method_names = FORM_METHODS
    template_name = "accounts/sign_in.html"
    form_class = SignInForm

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), **_sign_in_context(self.request)}

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if wait := sign_in_limits.seconds_to_wait(request, email=request.POST.get("username", "")):
            return too_many_failures(request, wait)
        return cast(HttpResponseBase, super().post(request, *args, **kwargs))

    def _redirect_to_pending_stage(self, request: HttpRequest, stage: LoginStage) -> None:
        """Who comes back here from the second step begins again; the package would send them there for ever."""
        clear_login(request)


def _sign_in_context(request: HttpRequest) -> dict[str, Any]:
    return {"next": requested_url(request), "provider": settings.OIDC}


@method_decorator(sensitive_post_parameters("code", "credential"), name="dispatch")
class SecondStepView(AuthenticateView):  # type: ignore[misc]
    """The code or the passkey, for those whose password was right. Nobody is signed in before it."""

    template_name = "accounts/second_step.html"
    form_class = CodeForm
    webauthn_form_class = SecondStepPasskeyForm

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        answer: HttpResponseBase = (
            super().get(request, *args, **kwargs) if self._still_counts() else self.stage.abort()
        )
        return answer

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not self._still_counts():
            return cast(HttpResponseBase, self.stage.abort())
        account: User = self.stage.login.user
        empty = CodeForm(user=account)
        if sign_in.is_locked_out(request, email=account.email):
            return render(request, self.template_name, {"form": empty})  # the lock-out's page takes its place
        if wait := sign_in_limits.seconds_to_wait(request, email=account.email):
            return too_many_failures(request, wait)
        if wait := policies.CODE_BY_ACCOUNT.seconds_to_wait(str(account.pk)):
            return too_many_requests(request, self.template_name, form=empty, wait=wait)
        return cast(HttpResponseBase, super().post(request, *args, **kwargs))

    def form_invalid(self, form: BaseForm) -> HttpResponse:
        sign_in.count_failure(self.request, email=self.stage.login.user.email)
        answer: HttpResponse = super().form_invalid(form)
        return answer

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        factors = selectors.second_factors_of(self.stage.login.user)
        problem = PASSKEY_NOT_RIGHT if self.webauthn_form and self.webauthn_form.errors else ""
        context = super().get_context_data(**kwargs)
        options = json.dumps(context["js_data"]["request_options"]) if factors.passkeys else ""
        return {**context, "factors": factors, "passkey_options": options, "problem": problem}

    def _still_counts(self) -> bool:
        """Not if the password has changed since, or the account was closed."""
        account: User = self.stage.login.user
        bound_to = self.stage.state.get("bound_to", "")
        return account.is_active and constant_time_compare(bound_to, account.get_session_auth_hash())


def sign_in_refused(request: HttpRequest, wait: int) -> HttpResponse:
    """The sign-in page, for those who tried another way in too often."""
    form = SignInForm(request=request)
    return too_many_requests(
        request, SignInView.template_name, form=form, wait=wait, **_sign_in_context(request)
    )


class PasskeySignInView(LoginWebAuthnView):  # type: ignore[misc]
    """What the browser asks the device to sign (as JSON), and what the device answered."""

    http_method_names = FORM_METHODS
    form_class = PasskeySignInForm

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if wait := rate_limits.longest_wait(rate_limits.by_address(policies.PASSKEY_BY_ADDRESS, request)):
            return sign_in_refused(request, wait)
        answer: HttpResponseBase = super().dispatch(request, *args, **kwargs)
        return answer

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return JsonResponse({"request_options": begin_authentication(user=None)})

    def form_invalid(self, form: BaseForm) -> HttpResponse:
        context = {"form": SignInForm(request=self.request), "problem": PASSKEY_NOT_RIGHT}
        return render(self.request, SignInView.template_name, {**context, **_sign_in_context(self.request)})


@method_decorator(never_cache, name="dispatch")
class SignOutView(allauth_views.LogoutView):  # type: ignore[misc]
    http_method_names = ["post", "options"]

    def post(self, *args: Any, **kwargs: Any) -> HttpResponse:
        answer: HttpResponse = super().post(*args, **kwargs)
        messages.success(self.request, _("You are signed out."))
        return answer


@never_cache
def locked_out(
    request: HttpRequest, response: HttpResponse | None, credentials: dict[str, Any] | None
) -> HttpResponse:
    """Called by django-axes in place of the sign-in page after too many failures."""
    until = sign_in.locked_until(request, credentials)
    return too_many_failures(request, max(1, int((until - timezone.now()).total_seconds()) + 1))


@never_cache
def too_many_failures(request: HttpRequest, wait: int) -> HttpResponse:
    page = render(request, "accounts/locked_out.html", {"when": waiting_time(wait)})
    return refused_for_now(page, wait)
