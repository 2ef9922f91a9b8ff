"""A phone with an app that makes codes, for tests."""

import time

import pyotp

from players.accounts.services import second_factor
from players.models import SecondFactor, User


class Phone:
    """Knows the secret. Each code it shows is for a later time, so that none is refused as seen before."""

    def __init__(self, account: User) -> None:
        self.account = account
        self.step = int(time.time()) // second_factor.SECONDS_PER_STEP

    @property
    def secret(self) -> str:
        return SecondFactor.objects.get(account=self.account).secret

    def code(self, *, drift: int = 0) -> str:
        return pyotp.TOTP(self.secret).generate_otp(self.step + drift)


def switch_on(account: User) -> list[str]:
    """Switch the second factor on with the code of a while ago, so that the present one is still unused."""
    second_factor.begin_setup(account=account)
    return second_factor.switch_on(account=account, code=Phone(account).code(drift=-1), keep_session=None)
