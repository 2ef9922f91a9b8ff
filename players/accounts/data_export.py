"""Everything that is stored about an account, gathered by a job for its owner to download."""

from collections.abc import Callable
from typing import Any

from django.db import IntegrityError, transaction

from jobs import services
from jobs.kinds import JobKind, register
from jobs.work_item import WorkState
from players.accounts import mail_kinds, second_factor, sessions
from players.models import DataExport, User

# Each app that stores something about people adds its part under a name of its own.
_parts: dict[str, Callable[[User], Any]] = {}


def register_part(name: str, gather: Callable[[User], Any]) -> None:
    _parts[name] = gather


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


def _gather(item: DataExport) -> dict[str, Any]:
    return {name: gather(item.user) for name, gather in _parts.items()}


def _store(item: DataExport, content: dict[str, Any]) -> None:
    """Keep the newest export only: older ones hold what may have been corrected or deleted since."""
    DataExport.objects.filter(user=item.user).exclude(pk=item.pk).exclude(state=WorkState.WAITING).delete()
    DataExport.objects.filter(pk=item.pk).update(content=content)


def _account(user: User) -> dict[str, Any]:
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


def _second_factor(user: User) -> dict[str, Any]:
    """That there is one. The secret is the app's: whoever finds a copy of this file must not have it."""
    factor = second_factor.state_of(user)
    return {
        "on_since": factor.confirmed_at.isoformat() if factor and factor.confirmed_at else None,
        "recovery_codes_left": second_factor.recovery_codes_left(user),
    }


def _sessions(user: User) -> list[dict[str, Any]]:
    return [
        {
            "browser": session.device.browser,
            "system": session.device.system,
            "first_seen": session.first_seen.isoformat(),
            "last_seen": session.last_seen.isoformat(),
        }
        for session in sessions.sessions_of(user, this=None)
    ]


register_part("account", _account)
register_part("mails", mail_kinds.choices_of)
register_part("second_factor", _second_factor)
register_part("sessions", _sessions)
EXPORT_DATA = register(JobKind(name="export account data", model=DataExport, prepare=_gather, apply=_store))
