"""What django-allauth asks of the site: who gets in and how, where to go then, which mails to send."""

from typing import Any, Final, cast

import pyotp
import segno
from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import context
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.stages import AuthenticateStage
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.models import SocialLogin
from allauth.socialaccount.providers.base import AuthProcess
from django.contrib import messages
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from core.web.access import is_own_address
from core.web.refusals import refusals_as_messages
from players import session_store
from players.accounts.forms.second_factor import PASSKEY_NOT_RIGHT
from players.accounts.forms.sign_in import NameForm
from players.accounts.services import accounts, mail, providers
from players.accounts.services.known_browsers import known_accounts, remember_account
from players.accounts.services.mail import absolute_url
from players.models import User
from players.seats import lacks_required_factor

# Sessions name the backend that opened them: under another name those of before an upgrade would end.
AUTH_BACKEND: Final = "django.contrib.auth.backends.ModelBackend"
ISSUER: Final = "Kiebitz"


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # the package has no types
    error_messages = DefaultAccountAdapter.error_messages | {
        "email_password_mismatch": gettext_lazy(
            "This e-mail address and password do not match. Please check both. Capital and small letters matter."
        ),
    }

    def get_login_stages(self) -> list[str]:
        return [f"{SecondStep.__module__}.{SecondStep.__qualname__}"]

    def is_ajax(self, request: HttpRequest) -> bool:
        """Nobody gets the pages as JSON: the API has its own door."""
        return False

    def is_safe_url(self, url: str) -> bool:
        return is_own_address(context.request, url)

    def add_message(
        self,
        request: HttpRequest,
        level: int,
        message_template: str | None = None,
        message_context: dict[str, Any] | None = None,
        extra_tags: str = "",
        message: str | None = None,
    ) -> None:
        """Our views say what happened, in our words; the package's own sentences are left out."""
        if message:
            messages.add_message(request, level, message, extra_tags=extra_tags)

    def login(self, request: HttpRequest, user: User) -> None:
        user.backend = AUTH_BACKEND
        super().login(request, user)

    def respond_user_inactive(self, request: HttpRequest, user: User) -> HttpResponse:
        """As if there were no such account."""
        messages.error(request, _("You cannot sign in with this account."))
        return redirect("sign-in")

    def post_login(self, request: HttpRequest, user: User, *, signup: bool, **kwargs: Any) -> HttpResponse:
        """The owner gets a mail about a browser that is new to the account, unless the account is new."""
        response = cast(HttpResponse, super().post_login(request, user, signup=signup, **kwargs))
        if signup:
            messages.success(request, _("Welcome, %(name)s. Your account is ready.") % {"name": user})
        elif user.pk not in known_accounts(request):
            device = session_store.read_device(request.META.get("HTTP_USER_AGENT", ""))
            mail.send_notice(user, mail.NEW_DEVICE_NOTICE, device=device)
        remember_account(request, response, user.pk)
        if lacks_required_factor(user):
            messages.warning(request, _("Administrators need a second factor. Please set one up first."))
        return response

    def get_login_redirect_url(self, request: HttpRequest) -> str:
        """Where those go who did not ask for a page."""
        waits = isinstance(request.user, User) and lacks_required_factor(request.user)
        return reverse("security" if waits else "home")

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("security")

    def get_reset_password_from_key_url(self, key: str) -> str:
        """The link begins with the site's own address: the one of the request can be forged."""
        uid, _dash, token = key.partition("-")
        return absolute_url(reverse("reset-password-confirm", args=[uid, token]))

    def send_password_reset_mail(self, user: User, email: str, context: dict[str, Any]) -> None:
        accounts.send_reset_mail(account=user, link=context["password_reset_url"])


class SecondStep(AuthenticateStage):  # type: ignore[misc]
    """Between password and code nobody is signed in. A new password in between ends it."""

    urlname = "second-step"

    def handle(self) -> tuple[HttpResponse | None, bool]:
        if self.login.user is not None:
            self.state["bound_to"] = self.login.user.get_session_auth_hash()
        response, goes_on = super().handle()
        return response, goes_on


