"""Who asks the API: a program by its token, or a browser by its session."""

from typing import Final

from django.utils.translation import gettext_lazy as _
from rest_framework import authentication
from rest_framework.exceptions import AuthenticationFailed, Throttled
from rest_framework.request import Request

from core.web.rate_limits import RateLimit, network_of
from players.accounts.services.tokens import use_token
from players.models import ApiToken, User

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
            if wait := WRONG_TOKENS.seconds_to_wait(network_of(request)):
                raise Throttled(wait)
            raise AuthenticationFailed(_("This token is not valid: it is unknown, expired or revoked."))
        return token.account, token

    def authenticate_header(self, request: Request) -> str:
        """Named first, it makes the answer to those who are not signed in 401 and not 403."""
        return SCHEME


class SessionAuthentication(authentication.SessionAuthentication):
    """The session of the pages. What changes something needs the header X-CSRFToken."""
