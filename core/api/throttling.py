"""How often the API may be asked: counted by token and account, or by address for those who are not signed in."""

from typing import TYPE_CHECKING

from django.conf import settings
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from core.web.rate_limits import Counted, RateLimit, by_address, longest_wait

if TYPE_CHECKING:  # rest_framework.views loads this module, by the settings
    from rest_framework.views import APIView

MINUTE = 60


class ApiThrottle(BaseThrottle):
    """The rates are settings. An account with many tokens does not get more than one account's share."""

    seconds: int = 0

    def allow_request(self, request: Request, view: "APIView") -> bool:
        self.seconds = longest_wait(counted_subjects(request))
        return self.seconds == 0

    def wait(self) -> float | None:
        return float(self.seconds)


def counted_subjects(request: Request) -> list[Counted]:
    if not request.user.is_authenticated:
        return by_address(_limit("api-address"), request)
    by_account = Counted(_limit("api-account"), str(request.user.pk))
    if request.auth is not None:
        return [Counted(_limit("api-token"), str(request.auth.pk)), by_account]
    return [by_account]


def _limit(name: str) -> RateLimit:
    return RateLimit(name, settings.API_RATES[name], period=MINUTE)
