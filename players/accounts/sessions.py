"""Where an account is signed in: listing the sessions and ending them."""

from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.contrib.auth import HASH_SESSION_KEY
from django.contrib.sessions.backends.base import SessionBase
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from players.accounts.devices import Device
from players.models import AccountSession, User

# To the minute would be one write more for nearly every page.
SEEN_EVERY: Final = timedelta(minutes=5)


class OpenSession(NamedTuple):
    handle: str
    device: Device
    first_seen: datetime
    last_seen: datetime
    is_this_one: bool


def sessions_of(account: User, *, this: str | None) -> list[OpenSession]:
    """Those that would be let in now, this one first, then the latest seen. One query."""
    found = [
        OpenSession(
            handle=_handle(row),
            device=Device(row.browser, row.system),
            first_seen=row.first_seen,
            last_seen=row.last_seen,
            is_this_one=row.session_key == this,
        )
        for row in _valid(account)
    ]
    return sorted(found, key=lambda session: (not session.is_this_one, -session.last_seen.timestamp()))


def end(*, account: User, handle: str) -> bool:
    """End one of the account's sessions; whether there was such a one."""
    keys = [row.session_key for row in _valid(account) if constant_time_compare(_handle(row), handle)]
    return bool(AccountSession.objects.filter(account=account, session_key__in=keys).delete()[0])


def end_others(*, account: User, keep: str | None) -> int:
    """End all sessions but the one with that key; how many there were. They are out with their next request."""
    return AccountSession.objects.filter(account=account).exclude(session_key=keep or "").delete()[0]


def note_seen(session: SessionBase) -> None:
    """Somebody came with this session. The row is touched only, what the session holds is not written again."""
    last_seen, now = getattr(session, "last_seen", None), timezone.now()
    if last_seen is not None and now - last_seen >= SEEN_EVERY:
        AccountSession.objects.filter(session_key=session.session_key).update(last_seen=now)


def _valid(account: User) -> list[AccountSession]:
    """Sessions are bound to the password: what was opened with an older one is not let in any more."""
    bound_to = [account.get_session_auth_hash(), *account.get_session_auth_fallback_hash()]
    rows = AccountSession.objects.filter(account=account, expire_date__gt=timezone.now())
    return [row for row in rows if row.get_decoded().get(HASH_SESSION_KEY) in bound_to]


def _handle(row: AccountSession) -> str:
    """Names a session on a page. Its key does not stand there: whoever has it is in."""
    return salted_hmac("players.accounts.sessions", row.session_key).hexdigest()
