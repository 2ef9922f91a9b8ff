"""Requests that may be repeated: one that changes something and carries a key is done once, however often it comes.

The key's row, the change and the answer are one transaction. The database settles who is first: a second request with
the same key waits for the first, and gets its answer.
"""

import hashlib
import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any, Final

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import IntegrityError, OperationalError, connection, transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework.exceptions import ParseError
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from core.errors import InProgress, Refused
from core.models import MAX_KEY_LENGTH, StoredAnswer

KEY_HEADER: Final = "Idempotency-Key"
REPEATED_HEADER: Final = "Idempotency-Replayed"
KEY_CHARACTERS: Final = "[!-~]+"
FIRST_ERROR: Final = 400
SECONDS_TO_WAIT: Final = 5
LOCK_NOT_AVAILABLE: Final = "55P03"  # of PostgreSQL


def answer_once(handle: Callable[..., Response], request: Request, *args: Any, **kwargs: Any) -> Response:
    """Handle the request, or repeat the answer that it got before. What is refused is not kept: it changed nothing."""
    account, key = int(request.user.pk or 0), _checked_key(request)
    fingerprint = _fingerprint(request)
    with transaction.atomic():
        row = _claim(account, key, fingerprint)
        if row is None:
            return _repeated(account, key, fingerprint)
        response = handle(request, *args, **kwargs)
        if response.status_code >= FIRST_ERROR:
            transaction.set_rollback(True)
        else:
            row.status = response.status_code
            row.content = "" if response.data is None else JSONRenderer().render(response.data).decode()
            row.location = response.headers.get("Location", "")
            row.save(update_fields=["status", "content", "location"])
    return response


def _checked_key(request: Request) -> str:
    key = request.headers[KEY_HEADER].strip()
    if len(key) > MAX_KEY_LENGTH or not re.fullmatch(KEY_CHARACTERS, key):
        raise ParseError(
            _("The header %(header)s has to have 1 to %(max)d printable ASCII characters and no spaces.")
            % {"header": KEY_HEADER, "max": MAX_KEY_LENGTH}
        )
    return key


def _fingerprint(request: Request) -> str:
    """Of what was asked, however it was spaced. Piece by piece, for an upload may be large."""
    digest = hashlib.sha256(f"{request.method} {request.get_full_path()}\n".encode())
    for piece in DjangoJSONEncoder(sort_keys=True).iterencode(request.data):
        digest.update(piece.encode("utf-8", "surrogatepass"))
    return digest.hexdigest()


def _claim(account: int, key: str, fingerprint: str) -> StoredAnswer | None:
    """The row of this request; None if another one with the key is done. Waits for one that is not."""
    lifetime = timedelta(days=settings.KEEP_API_ANSWERS_DAYS)
    StoredAnswer.objects.filter(
        account_id=account, key=key, created_at__lt=timezone.now() - lifetime
    ).delete()
    try:
        with transaction.atomic(), _bounded_wait():
            return StoredAnswer.objects.create(account_id=account, key=key, fingerprint=fingerprint)
    except IntegrityError:
        return None
    except OperationalError as error:
        if getattr(error.__cause__, "sqlstate", "") != LOCK_NOT_AVAILABLE:
            raise
        raise InProgress(
            _("The first request with this key is not done yet. Please wait and repeat it."), SECONDS_TO_WAIT
        ) from error


@contextmanager
def _bounded_wait() -> Iterator[None]:
    """SQLite's writers queue up when their transaction begins, as everywhere in the site."""
    if connection.vendor != "postgresql":
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute(f"SET LOCAL lock_timeout = '{SECONDS_TO_WAIT}s'")
        yield
        cursor.execute("SET LOCAL lock_timeout TO DEFAULT")


def _repeated(account: int, key: str, fingerprint: str) -> Response:
    row = StoredAnswer.objects.filter(account_id=account, key=key).first()
    if row is None:  # it ran out this very moment
        raise InProgress(_("Please repeat it."), 1)
    if row.fingerprint != fingerprint:
        raise Refused(
            _("This key was used for another request. A new request needs a new key: nothing was done.")
        )
    headers = {REPEATED_HEADER: "true"} | ({"Location": row.location} if row.location else {})
    return Response(json.loads(row.content) if row.content else None, status=row.status, headers=headers)