class SecondFactorAdapter(DefaultMFAAdapter):  # type: ignore[misc]
    error_messages = DefaultMFAAdapter.error_messages | {"incorrect_code": PASSKEY_NOT_RIGHT}

    def get_totp_issuer(self) -> str:
        return ISSUER

    def build_totp_url(self, user: User, secret: str) -> str:
        return pyotp.TOTP(secret).provisioning_uri(name=user.email, issuer_name=ISSUER)

    def build_totp_svg(self, url: str) -> str:
        """For a page: without a style attribute, and with a light background in dark mode too."""
        picture: str = segno.make(url, error="m", micro=False).svg_inline(
            scale=4, border=4, light="#fff", svgclass="qr", lineclass=None, omitsize=True
        )
        return picture

    def generate_authenticator_name(self, user: User, type: str) -> str:  # noqa: A002  as the package calls it
        """The browser that made it: what its owner recognises."""
        return str(session_store.read_device(context.request.META.get("HTTP_USER_AGENT", "")))

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        return {**super().get_public_key_credential_rp_entity(), "name": ISSUER}


class ProviderAdapter(DefaultSocialAccountAdapter):  # type: ignore[misc]
    """Signing in with an account elsewhere. Who has an account here already connects it, with the password, first."""

    def pre_social_login(self, request: HttpRequest, sociallogin: SocialLogin) -> None:
        if sociallogin.state.get("process") == AuthProcess.CONNECT:
            raise ImmediateHttpResponse(self._connect(request, sociallogin))
        if sociallogin.is_existing:
            return
        email = _address_at_provider(sociallogin)
        if not email:
            messages.error(request, _("The provider told us no e-mail address. Please sign up here."))
            raise ImmediateHttpResponse(redirect("sign-up"))
        if User.objects.filter(email__iexact=email).exists():
            # Whether that one is the same person's, nobody knows: addresses need not be confirmed here.
            messages.error(
                request,
                _(
                    "There is an account with your e-mail address already. Sign in with your password, and connect "
                    "the two under “Password and codes”."
                ),
            )
            raise ImmediateHttpResponse(redirect("sign-in"))

    def save_user(self, request: HttpRequest, sociallogin: SocialLogin, form: Any = None) -> User:
        try:
            account = providers.sign_up(
                email=_address_at_provider(sociallogin),
                is_verified=any(address.verified for address in sociallogin.email_addresses),
                display_name=_name_at_provider(sociallogin),
                language=get_language() or "",
                provider=sociallogin.account.provider,
                identifier=sociallogin.account.uid,
            )
        except (accounts.EmailTaken, IntegrityError) as error:
            # Sent twice: the other one was quicker.
            raise ImmediateHttpResponse(redirect("sign-in")) from error
        sociallogin.user = account
        return account

    def on_authentication_error(self, request: HttpRequest, provider: Any, **kwargs: Any) -> None:
        messages.error(request, _("Signing in with %(provider)s did not work.") % {"provider": provider.name})
        raise ImmediateHttpResponse(redirect("security" if request.user.is_authenticated else "sign-in"))

    def _connect(self, request: HttpRequest, sociallogin: SocialLogin) -> HttpResponse:
        if not isinstance(request.user, User):
            return redirect("sign-in")
        with refusals_as_messages(request):
            providers.connect(
                account=request.user,
                provider=sociallogin.account.provider,
                identifier=sociallogin.account.uid,
            )
            messages.success(request, _("The accounts are connected."))
        return redirect("security")


def _address_at_provider(sociallogin: SocialLogin) -> str:
    return next((str(address.email) for address in sociallogin.email_addresses if address.email), "")


def _name_at_provider(sociallogin: SocialLogin) -> str:
    """As the provider calls the person, if that can be shown here; else what stands before the @."""
    told = sociallogin.account.get_provider_account().get_user_data() or {}
    for name in (
        told.get("name"),
        told.get("preferred_username"),
        _address_at_provider(sociallogin).partition("@")[0],
    ):
        form = NameForm({"display_name": str(name or "")[:80]})
        if form.is_valid():
            return str(form.cleaned_data["display_name"])
    return _("Player")
