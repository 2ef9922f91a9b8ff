"""Conditional responses: which release a page is of, and work that waits until its response has been sent."""

import logging
from collections.abc import Callable
from contextvars import ContextVar
from typing import Final
from uuid import uuid4

from django.conf import settings

logger = logging.getLogger(__name__)
Work = Callable[[], object]
_waiting: Final[ContextVar[tuple[Work, ...]]] = ContextVar("work_after_response", default=())


def page_version() -> str:
    """What tags and cached fragments depend on besides their data: the release of the site.

    Never the same twice while DEBUG, for templates change under a running site: nothing is then answered by 304.
    """
    return uuid4().hex if settings.DEBUG else settings.VERSION


def run_after_response(work: Work) -> None:
    """Do this in the same thread once the response to the present request has been sent. Failures are logged only."""
    _waiting.set((*_waiting.get(), work))


def run_waiting_work(**kwargs: object) -> None:
    """Receives `request_finished`, which Django sends for every response, with or without a body."""
    waiting = _waiting.get()
    _waiting.set(())
    for work in waiting:
        try:
            work()
        except Exception:
            logger.exception("Work after a response failed")
