"""The second factor: codes that an app makes every thirty seconds (TOTP, RFC 6238), and recovery codes.

The secret is stored as it is: codes cannot be checked against a digest, and a key to encrypt it with would lie beside
the database on most sites. It appears in no export, log, history or administration page.
"""

import hashlib
import hmac
import secrets
import time
from typing import Final

import pyotp
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from audit import services as audit
from audit.actions import Action
from core.errors import Refused
from players import audit_actions
from players.accounts.selectors import has_second_factor
from players.accounts.services import mail, sign_in
from players.models import RecoveryCode, SecondFactor, User

SECONDS_PER_STEP: Final = 30
ALLOWED_DRIFT_STEPS: Final = 1  # how many steps a phone's clock may be fast or slow
RECOVERY_CODE_COUNT: Final = 10
_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"  # none that look alike

# 31¹⁶ are 79 bits: too many to guess even from the digest.
_GROUPS: Final = 4
_LETTERS_PER_GROUP: Final = 4


def begin_setup(*, account: User) -> SecondFactor:
    """The secret that a code has to confirm before it counts. The same until then: the app may know it already."""
    factor, _created = SecondFactor.objects.get_or_create(
        account=account, defaults={"secret": pyotp.random_base32()}
    )
    if factor.confirmed_at is not None:
        raise Refused(_("The second factor is already on. Switch it off first to use another app."))
    return factor


@transaction.atomic
def switch_on(*, account: User, code: str, keep_session: str | None) -> list[str]:
    """Confirm by a code that the app works. Ends the other sessions; returns the recovery codes, the only time."""
    factor = SecondFactor.objects.filter(account=account, confirmed_at=None).first()
    if factor is None:
        raise Refused(_("There is nothing to confirm. Please start again."))
    if not _use_app_code(factor, code):
        raise Refused(
            _(
                "This code is wrong. Codes change every thirty seconds: please type the one your "
                "app shows now."
            )
        )
    SecondFactor.objects.filter(pk=factor.pk).update(confirmed_at=timezone.now())
    codes = _make_recovery_codes(account)
    sign_in.end_other_sessions(account=account, keep=keep_session)
    _record(account, audit_actions.SECOND_FACTOR_ON, account)
    mail.send_notice(account, mail.SECOND_FACTOR_ON_NOTICE)
    return codes


def check_code(*, account: User, code: str) -> bool:
    """Whether the code is right, from the app or a recovery code; either works once."""
    factor = SecondFactor.objects.filter(account=account, confirmed_at__isnull=False).first()
    return factor is not None and (_use_app_code(factor, code) or _use_recovery_code(account, code))


@transaction.atomic
def renew_recovery_codes(*, account: User) -> list[str]:
    """New ones in place of all older ones."""
    if not has_second_factor(account):
        raise Refused(_("Recovery codes belong to the second factor. Please switch it on first."))
    codes = _make_recovery_codes(account)
    mail.send_notice(account, mail.RECOVERY_CODES_RENEWED_NOTICE)
    return codes


@transaction.atomic
def switch_off(*, account: User, keep_session: str | None) -> None:
    """The caller has made sure, by password and code, that it is the owner who wants it."""
    if _remove(account):
        sign_in.end_other_sessions(account=account, keep=keep_session)
        _record(account, audit_actions.SECOND_FACTOR_OFF, account)
        mail.send_notice(account, mail.SECOND_FACTOR_OFF_NOTICE)


@transaction.atomic
def reset(*, actor: User | None, account: User, reason: str = "") -> bool:
    """For somebody who lost the phone and the recovery codes. Ends all sessions; whether it was on.

    The caller has made sure that the owner asked for it. Without an actor, the operator did it.
    """
    if not _remove(account):
        return False
    sign_in.end_other_sessions(account=account, keep=None)
    _record(actor, audit_actions.SECOND_FACTOR_RESET, account, reason=reason)
    mail.send_notice(account, mail.SECOND_FACTOR_OFF_NOTICE, by_operators=True)
    return True


def _use_app_code(factor: SecondFactor, code: str) -> bool:
    """Take a code of the app, once: the database decides between two who come with the same."""
    typed = "".join(code.split())
    present = int(time.time()) // SECONDS_PER_STEP
    totp = pyotp.TOTP(factor.secret)
    for step in range(present - ALLOWED_DRIFT_STEPS, present + ALLOWED_DRIFT_STEPS + 1):
        if step > factor.last_step and hmac.compare_digest(totp.generate_otp(step).encode(), typed.encode()):
            unused = SecondFactor.objects.filter(pk=factor.pk, last_step__lt=step)
            return unused.update(last_step=step) == 1
    return False


def _use_recovery_code(account: User, code: str) -> bool:
    """Take a recovery code: the row goes, so nobody can come with it a second time."""
    spent, _kinds = RecoveryCode.objects.filter(account=account, digest=_digest(account, code)).delete()
    if spent:
        mail.send_notice(account, mail.RECOVERY_CODE_USED_NOTICE)
    return bool(spent)


def _make_recovery_codes(account: User) -> list[str]:
    codes = [
        "-".join("".join(secrets.choice(_LETTERS) for _ in range(_LETTERS_PER_GROUP)) for _ in range(_GROUPS))
        for _ in range(RECOVERY_CODE_COUNT)
    ]
    RecoveryCode.objects.filter(account=account).delete()
    RecoveryCode.objects.bulk_create(
        RecoveryCode(account=account, digest=_digest(account, code)) for code in codes
    )
    return codes


def _digest(account: User, code: str) -> str:
    typed = "".join(character for character in code.lower() if character.isalnum())
    return hashlib.sha256(f"{account.pk}:{typed}".encode()).hexdigest()


def _remove(account: User) -> bool:
    was_on = has_second_factor(account)
    SecondFactor.objects.filter(account=account).delete()
    RecoveryCode.objects.filter(account=account).delete()
    return was_on


def _record(actor: User | None, action: Action, account: User, *, reason: str = "") -> None:
    audit.record(actor=actor, action=action, target=account, before={}, after={}, reason=reason)
