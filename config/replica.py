"""Which requests read from the replica: those of visitors who are not signed in, as long as it keeps up.

docs/several-machines.md says what operators have to know.
"""

import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, Error, InterfaceError, OperationalError, connections
from django.http import HttpRequest, HttpResponse

from core.db.replica import REPLICA, is_reading_from_replica, leave_replica, reading_from_replica
from core.web.outages import unavailable_service

logger = logging.getLogger(__name__)
GetResponse = Callable[[HttpRequest], HttpResponse]

SAFE_METHODS: Final = frozenset({"GET", "HEAD"})
# Who has just sent a form sees its effect, signed in or not.
WRITER_COOKIE: Final = "kiebitz_wrote"
# Where signing in begins, and where machines ask how this node is.
PRIMARY_ONLY: Final = ("/account/", "/admin/", "/healthz", "/readyz", "/metrics")
REFUSED: Final = (403, 404)
SECONDS_BETWEEN_CHECKS: Final = 1.0
SECONDS_AFTER_FAILURE: Final = 10.0


class Sample(NamedTuple):
    """How much the primary had written, in bytes of its log, and when."""

    taken_at: float
    written: int


class ReplicaWatch:
    """Whether the replica may be read from. Asked by every request, it looks once a second and never in between.

    The replica keeps up if it has replayed what the primary had written at most REPLICA_MAX_LAG seconds ago. That needs
    no clocks that agree, and a site where nobody writes is not late.
    """

    def __init__(self, max_lag: float) -> None:
        self._max_lag = max_lag
        self._samples: deque[Sample] = deque()
        self._next_check = 0.0
        self._is_usable = False
        self._checking = threading.Lock()

    def is_usable(self) -> bool:
        if time.monotonic() >= self._next_check and self._checking.acquire(blocking=False):
            try:
                self._check()
            finally:
                self._checking.release()
        return self._is_usable

    def give_up(self, error: BaseException) -> None:
        """It did not answer: read from the primary, and look again in a while."""
        if self._is_usable:
            logger.warning("The replica is not used for now: %s", _first_line(error))
        self._is_usable = False
        self._next_check = time.monotonic() + SECONDS_AFTER_FAILURE

    def _check(self) -> None:
        now = time.monotonic()
        primary_answers = self._sample_primary(now)
        try:
            replayed = _ask(
                REPLICA, "SELECT pg_last_wal_replay_lsn() - '0/0'::pg_lsn WHERE pg_is_in_recovery()"
            )
        except Error as error:
            self.give_up(error)
            return
        was_usable, self._is_usable = self._is_usable, self._keeps_up(replayed, now, primary_answers)
        if was_usable and not self._is_usable:
            logger.warning("The replica is not used for now: it is more than %s seconds late.", self._max_lag)
        pause = SECONDS_BETWEEN_CHECKS if primary_answers else SECONDS_AFTER_FAILURE
        self._next_check = time.monotonic() + pause

    def _sample_primary(self, now: float) -> bool:
        try:
            written = _ask(DEFAULT_DB_ALIAS, "SELECT pg_current_wal_lsn() - '0/0'::pg_lsn")
        except Error as error:
            logger.warning("The primary cannot be compared with the replica: %s", _first_line(error))
            return False
        assert written is not None  # noqa: S101  only a server in recovery has no such place
        self._samples.append(Sample(now, written))
        while len(self._samples) > 1 and self._samples[0].taken_at < now - self._max_lag:
            self._samples.popleft()
        return True

    def _keeps_up(self, replayed: int | None, now: float, primary_answers: bool) -> bool:
        """While the primary is away nothing is written: then the replica has to have what was known last."""
        if replayed is None or not self._samples:
            return False
        if not primary_answers:
            return replayed >= self._samples[-1].written
        return any(
            replayed >= sample.written and sample.taken_at >= now - self._max_lag for sample in self._samples
        )


class ReplicaMiddleware:
    """Reads of visitors go to the replica; if it fails them in the middle, the page is made again from the primary."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response
        self.watch = ReplicaWatch(settings.REPLICA_MAX_LAG)

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method in SAFE_METHODS:
            if not _is_visit(request) or not self.watch.is_usable():
                return self.get_response(request)
            return self._answer_from_replica(request)
        response = self.get_response(request)
        if "Authorization" not in request.headers:
            response.set_cookie(
                WRITER_COOKIE, "1", max_age=2 * settings.REPLICA_MAX_LAG, secure=settings.HTTPS, httponly=True,
                samesite="Lax",
            )  # fmt: skip
        return response

    def _answer_from_replica(self, request: HttpRequest) -> HttpResponse:
        """What the replica does not have yet may be on the primary: a page whose link was sent a moment ago."""
        with reading_from_replica():
            response = self.get_response(request)
            if response.status_code in REFUSED and is_reading_from_replica():
                leave_replica()
                response = self.get_response(request)
        return response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not is_reading_from_replica() or not isinstance(exception, OperationalError | InterfaceError):
            return None
        if unavailable_service(exception):
            self.watch.give_up(exception)
            connections[REPLICA].close()
        leave_replica()
        view, arguments, named = request.resolver_match  # type: ignore[misc]
        response: HttpResponse = view(request, *arguments, **named)
        return response


def _is_visit(request: HttpRequest) -> bool:
    return not (
        settings.SESSION_COOKIE_NAME in request.COOKIES
        or WRITER_COOKIE in request.COOKIES
        or "Authorization" in request.headers
        or request.path_info.startswith(PRIMARY_ONLY)
    )


def _ask(alias: str, query: str) -> int | None:
    with connections[alias].cursor() as cursor:
        cursor.execute(query)
        row: tuple[Any, ...] | None = cursor.fetchone()
    return int(row[0]) if row else None


def _first_line(error: BaseException) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0]
