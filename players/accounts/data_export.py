"""Everything that is stored about an account, gathered by a job for its owner to download."""

from collections.abc import Callable
from typing import Any

from django.db import IntegrityError, transaction

from jobs import services
from jobs.kinds import JobKind, register
from jobs.work_item import WorkState
from players.models import DataExport, User

# Each app that stores something about people adds its part under a name of its own.
_parts: dict[str, Callable[[User], Any]] = {}


def register_part(name: str, gather: Callable[[User], Any]) -> None:
    _parts[name] = gather


def request_export(*, user: User) -> DataExport:
    """Ask for an export; while one is being made, that one is returned."""
    try:
        with transaction.atomic():
            item = DataExport.objects.create(user=user)
            services.enqueue(item=item)
            return item
    except IntegrityError:
        return DataExport.objects.filter(user=user, state=WorkState.WAITING).latest("created_at")


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
    }


register_part("account", _account)
EXPORT_DATA = register(JobKind(name="export account data", model=DataExport, prepare=_gather, apply=_store))
