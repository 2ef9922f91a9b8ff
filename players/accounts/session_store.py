"""Where sessions are kept: Django's store in the database, with rows that know whose they are and on which device."""

from datetime import datetime
from functools import cache
from typing import Any

from django.contrib.auth import SESSION_KEY, user_logged_in
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils import timezone

from players.accounts import devices
from players.prepared_queries import PreparedQuery

SIGNED_IN_AT = "signed_in_at"
DEVICE = "device"


class SessionStore(DatabaseStore):
    # As the row said when it was read; a session that was not read is new.
    last_seen: datetime | None = None

    @classmethod
    def get_model_class(cls) -> Any:
        # Django asks for the engine before the models are loaded.
        from players.models import AccountSession

        return AccountSession

    def create_model_instance(self, data: dict[str, Any]) -> Any:
        row: Any = super().create_model_instance(data)
        account = data.get(SESSION_KEY)
        row.account_id = int(account) if account else None
        row.browser, row.system = data.get(DEVICE) or ("", "")
        row.last_seen = timezone.now()
        since = data.get(SIGNED_IN_AT)
        row.first_seen = datetime.fromisoformat(since) if since else row.last_seen
        return row

    def _get_session_from_db(self) -> Any:
        """As Django's, by a query that is written once: whoever is signed in asks it with every request."""
        row: Any = _session_row().first(key=self.session_key or "")
        if row is None or row.expire_date <= timezone.now():
            self._session_key = None
            return None
        self.last_seen = row.last_seen
        return row


@cache
def _session_row() -> PreparedQuery[Any]:
    model = SessionStore.get_model_class()
    return PreparedQuery(lambda key: model.objects.filter(session_key=key), key=str)


@receiver(user_logged_in)
def note_device(request: HttpRequest, **kwargs: Any) -> None:
    device = devices.read(request.META.get("HTTP_USER_AGENT", ""))
    request.session[DEVICE] = [device.browser, device.system]
    request.session[SIGNED_IN_AT] = timezone.now().isoformat()
