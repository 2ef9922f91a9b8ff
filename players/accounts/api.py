"""Who asks the API: a program by its token, or a browser by its session."""

from typing import TYPE_CHECKING, Any, Final

from django.conf import settings
from django.utils.translation import gettext_lazy as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework import authentication
from rest_framework.exceptions import AuthenticationFailed, Throttled
from rest_framework.request import Request

from core.web.rate_limits import RateLimit, by_address, longest_wait
from players.accounts.services.tokens import use_token
from players.models import ApiToken, User

if TYPE_CHECKING:
    from drf_spectacular.openapi import AutoSchema

SCHEME: Final = "Bearer"

# Guessing is hopeless, but each guess costs a query.
WRONG_TOKENS: Final = RateLimit("api-wrong-tokens", 60, period=60)


class TokenAuthentication(authentication.BaseAuthentication):
    """`Authorization: Bearer kiebitz_…` (RFC 6750). Closed accounts, expired and revoked tokens do not get in."""

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        scheme, _space, secret = request.headers.get("Authorization", "").partition(" ")
        if scheme.lower() != SCHEME.lower():
            return None
        token = use_token(secret=secret.strip())
        if token is None:
            if wait := longest_wait(by_address(WRONG_TOKENS, request)):
                raise Throttled(wait)
            raise AuthenticationFailed(_("This token is not valid: it is unknown, expired or revoked."))
        return token.account, token

    def authenticate_header(self, request: Request) -> str:
        """Named first, it makes the answer to those who are not signed in 401 and not 403."""
        return SCHEME


class SessionAuthentication(authentication.SessionAuthentication):
    """The session of the pages. What changes something needs the header X-CSRFToken."""


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """How the API's description names it; drf-spectacular knows its extensions by their definition."""

    target_class = TokenAuthentication
    name = "token"

    def get_security_definition(self, auto_schema: "AutoSchema") -> dict[str, Any]:
        return {
            "type": "http",
            "scheme": "bearer",
            "description": "A token made on the account page: `Authorization: Bearer kiebitz_…`.",
        }


class SessionScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """Likewise."""

    target_class = SessionAuthentication
    name = "session"

    def get_security_definition(self, auto_schema: "AutoSchema") -> dict[str, Any]:
        return {
            "type": "apiKey",
            "in": "cookie",
            "name": settings.SESSION_COOKIE_NAME,
            "description": "The session of the pages; what changes something needs the header `X-CSRFToken` as well.",
        }
