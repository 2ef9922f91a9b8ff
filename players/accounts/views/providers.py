"""Signing in with an account elsewhere, by OpenID Connect, and connecting it with the one here."""

from typing import Any

from allauth.core.exceptions import ImmediateHttpResponse
from allauth.socialaccount.adapter import get_adapter
from allauth.socialaccount.models import SocialApp, SocialLogin
from allauth.socialaccount.providers.base import AuthProcess
from allauth.socialaccount.providers.oauth2.client import OAuth2Error
from allauth.socialaccount.providers.oauth2.views import OAuth2CallbackView
from allauth.socialaccount.providers.openid_connect import views as openid_views
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from requests import RequestException

from core.web import rate_limits
from core.web.access import SignedInRequest, requested_url, sign_in_required
from players.accounts import policies, selectors
from players.accounts.forms.sign_in import CurrentPasswordForm
from players.accounts.services import providers
from players.accounts.views.account import handle_guarded_form
from players.accounts.views.sign_in import sign_in_refused


class VerifyingAdapter(openid_views.OpenIDConnectOAuth2Adapter):  # type: ignore[misc]  # the package has no types
    """Believes a token by its signature, not only by the connection it came on, and if both answers are about one."""

    def get_access_token_data(self, *args: Any, **kwargs: Any) -> dict[str, Any]:
        data: dict[str, Any] = super().get_access_token_data(*args, **kwargs)
        self.did_fetch_access_token = False  # then the package checks the signature
        return data

    def complete_login(self, *args: Any, **kwargs: Any) -> SocialLogin:
        login = super().complete_login(*args, **kwargs)
        signed = login.account.extra_data.get("id_token") or {}
        if signed.get("sub") != login.account.uid:
            raise OAuth2Error("The signed token and the user info are not about the same person.")
        return login


@never_cache
@require_POST
def provider_sign_in(request: HttpRequest, provider_id: str) -> HttpResponseBase:
    if wait := rate_limits.longest_wait(rate_limits.by_address(policies.PROVIDER_BY_ADDRESS, request)):
        return sign_in_refused(request, wait)
    return _go_to_provider(request, provider_id, AuthProcess.LOGIN, then=requested_url(request))


@never_cache
@require_safe
def provider_answer(request: HttpRequest, provider_id: str) -> HttpResponseBase:
    """Where the provider sends people back to."""
    if wait := rate_limits.longest_wait(rate_limits.by_address(policies.PROVIDER_BY_ADDRESS, request)):
        return sign_in_refused(request, wait)
    _provider_or_404(request, provider_id)
    try:
        answer: HttpResponseBase = OAuth2CallbackView.adapter_view(VerifyingAdapter(request, provider_id))(
            request
        )
    except RequestException:
        messages.error(request, _("The provider cannot be reached. Please try again later."))
        answer = redirect("security" if request.user.is_authenticated else "sign-in")
    return answer


@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def connect_provider(request: SignedInRequest, provider_id: str) -> HttpResponse:
    """The password first: whoever is connected signs in without it from then on."""

    def connect(form: CurrentPasswordForm) -> HttpResponse:
        return _go_to_provider(request, provider_id, AuthProcess.CONNECT, then=reverse("security"))

    _provider_or_404(request, provider_id)
    return handle_guarded_form(request, "accounts/connect_provider.html", CurrentPasswordForm, connect)


@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def disconnect_provider(request: SignedInRequest) -> HttpResponse:
    def disconnect(form: CurrentPasswordForm) -> HttpResponse:
        providers.disconnect(account=request.user)
        messages.success(request, _("The accounts are no longer connected."))
        return redirect("security")

    if not selectors.connected_accounts_of(request.user).exists():
        return redirect("security")
    return handle_guarded_form(request, "accounts/disconnect_provider.html", CurrentPasswordForm, disconnect)


def _go_to_provider(request: HttpRequest, provider_id: str, process: str, *, then: str) -> HttpResponse:
    provider = _provider_or_404(request, provider_id)
    try:
        answer: HttpResponse = provider.redirect(request, process, next_url=then or None)
    except RequestException:
        messages.error(request, _("The provider cannot be reached. Please try again later."))
        answer = redirect("security" if request.user.is_authenticated else "sign-in")
    except ImmediateHttpResponse as instead:
        answer = instead.response
    return answer


def _provider_or_404(request: HttpRequest, provider_id: str) -> Any:
    try:
        return get_adapter().get_provider(request, provider_id)
    except SocialApp.DoesNotExist:
        raise Http404(_("This site knows no such provider.")) from None
