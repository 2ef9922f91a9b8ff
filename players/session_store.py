"""Where sessions are kept: Django's store in the database, with rows that know whose they are and on which device."""

from datetime import datetime
from functools import cache
from typing import Any, Final, NamedTuple

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from core.db.prepared_queries import PreparedQuery

# The first mark that is found counts: browsers name those they descend from as well, so the youngest come first.
_BROWSERS: Final = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Vivaldi/", "Vivaldi"),
    ("YaBrowser/", "Yandex Browser"),
    ("DuckDuckGo/", "DuckDuckGo"),
    ("FxiOS/", "Firefox"),
    ("Firefox/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("HeadlessChrome/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
    ("curl/", "curl"),
)

_SYSTEMS: Final = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Macintosh", "macOS"),
    ("Linux", "Linux"),
    ("X11", "Unix"),
)

SIGNED_IN_AT_KEY = "signed_in_at"
DEVICE_KEY = "device"


class Device(NamedTuple):
    """Names that are the same in every language; empty if nobody knows."""

    browser: str
    system: str

    def __str__(self) -> str:
        if self.browser and self.system:
            return _("%(browser)s on %(system)s") % {"browser": self.browser, "system": self.system}
        return self.browser or self.system or _("Unknown device")


def read_device(user_agent: str) -> Device:
    return Device(_first_match(_BROWSERS, user_agent), _first_match(_SYSTEMS, user_agent))


def _first_match(marks: tuple[tuple[str, str], ...], user_agent: str) -> str:
    return next((name for mark, name in marks if mark in user_agent), "")


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
        row.browser, row.system = data.get(DEVICE_KEY) or ("", "")
        row.last_seen = timezone.now()
        since = data.get(SIGNED_IN_AT_KEY)
        row.first_seen = datetime.fromisoformat(since) if since else row.last_seen
        return row

    def _get_session_from_db(self) -> Any:
        """As Django's, by a query that is written once: every request of somebody signed in makes it."""
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


def remember_device(request: HttpRequest, **kwargs: Any) -> None:
    device = read_device(request.META.get("HTTP_USER_AGENT", ""))
    request.session[DEVICE_KEY] = [device.browser, device.system]
    request.session[SIGNED_IN_AT_KEY] = timezone.now().isoformat()
