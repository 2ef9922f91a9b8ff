"""Making, using and revoking API tokens; and the secrets in the links of mails."""

import hashlib
import secrets
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from audit import services as audit
from audit.actions import Action
from audit.changes import Value, Values
from core.errors import Refused
from players import audit_actions
from players.models import ApiToken, Scope, User

# Recognisable, so that a token which slipped into a public place is found by those who look for such things.
TOKEN_PREFIX: Final = "kiebitz_"  # noqa: S105  what every token begins with
RANDOM_BYTES: Final = 32
MAX_SECRET_LENGTH: Final = 100
SHOWN_BEGINNING_LENGTH: Final = len(TOKEN_PREFIX) + 4
MAX_TOKENS: Final = 20
# The last use is for people to read: to the minute is enough, and reading is not a reason to write each time.
LAST_USED_INTERVAL: Final = timedelta(minutes=1)


class NewToken(NamedTuple):
    """The row, and the token itself, which is nowhere else."""

    row: ApiToken
    secret: str


@transaction.atomic
def create_token(
    *,
    account: User,
    name: str,
    scopes: Collection[Scope],
    expires_at: datetime | None = None,
    by_operator: bool = False,
) -> NewToken:
    """By the account's owner, or for them by whoever runs the server: the history says which."""
    name = " ".join(name.split())
    if not name:
        raise Refused(_("A token needs a name, so that you know later what it was for."))
    if not scopes:
        raise Refused(_("Please choose what the token may be used for."))
    if expires_at is not None and expires_at <= timezone.now():
        raise Refused(_("The token would already have expired."))
    _lock(account)
    if _count_usable_tokens(account) >= MAX_TOKENS:
        raise Refused(
            _("You have %(count)d tokens. Please revoke those you no longer need.") % {"count": MAX_TOKENS}
        )
    secret = TOKEN_PREFIX + new_secret()
    row = ApiToken.objects.create(
        account=account,
        name=name,
        digest=hash_secret(secret),
        beginning=secret[:SHOWN_BEGINNING_LENGTH],
        reads=Scope.READ in scopes,
        submits=Scope.SUBMIT in scopes,
        organises=Scope.ORGANISE in scopes,
        expires_at=expires_at,
    )
    actor = None if by_operator else account
    _record(actor, audit_actions.TOKEN_CREATED, row, before={}, after=_audit_values(row))
    return NewToken(row, secret)


@transaction.atomic
def revoke_token(*, actor: User, token: ApiToken) -> None:
    """From now on nobody gets in with it. Doing it twice changes nothing."""
    if not ApiToken.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=timezone.now()):
        return
    _record(actor, audit_actions.TOKEN_REVOKED, token, before=_audit_values(token), after={})


@transaction.atomic
def revoke_all_tokens(*, account: User) -> int:
    """Of an account whose password was changed, by its owner; how many there were."""
    usable = list(ApiToken.objects.filter(account=account, revoked_at=None).order_by("pk"))
    for token in usable:
        revoke_token(actor=account, token=token)
    return len(usable)


def use_token(*, secret: str) -> ApiToken | None:
    """The usable token that this is, with its account, or nothing. One query, and once a minute another."""
    if not secret.startswith(TOKEN_PREFIX) or len(secret) > MAX_SECRET_LENGTH:
        return None
    token = ApiToken.objects.select_related("account").filter(digest=hash_secret(secret)).first()
    if token is None or not token.is_usable or not token.account.is_active:
        return None
    _record_use(token)
    return token


def _record_use(token: ApiToken) -> None:
    now = timezone.now()
    long_ago = now - LAST_USED_INTERVAL
    if token.last_used_at is None or token.last_used_at <= long_ago:
        stale = Q(last_used_at=None) | Q(last_used_at__lte=long_ago)
        ApiToken.objects.filter(stale, pk=token.pk).update(last_used_at=now)
        token.last_used_at = now


def new_secret() -> str:
    return secrets.token_urlsafe(RANDOM_BYTES)


def hash_secret(secret: str) -> str:
    """What is stored of a secret. 256 random bits need no slow hash: there is nothing to guess."""
    return hashlib.sha256(secret.encode(errors="replace")).hexdigest()


def _count_usable_tokens(account: User) -> int:
    unexpired = Q(expires_at=None) | Q(expires_at__gt=timezone.now())
    return ApiToken.objects.filter(unexpired, account=account, revoked_at=None).count()


def _lock(account: User) -> None:
    User.objects.select_for_update().get(pk=account.pk)


def _audit_values(token: ApiToken) -> Values:
    scopes: list[Value] = [*sorted(str(scope.value) for scope in token.scopes)]
    return {
        "token": token.name,
        "beginning": token.beginning,
        "scopes": scopes,
        "expires_at": token.expires_at.isoformat() if token.expires_at else None,
    }


def _record(actor: User | None, action: Action, token: ApiToken, *, before: Values, after: Values) -> None:
    audit.record(actor=actor, action=action, target=token.account, before=before, after=after)
