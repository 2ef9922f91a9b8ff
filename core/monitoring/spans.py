"""A span of a trace around a piece of work; nothing where the site sends no traces."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from django.conf import settings

TRACER_NAME: Final = "kiebitz"


@contextmanager
def span(name: str, **attributes: str) -> Iterator[None]:
    """`name` has few values, as a kind of job; nothing of it is about people."""
    if settings.TRACES is None:
        yield
        return
    from opentelemetry import trace

    tracer = trace.get_tracer(TRACER_NAME, settings.VERSION)
    with tracer.start_as_current_span(name, attributes=attributes, record_exception=False):
        yield
