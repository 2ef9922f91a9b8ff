"""The memory of a server's processes: what they share is settled before they are forked, what nobody uses left out."""

import ctypes
import gc
import sys
from contextlib import suppress
from typing import Any, cast


def settle_memory() -> None:
    """Give back what loading has left over, and leave the rest alone for good.

    Code and tables live as long as the process. Each look through them for garbage takes time, and it writes beside
    every object, so that a forked process would soon have a copy of its own of all of them.
    """
    gc.collect()
    # glibc keeps what was freed; other systems have no such function.
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)
    gc.freeze()


def leave_out_postgres_fields() -> None:
    """For a site on SQLite, before Django REST framework is loaded, which takes these fields if they are there.

    With them comes PostgreSQL's client library: some 10 MB in each process, of fields that no model here has.
    """
    # None is how Python is told that a module cannot be imported.
    cast("dict[str, Any]", sys.modules).setdefault("django.contrib.postgres.fields", None)
