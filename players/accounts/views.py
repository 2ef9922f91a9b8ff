"""Signing up, in and out; the account page; saying goodbye."""

from typing import Any

from django.contrib import messages
from django.contrib.auth import login, logout
from django.contrib.auth.views import LoginView, LogoutView
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from players.accounts import lockout, rate_limits, selectors, services
from players.accounts.access import SignedInRequest, owner_only
from players.accounts.forms import EMAIL_TAKEN, PresentPasswordForm, SignInForm, SignUpForm
from players.accounts.next_page import asked_for, next_page
from players.accounts.refusal import TOO_MANY_REQUESTS, in_words, refuse

BACKEND = "django.contrib.auth.backends.ModelBackend"


@sensitive_post_parameters("password")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sign_up(request: HttpRequest) -> HttpResponse:
    if request.user.is_authenticated:
        return HttpResponseRedirect(next_page(request, default="account"))
    page = "accounts/sign_up.html"
    context = {"next": asked_for(request)}
    if request.method != "POST":
        return render(request, page, {"form": SignUpForm(), **context})
    wait = rate_limits.longest_wait(
        [
            (rate_limits.SIGN_UP_BY_ADDRESS, rate_limits.network_of(request)),
            (rate_limits.SIGN_UP_BY_EMAIL, request.POST.get("email", "").strip().lower()),
        ]
    )
    if wait:
        return refuse(request, page, form=SignUpForm(), wait=wait, **context)
    form = SignUpForm(request.POST)
    if form.is_valid():
        try:
            user = services.sign_up(**form.cleaned_data)
        except services.EmailTaken:
            form.add_error("email", EMAIL_TAKEN)
        else:
            login(request, user, backend=BACKEND)
            messages.success(request, _("Welcome, %(name)s. Your account is ready.") % {"name": user})
            return HttpResponseRedirect(next_page(request, default="account"))
    return render(request, page, {"form": form, **context})


@method_decorator([sensitive_post_parameters("password"), never_cache], name="dispatch")
class SignIn(LoginView):
    template_name = "accounts/sign_in.html"
    authentication_form = SignInForm
    redirect_authenticated_user = True

    def get_redirect_url(self, request: HttpRequest | None = None) -> str:
        return asked_for(request or self.request)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "next": asked_for(self.request)}


@method_decorator(never_cache, name="dispatch")
class SignOut(LogoutView):
    http_method_names = ["post", "options"]  # noqa: RUF012  Django's way to write it

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        logout(request)
        messages.success(request, _("You are signed out."))
        return HttpResponseRedirect(next_page(request, default="home"))


@never_cache
def locked_out(
    request: HttpRequest, response: HttpResponse | None, credentials: dict[str, Any] | None
) -> HttpResponse:
    """Called by django-axes in place of the sign-in page after too many failures."""
    until = lockout.locked_until(request, credentials)
    wait = max(1, int((until - timezone.now()).total_seconds()) + 1)
    page = render(
        request,
        "accounts/locked_out.html",
        {"when": in_words(wait), "until": until},
        status=TOO_MANY_REQUESTS,
    )
    page["Retry-After"] = str(wait)
    return page


@owner_only
@require_safe
def account(request: SignedInRequest) -> HttpResponse:
    return render(request, "accounts/account.html", {"export": selectors.latest_export(request.user)})


@owner_only
@require_http_methods(["GET", "HEAD", "POST"])
def delete_account(request: SignedInRequest) -> HttpResponse:
    page = "accounts/delete.html"
    user = request.user
    if request.method != "POST":
        return render(request, page, {"form": PresentPasswordForm(user)})
    if wait := rate_limits.PASSWORD_BY_ACCOUNT.seconds_to_wait(str(user.pk)):
        return refuse(request, page, form=PresentPasswordForm(user), wait=wait)
    form = PresentPasswordForm(user, request.POST)
    if not form.is_valid():
        return render(request, page, {"form": form})
    services.delete_account(user=user)
    logout(request)
    messages.success(request, _("Your account is deleted. Goodbye, and thank you for playing."))
    return redirect("home")
