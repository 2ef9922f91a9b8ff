"""The job that gathers everything that is stored about an account for its owner to download."""

from collections.abc import Callable
from datetime import datetime
from typing import Any, Final

from django.db import IntegrityError, transaction

from core.errors import StorageUnavailable
from core.registry import Registry
from jobs import services
from jobs.kinds import JobKind
from jobs.models import WorkState
from players.accounts import selectors
from players.accounts.selectors import tokens_of
from players.accounts.services.export_files import put_into_bucket
from players.models import DataExport, User

# Each app that stores something about people adds its part under a name of its own; the file has them in this order.
ExportPart = Callable[[User], Any]
EXPORT_PARTS: Final = Registry[ExportPart]("parts of the data export")


def request_export(*, user: User) -> DataExport:
    """Ask for an export; while one is being made, that one is returned."""
    try:
        return _new_export(user)
    except IntegrityError:
        waiting = DataExport.objects.filter(user=user, state=WorkState.WAITING).first()
        # If none is waiting, it was finished between the two questions, and there is room for the new one.
        return waiting or _new_export(user)


def _new_export(user: User) -> DataExport:
    with transaction.atomic():
        item = DataExport.objects.create(user=user)
        services.enqueue(item=item)
        return item


def _prepare_export(item: DataExport) -> dict[str, Any] | None:
    """The content, or None if it lies in the bucket."""
    content = {name: gather(item.user) for name, gather in EXPORT_PARTS.items()}
    return None if put_into_bucket(item, content) else content


def _store_export(item: DataExport, content: dict[str, Any] | None) -> None:
    """Keep the newest export only: what older ones contain may have been corrected or deleted since."""
    DataExport.objects.filter(user=item.user).exclude(pk=item.pk).exclude(state=WorkState.WAITING).delete()
    DataExport.objects.filter(pk=item.pk).update(content=content)


def export_account(user: User) -> dict[str, Any]:
    return {
        "email": user.email,
        "name": user.display_name,
        "joined_at": user.joined_at.isoformat(),
        "last_sign_in": user.last_login.isoformat() if user.last_login else None,
        "site_administrator": user.is_staff,
        "language": user.language,
        "time_zone": user.time_zone,
        "colours": user.theme,
    }


def export_second_factor(user: User) -> dict[str, Any]:
    """That there is one. Not the secrets: they must not be in a copy of this file."""
    factors = selectors.second_factors_of(user)
    return {
        "on_since": _isoformat(factors.app_since),
        "recovery_codes_left": factors.recovery_codes_left,
        "passkeys": [
            {
                "name": passkey.name,
                "added_at": _isoformat(passkey.added_at),
                "last_used_at": _isoformat(passkey.last_used_at),
            }
            for passkey in factors.passkeys
        ],
    }


def export_connected_accounts(user: User) -> list[dict[str, Any]]:
    """With which accounts elsewhere one may sign in, and what their provider said of the person."""
    return [
        {
            "provider": connected.provider,
            "identifier": connected.uid,
            "connected_at": _isoformat(connected.date_joined),
            "last_used_at": _isoformat(connected.last_login),
            "received": connected.extra_data,
        }
        for connected in selectors.connected_accounts_of(user)
    ]


def export_sessions(user: User) -> list[dict[str, Any]]:
    return [
        {
            "browser": session.device.browser,
            "system": session.device.system,
            "first_seen": session.first_seen.isoformat(),
            "last_seen": session.last_seen.isoformat(),
        }
        for session in selectors.open_sessions(user, this=None)
    ]


EXPORT_DATA: Final = JobKind(
    name="export account data",
    model=DataExport,
    prepare=_prepare_export,
    apply=_store_export,
    expected_errors=(StorageUnavailable,),
)


def export_tokens(user: User) -> list[dict[str, Any]]:
    """Without the tokens themselves: those are stored nowhere."""
    return [
        {
            "name": token.name,
            "beginning": token.beginning,
            "scopes": sorted(scope.value for scope in token.scopes),
            "created_at": _isoformat(token.created_at),
            "last_used_at": _isoformat(token.last_used_at),
            "expires_at": _isoformat(token.expires_at),
            "revoked_at": _isoformat(token.revoked_at),
        }
        for token in tokens_of(user)
    ]


def _isoformat(moment: datetime | None) -> str | None:
    return moment.isoformat() if moment else None
