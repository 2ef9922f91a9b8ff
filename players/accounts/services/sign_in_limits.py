"""The limits on guessing: passwords, codes of the second factor, recovery codes, passkeys.

Whatever checks one of them asks `seconds_to_wait` first and calls `count_failure` when it was wrong. Django's own way,
`authenticate()`, does both by itself: `GuessingGuard` stands first among the backends, and `user_login_failed` counts.
"""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from core.web.rate_limits import Counted, by_address, longest_wait_left
from players.accounts import policies
from players.accounts.services import mail
from players.accounts.services.known_browsers import known_accounts
from players.models import User


def seconds_to_wait(request: HttpRequest, *, email: str) -> int:
    """0 if a secret of this account may be checked now. Counts nothing.

    A browser that has signed in to the account before is not kept out by what strangers tried elsewhere.
    """
    name = _normalized(email)
    wait = longest_wait_left(_by_place(request, name))
    by_account = policies.FAILURES_BY_ACCOUNT.seconds_left(name)
    if by_account and not _is_known_browser(request, name):
        return max(wait, by_account)
    return wait


def count_failure(request: HttpRequest, *, email: str) -> None:
    """A secret of this account was wrong, or there is no such account."""
    name = _normalized(email)
    for limit, subject in _by_place(request, name):
        limit.seconds_to_wait(subject)
    policies.FAILURES_BY_ACCOUNT.seconds_to_wait(name)
    if policies.FAILURES_BY_ACCOUNT.seconds_left(name) and not policies.NOTICES_BY_ACCOUNT.seconds_to_wait(
        name
    ):
        _notify_owner(name)


def clear_failures(*, email: str) -> None:
    """The owner has shown that a mail reached them: what was tried so far no longer keeps them out."""
    policies.FAILURES_BY_ACCOUNT.forget(_normalized(email))


def count_failed_sign_in(
    *, credentials: dict[str, Any], request: HttpRequest | None = None, **kwargs: object
) -> None:
    """Receives Django's `user_login_failed`."""
    name = str(credentials.get("username") or credentials.get("email") or "")
    if request is not None and not seconds_to_wait(request, email=name):
        count_failure(request, email=name)


class GuessingGuard:
    """First of the backends: once a limit is reached no password is looked at, whichever page asks.

    It lets nobody in, and knows no accounts: Django would keep it with a session otherwise.
    """

    def authenticate(
        self,
        request: HttpRequest | None,
        username: str | None = None,
        password: str | None = None,
        **credentials: Any,
    ) -> None:
        name = username or str(credentials.get("email") or "")
        if request is not None and password is not None and seconds_to_wait(request, email=name):
            raise PermissionDenied


def _by_place(request: HttpRequest, name: str) -> list[Counted]:
    return [
        *by_address(policies.FAILURES_BY_NAME_AND_ADDRESS, request, about=name),
        *by_address(policies.FAILURES_BY_ADDRESS, request),
    ]


def _normalized(email: str) -> str:
    """Capital letters do not make another account."""
    return email.strip().lower()


def _is_known_browser(request: HttpRequest, name: str) -> bool:
    known = known_accounts(request)
    return bool(known) and User.objects.filter(pk__in=known, email__iexact=name).exists()


def _notify_owner(name: str) -> None:
    account = User.objects.filter(email__iexact=name, is_active=True).first()
    if account is not None:
        mail.send_notice(account, mail.GUESSING_NOTICE)
