"""A phone with an app that makes codes, for tests."""

import time
from typing import Any

import pyotp
from allauth.mfa.models import Authenticator

from players.accounts.services import second_factor
from players.models import User


class Phone:
    """Knows the secret, as long as it is given or the account has the app."""

    def __init__(self, account: User, secret: str = "") -> None:
        self.account = account
        self._secret = secret
        self.step = int(time.time()) // second_factor.SECONDS_PER_STEP

    @property
    def secret(self) -> str:
        return self._secret or str(app_of(self.account).data["secret"])

    def code(self, *, drift: int = 0) -> str:
        return pyotp.TOTP(self.secret).generate_otp(self.step + drift)


def switch_on(account: User) -> list[str]:
    """Switch the second factor on with the code of a while ago, so that the present one is still unused."""
    secret = second_factor.new_secret()
    code = Phone(account, secret).code(drift=-1)
    return second_factor.add_app(account=account, secret=secret, code=code, keep_session=None)


def app_of(account: User) -> Any:
    return Authenticator.objects.get(user=account, type="totp")


def forget_used_codes() -> None:
    """As if no code had been used yet."""
    for app in Authenticator.objects.filter(type="totp"):
        app.data["last_step"] = 0
        app.save()


def stored_digests() -> list[str]:
    return [
        digest
        for row in Authenticator.objects.filter(type="recovery_codes")
        for digest in row.data["digests"]
    ]
