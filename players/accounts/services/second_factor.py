"""The second factor: an app's codes (TOTP, RFC 6238), passkeys, and recovery codes for when both are lost.

Factors are rows of django-allauth. What is ours is how a code is used up: once, by the database, also while the cache
is away. Recovery codes are kept as digests. The secret of the app is stored as it is: codes cannot be checked against a
digest, and a key to encrypt it with would lie beside the database on most sites. It appears in no export, log, history
or administration page.
"""

import hashlib
import hmac
import secrets
import time
from typing import Any, Final

import pyotp
from allauth.mfa.models import Authenticator
from django.db import transaction
from django.utils.translation import gettext as _

from audit import services as audit
from audit.actions import Action
from core.errors import Refused
from players import audit_actions
from players.accounts.services import mail, sign_in
from players.models import User

SECONDS_PER_STEP: Final = 30
ALLOWED_DRIFT_STEPS: Final = 1  # how many steps a phone's clock may be fast or slow
RECOVERY_CODE_COUNT: Final = 10
MAX_PASSKEYS: Final = 20
MAX_PASSKEY_NAME_LENGTH: Final = 60
_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"  # none that look alike

# 31¹⁶ are 79 bits: too many to guess even from the digest.
_GROUPS: Final = 4
_LETTERS_PER_GROUP: Final = 4

_Type = Authenticator.Type


def new_secret() -> str:
    return pyotp.random_base32()


@transaction.atomic
def add_app(*, account: User, secret: str, code: str, keep_session: str | None) -> list[str]:
    """Switch on the codes of an app that shows the right one. Ends the other sessions.

    Returns new recovery codes, the only time; none if the account has some already.
    """
    _lock(account)
    if _factors(account, _Type.TOTP).exists():
        raise Refused(_("Codes are already on. Turn them off first to use another app."))
    step = _matching_step(secret, code, after=0)
    if step is None:
        raise Refused(
            _(
                "This code is wrong. Codes change every thirty seconds: please type the one your app shows now."
            )
        )
    Authenticator.objects.create(user=account, type=_Type.TOTP, data={"secret": secret, "last_step": step})
    codes = _recovery_codes_for_first_factor(account)
    sign_in.end_other_sessions(account=account, keep=keep_session)
    _record(account, audit_actions.SECOND_FACTOR_ON, account)
    mail.send_notice(account, mail.SECOND_FACTOR_ON_NOTICE)
    return codes


@transaction.atomic
def remove_app(*, account: User, keep_session: str | None) -> None:
    """The caller has made sure, by password and code, that it is the owner who wants it."""
    _lock(account)
    if not _factors(account, _Type.TOTP).delete()[0]:
        return
    _remove_lone_recovery_codes(account)
    sign_in.end_other_sessions(account=account, keep=keep_session)
    _record(account, audit_actions.SECOND_FACTOR_OFF, account)
    mail.send_notice(account, mail.SECOND_FACTOR_OFF_NOTICE)


@transaction.atomic
def add_passkey(
    *, account: User, name: str, credential: dict[str, Any], keep_session: str | None
) -> list[str]:
    """Keep a passkey that has been verified. Ends the other sessions; recovery codes as `add_app` returns them."""
    _lock(account)
    passkeys = _factors(account, _Type.WEBAUTHN)
    if passkeys.count() >= MAX_PASSKEYS:
        raise Refused(
            _("You have %(count)d passkeys. Please remove those you no longer need.")
            % {"count": MAX_PASSKEYS}
        )
    name = " ".join(name.split())[:MAX_PASSKEY_NAME_LENGTH] or _("Passkey")
    Authenticator.objects.create(
        user=account, type=_Type.WEBAUTHN, data={"name": name, "credential": credential}
    )
    codes = _recovery_codes_for_first_factor(account)
    sign_in.end_other_sessions(account=account, keep=keep_session)
    _record(account, audit_actions.PASSKEY_ADDED, account)
    mail.send_notice(account, mail.PASSKEY_ADDED_NOTICE)
    return codes


@transaction.atomic
def remove_passkey(*, account: User, pk: int, keep_session: str | None) -> bool:
    """Whether there was such a passkey of the account's. Ends the other sessions."""
    _lock(account)
    if not _factors(account, _Type.WEBAUTHN).filter(pk=pk).delete()[0]:
        return False
    _remove_lone_recovery_codes(account)
    sign_in.end_other_sessions(account=account, keep=keep_session)
    _record(account, audit_actions.PASSKEY_REMOVED, account)
    mail.send_notice(account, mail.PASSKEY_REMOVED_NOTICE)
    return True


