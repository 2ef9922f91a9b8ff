"""Signing up, in (in one step or two) and out."""

from typing import Any

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView, LogoutView
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from players.accounts import entering, lockout, rate_limits, second_factor, services
from players.accounts.forms import EMAIL_TAKEN, SignInForm, SignUpForm
from players.accounts.next_page import asked_for, next_page
from players.accounts.refusal import TOO_MANY_REQUESTS, in_words, refuse
from players.accounts.settings_forms import CodeForm


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
            user = services.sign_up(**form.cleaned_data, language=get_language() or "")
        except services.EmailTaken:
            form.add_error("email", EMAIL_TAKEN)
        else:
            messages.success(request, _("Welcome, %(name)s. Your account is ready.") % {"name": user})
            return entering.let_in(request, user, then=next_page(request, default="account"), is_new=True)
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

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        return entering.enter(self.request, form.get_user(), then=self.get_success_url())


@sensitive_post_parameters("code")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def second_step(request: HttpRequest) -> HttpResponse:
    """The code, for those whose password was right. Nobody is signed in before it."""
    if request.user.is_authenticated:
        return redirect("account")
    waiting = entering.waiting(request)
    if waiting is None:
        return redirect("sign-in")
    page, account = "accounts/second_step.html", waiting.account
    if request.method != "POST":
        return render(request, page, {"form": CodeForm()})
    if lockout.is_locked_out(request, email=account.email):
        return render(request, page, {"form": CodeForm()})  # the lock-out's page takes its place
    if wait := rate_limits.CODE_BY_ACCOUNT.seconds_to_wait(str(account.pk)):
        return refuse(request, page, form=CodeForm(), wait=wait)
    form = CodeForm(request.POST)
    if form.is_valid():
        if second_factor.check(account=account, code=form.cleaned_data["code"]):
            return entering.let_in(request, account, then=waiting.then)
        lockout.count_failure(request, email=account.email)
        form.add_error(
            "code", _("This code is not right, or was used already. Please type the one your app shows now.")
        )
    return render(request, page, {"form": form})


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
