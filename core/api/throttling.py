"""How often the API may be asked: counted by token and account, or by address for those who are not signed in."""

from typing import TYPE_CHECKING

from django.conf import settings
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from core.web.rate_limits import RateLimit, longest_wait, network_of

if TYPE_CHECKING:  # rest_framework.views loads this module, by the settings
    from rest_framework.views import APIView

MINUTE = 60


class ApiThrottle(BaseThrottle):
    """The rates are settings. An account with many tokens does not get more than one account's share."""

    seconds: int = 0

    def allow_request(self, request: Request, view: "APIView") -> bool:
        self.seconds = longest_wait(
            [
                (RateLimit(name, settings.API_RATES[name], period=MINUTE), subject)
                for name, subject in rate_limit_subjects(request)
            ]
        )
        return self.seconds == 0

    def wait(self) -> float | None:
        return float(self.seconds)


def rate_limit_subjects(request: Request) -> list[tuple[str, str]]:
    if not request.user.is_authenticated:
        return [("api-address", network_of(request))]
    by_account = ("api-account", str(request.user.pk))
    if request.auth is not None:
        return [("api-token", str(request.auth.pk)), by_account]
    return [by_account]
