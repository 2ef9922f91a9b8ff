"""Rows that are made once for all tests of a module: each test takes back only what it wrote itself."""

from collections.abc import Generator
from contextlib import contextmanager

from django.db import transaction
from pytest_django import DjangoDbBlocker


@contextmanager
def module_rows(blocker: DjangoDbBlocker) -> Generator[None, None, None]:
    """What is written inside is seen by all tests that run inside, and is taken back at the end.

    The tests' own transactions are savepoints of the one that is open here. Where no test runs, the database is open
    only for as long as `blocker` opens it, as for any test.
    """
    block = transaction.atomic()
    with blocker.unblock():
        block.__enter__()
    yield
    with blocker.unblock():
        transaction.set_rollback(True)
        block.__exit__(None, None, None)
