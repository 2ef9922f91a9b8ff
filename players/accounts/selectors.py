"""What is read about an account: exports, tokens, sessions, the second factor, time zones."""

import zoneinfo
from collections.abc import Sequence
from datetime import datetime, tzinfo
from functools import cache
from typing import NamedTuple

from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY
from django.db.models import F, Q, QuerySet
from django.utils import timezone
from django.utils.crypto import salted_hmac

from jobs.models import WorkState
from players.models import AccountSession, ApiToken, DataExport, Person, User
from players.session_store import Device

_Type = Authenticator.Type


def latest_export(user: User) -> DataExport | None:
    return DataExport.objects.filter(user=user).defer("content").order_by("-created_at", "-pk").first()


def finished_export(user: User, pk: int) -> DataExport | None:
    return DataExport.objects.filter(user=user, pk=pk, state=WorkState.DONE).first()


def tokens_of(account: User) -> QuerySet[ApiToken]:
    """Those that were not revoked first, the newest first."""
    return ApiToken.objects.filter(account=account).order_by(
        F("revoked_at").desc(nulls_first=True), "-created_at", "-pk"
    )


def has_usable_tokens(account: User) -> bool:
    unexpired = Q(expires_at=None) | Q(expires_at__gt=timezone.now())
    return ApiToken.objects.filter(unexpired, account=account, revoked_at=None).exists()


def token_of(account: User, pk: int) -> ApiToken | None:
    return ApiToken.objects.filter(account=account, pk=pk).select_related("account").first()


@cache
def known_time_zones() -> dict[str, str]:
    """The zones of the IANA database by their names in small letters."""
    return {name.lower(): name for name in zoneinfo.available_timezones()}


@cache
def offered_time_zones() -> tuple[str, ...]:
    """Those named after places, and UTC; older names for the same are understood, but not offered."""
    areas = (
        "Africa",
        "America",
        "Antarctica",
        "Arctic",
        "Asia",
        "Atlantic",
        "Australia",
        "Europe",
        "Indian",
        "Pacific",
    )
    return ("UTC", *sorted(name for name in known_time_zones().values() if name.partition("/")[0] in areas))


def find_time_zone(name: str) -> str:
    """The zone as it is stored, however it was typed; empty if there is none of that name."""
    return known_time_zones().get("_".join(name.split()).lower(), "")


def time_zone_of(account: User) -> tzinfo:
    name = find_time_zone(account.time_zone)
    return zoneinfo.ZoneInfo(name) if name else timezone.get_default_timezone()


def is_known_language(language: str) -> bool:
    return language in dict(settings.LANGUAGES)


def has_second_factor(account: User) -> bool:
    """Whether signing in takes more than the password. One query."""
    return bool(Authenticator.objects.filter(user=account).exclude(type=_Type.RECOVERY_CODES).exists())


class Passkey(NamedTuple):
    pk: int
    name: str
    added_at: datetime
    last_used_at: datetime | None


class SecondFactors(NamedTuple):
    """What an account has besides its password; never the secrets."""

    app_since: datetime | None = None
    passkeys: Sequence[Passkey] = ()
    recovery_codes_left: int = 0

    def __bool__(self) -> bool:
        return self.app_since is not None or bool(self.passkeys)


def second_factors_of(account: User) -> SecondFactors:
    """One query."""
    found = SecondFactors()
    for row in Authenticator.objects.filter(user=account).order_by("created_at", "pk"):
        if row.type == _Type.TOTP:
            found = found._replace(app_since=row.created_at)
        elif row.type == _Type.RECOVERY_CODES:
            found = found._replace(recovery_codes_left=len(row.data["digests"]))
        else:
            passkey = Passkey(row.pk, str(row.data["name"]), row.created_at, row.last_used_at)
            found = found._replace(passkeys=(*found.passkeys, passkey))
    return found


def recovery_codes_left(account: User) -> int:
    return second_factors_of(account).recovery_codes_left


def connected_accounts_of(account: User) -> QuerySet[SocialAccount]:
    """Accounts elsewhere with which the owner may sign in here."""
    connected: QuerySet[SocialAccount] = SocialAccount.objects.filter(user=account)
    return connected.order_by("date_joined", "pk")


class OpenSession(NamedTuple):
    handle: str
    device: Device
    first_seen: datetime
    last_seen: datetime
    is_this_one: bool


def open_sessions(account: User, *, this: str | None) -> list[OpenSession]:
    """Those that would be let in now, this one first, then the latest seen. One query."""
    found = [
        OpenSession(
            handle=session_handle(row),
            device=Device(row.browser, row.system),
            first_seen=row.first_seen,
            last_seen=row.last_seen,
            is_this_one=row.session_key == this,
        )
        for row in valid_sessions(account)
    ]
    return sorted(found, key=lambda session: (not session.is_this_one, -session.last_seen.timestamp()))


def valid_sessions(account: User) -> list[AccountSession]:
    """Sessions are bound to the password: what was opened with an older one is not let in any more."""
    bound_to = [account.get_session_auth_hash(), *account.get_session_auth_fallback_hash()]
    rows = AccountSession.objects.filter(account=account, expire_date__gt=timezone.now())
    return [row for row in rows if row.get_decoded().get(HASH_SESSION_KEY) in bound_to]


def session_handle(row: AccountSession) -> str:
    """Names a session on a page, where its key must not be: it is enough to sign in."""
    return salted_hmac("players.accounts.sessions", row.session_key).hexdigest()


def profile_of(account: User) -> Person | None:
    """The person that the account's owner is."""
    return Person.objects.filter(account=account).first()