@transaction.atomic
def renew_recovery_codes(*, account: User) -> list[str]:
    """New ones in place of all older ones."""
    _lock(account)
    if not _main_factors(account).exists():
        raise Refused(_("Recovery codes belong to the second factor. Please switch it on first."))
    codes = _make_recovery_codes(account)
    mail.send_notice(account, mail.RECOVERY_CODES_RENEWED_NOTICE)
    return codes


@transaction.atomic
def reset(*, actor: User | None, account: User, reason: str = "") -> bool:
    """For somebody who lost the phone and the recovery codes. Ends all sessions; whether there was a factor.

    The caller has made sure that the owner asked for it. Without an actor, the operator did it.
    """
    _lock(account)
    was_on = _main_factors(account).exists()
    Authenticator.objects.filter(user=account).delete()
    if not was_on:
        return False
    sign_in.end_other_sessions(account=account, keep=None)
    _record(actor, audit_actions.SECOND_FACTOR_RESET, account, reason=reason)
    mail.send_notice(account, mail.SECOND_FACTOR_OFF_NOTICE, by_operators=True)
    return True


def check_code(*, account: User, code: str) -> bool:
    """Whether the code is right, from the app or a recovery code; either works once."""
    return use_code(account=account, code=code) is not None


@transaction.atomic
def use_code(*, account: User, code: str) -> Authenticator | None:
    """The factor that the code is one of, from the app or a recovery code; either works once.

    The rows are locked while one looks: of two who come with the same code, one is let in.
    """
    typed = Authenticator.objects.filter(user=account, type__in=[_Type.TOTP, _Type.RECOVERY_CODES])
    factors = {factor.type: factor for factor in typed.select_for_update()}
    if (app := factors.get(_Type.TOTP)) and _use_app_code(app, code):
        return app
    recovery = factors.get(_Type.RECOVERY_CODES)
    return recovery if recovery and _use_recovery_code(account, recovery, code) else None


def _use_app_code(app: Authenticator, code: str) -> bool:
    """What is not newer than the newest accepted code was seen before."""
    step = _matching_step(app.data["secret"], code, after=app.data.get("last_step", 0))
    if step is None:
        return False
    app.data["last_step"] = step
    app.save(update_fields=["data"])
    return True


def _matching_step(secret: str, code: str, *, after: int) -> int | None:
    """The thirty seconds that the code was made for, if they are about now."""
    typed = "".join(code.split()).encode()
    present = int(time.time()) // SECONDS_PER_STEP
    totp = pyotp.TOTP(secret)
    for step in range(present - ALLOWED_DRIFT_STEPS, present + ALLOWED_DRIFT_STEPS + 1):
        if step > after and hmac.compare_digest(totp.generate_otp(step).encode(), typed):
            return step
    return None


def _use_recovery_code(account: User, recovery: Authenticator, code: str) -> bool:
    """The digest goes, so nobody can come with the code a second time."""
    typed = _digest(account, code)
    left = [digest for digest in recovery.data["digests"] if not hmac.compare_digest(digest, typed)]
    if len(left) == len(recovery.data["digests"]):
        return False
    recovery.data["digests"] = left
    recovery.save(update_fields=["data"])
    mail.send_notice(account, mail.RECOVERY_CODE_USED_NOTICE)
    return True


def _recovery_codes_for_first_factor(account: User) -> list[str]:
    has_codes = _factors(account, _Type.RECOVERY_CODES).exists()
    return [] if has_codes else _make_recovery_codes(account)


def _make_recovery_codes(account: User) -> list[str]:
    codes = [
        "-".join("".join(secrets.choice(_LETTERS) for _ in range(_LETTERS_PER_GROUP)) for _ in range(_GROUPS))
        for _ in range(RECOVERY_CODE_COUNT)
    ]
    Authenticator.objects.update_or_create(
        user=account,
        type=_Type.RECOVERY_CODES,
        defaults={"data": {"digests": [_digest(account, code) for code in codes]}},
    )
    return codes


def _digest(account: User, code: str) -> str:
    typed = "".join(character for character in code.lower() if character.isalnum())
    return hashlib.sha256(f"{account.pk}:{typed}".encode()).hexdigest()


def _remove_lone_recovery_codes(account: User) -> None:
    if not _main_factors(account).exists():
        _factors(account, _Type.RECOVERY_CODES).delete()


def _factors(account: User, kind: str) -> Any:
    return Authenticator.objects.filter(user=account, type=kind)


def _main_factors(account: User) -> Any:
    return Authenticator.objects.filter(user=account, type__in=[_Type.TOTP, _Type.WEBAUTHN])


def _lock(account: User) -> None:
    """Factors of one account are changed one after the other."""
    User.objects.select_for_update().get(pk=account.pk)


def _record(actor: User | None, action: Action, account: User, *, reason: str = "") -> None:
    audit.record(actor=actor, action=action, target=account, before={}, after={}, reason=reason)
