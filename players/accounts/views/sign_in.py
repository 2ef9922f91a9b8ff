"""Signing up, in (in one step or two) and out."""

import time
from typing import Any, Final, NamedTuple

from django.contrib import messages
from django.contrib.auth import login, logout
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView, LogoutView
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.decorators import method_decorator
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from core.web import rate_limits
from core.web.access import next_url, requested_url
from core.web.refusals import refused_for_now, too_many_requests, waiting_time
from players import session_store
from players.accounts import policies, selectors
from players.accounts.forms.settings import CodeForm
from players.accounts.forms.sign_in import EMAIL_TAKEN, SignInForm, SignUpForm
from players.accounts.services import accounts, guessing, mail, second_factor, sign_in
from players.accounts.services.known_browsers import known_accounts, remember_account
from players.models import User

AUTH_BACKEND: Final = "django.contrib.auth.backends.ModelBackend"
MAX_SECONDS_FOR_CODE: Final = 10 * 60
_PENDING_KEY: Final = "second_step"


@sensitive_post_parameters("password")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sign_up(request: HttpRequest) -> HttpResponse:
    if request.user.is_authenticated:
        return HttpResponseRedirect(next_url(request, default="account"))
    page = "accounts/sign_up.html"
    context = {"next": requested_url(request)}
    if request.method != "POST":
        return render(request, page, {"form": SignUpForm(), **context})
    wait = rate_limits.longest_wait(
        [
            *rate_limits.by_address(policies.SIGN_UP_BY_ADDRESS, request),
            (policies.SIGN_UP_BY_EMAIL, request.POST.get("email", "").strip().lower()),
        ]
    )
    if wait:
        return too_many_requests(request, page, form=SignUpForm(), wait=wait, **context)
    form = SignUpForm(request.POST)
    if form.is_valid():
        try:
            user = accounts.sign_up(**form.cleaned_data, language=get_language() or "")
        except accounts.EmailTaken:
            form.add_error("email", EMAIL_TAKEN)
        else:
            messages.success(request, _("Welcome, %(name)s. Your account is ready.") % {"name": user})
            return complete_sign_in(request, user, then=next_url(request, default="account"), is_new=True)
    return render(request, page, {"form": form, **context})


@method_decorator([sensitive_post_parameters("password"), never_cache], name="dispatch")
class SignInView(LoginView):
    template_name = "accounts/sign_in.html"
    authentication_form = SignInForm
    redirect_authenticated_user = True

    def get_redirect_url(self, request: HttpRequest | None = None) -> str:
        return requested_url(request or self.request)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "next": requested_url(self.request)}

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if wait := guessing.seconds_to_wait(request, email=request.POST.get("username", "")):
            return too_many_failures(request, wait)
        return super().post(request, *args, **kwargs)

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        return begin_sign_in(self.request, form.get_user(), then=self.get_success_url())


@sensitive_post_parameters("code")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def second_step(request: HttpRequest) -> HttpResponse:
    """The code, for those whose password was right. Nobody is signed in before it."""
    if request.user.is_authenticated:
        return redirect("account")
    waiting = pending_sign_in(request)
    if waiting is None:
        return redirect("sign-in")
    page, account = "accounts/second_step.html", waiting.account
    if request.method != "POST":
        return render(request, page, {"form": CodeForm()})
    if sign_in.is_locked_out(request, email=account.email):
        return render(request, page, {"form": CodeForm()})  # the lock-out's page takes its place
    if wait := guessing.seconds_to_wait(request, email=account.email):
        return too_many_failures(request, wait)
    if wait := policies.CODE_BY_ACCOUNT.seconds_to_wait(str(account.pk)):
        return too_many_requests(request, page, form=CodeForm(), wait=wait)
    form = CodeForm(request.POST)
    if form.is_valid():
        if second_factor.check_code(account=account, code=form.cleaned_data["code"]):
            return complete_sign_in(request, account, then=waiting.then)
        sign_in.count_failure(request, email=account.email)
        form.add_error(
            "code", _("This code is wrong or was already used. Please type the one your app shows now.")
        )
    return render(request, page, {"form": form})


@method_decorator(never_cache, name="dispatch")
class SignOutView(LogoutView):
    http_method_names = ["post", "options"]

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        logout(request)
        messages.success(request, _("You are signed out."))
        return HttpResponseRedirect(next_url(request, default="home"))


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


class PendingSignIn(NamedTuple):
    """Somebody who has shown the password and still owes the code."""

    account: User
    then: str


def begin_sign_in(request: HttpRequest, account: User, *, then: str) -> HttpResponse:
    """The first step is done. `then` is the page to go to, checked to be ours."""
    if not selectors.has_second_factor(account):
        return complete_sign_in(request, account, then=then)
    request.session[_PENDING_KEY] = {
        "account": account.pk,
        "bound_to": account.get_session_auth_hash(),
        "since": int(time.time()),
        "then": then,
    }
    return redirect("second-step")


def pending_sign_in(request: HttpRequest) -> PendingSignIn | None:
    """Who is between the two steps; nobody if it took too long or the password has changed."""
    kept: dict[str, Any] = request.session.get(_PENDING_KEY) or {}
    if not kept or time.time() - kept["since"] > MAX_SECONDS_FOR_CODE:
        return None
    account = selectors.active_account(kept["account"])
    if account is None or not constant_time_compare(kept["bound_to"], account.get_session_auth_hash()):
        return None
    return PendingSignIn(account, kept["then"])


def complete_sign_in(request: HttpRequest, account: User, *, then: str, is_new: bool = False) -> HttpResponse:
    """Sign in. The owner gets a mail about a browser that is new to the account, unless the account is new."""
    request.session.pop(_PENDING_KEY, None)
    login(request, account, backend=AUTH_BACKEND)
    if account.pk not in known_accounts(request) and not is_new:
        device = session_store.read_device(request.META.get("HTTP_USER_AGENT", ""))
        mail.send_notice(account, mail.NEW_DEVICE_NOTICE, device=device)
    response = HttpResponseRedirect(then)
    remember_account(request, response, account.pk)
    return response
