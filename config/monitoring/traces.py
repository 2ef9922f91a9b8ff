"""Traces by OpenTelemetry: a span for each request, each statement and each job, sent by OTLP over HTTP.

Nothing of it is loaded without OTEL_EXPORTER_OTLP_ENDPOINT. A job's span belongs to the trace of the request that
asked for the job. Spans name views and statements, never addresses, values or people.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.db.backends.base.base import BaseDatabaseWrapper
from django.http import HttpRequest, HttpResponse

from config.monitoring.requests import view_name
from core.db.slow_queries import shorten_statement
from core.monitoring.spans import TRACER_NAME
from core.web.request_ids import current_request_id

if TYPE_CHECKING:
    from opentelemetry.trace import Tracer

TRACE_HEADERS: Final = ("traceparent", "tracestate")
SERVER_ERROR: Final = 500
# Where a job's span is kept while its task runs.
_OPEN_SPAN: Final = "_kiebitz_span"


def start_tracing() -> None:
    """In every process of the site, before it forks others: the exporter begins anew in each of those."""
    if settings.TRACES is None:
        return
    from celery.signals import before_task_publish, task_failure, task_postrun, task_prerun
    from django.db.backends.signals import connection_created
    from opentelemetry import trace
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    # What OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES say wins.
    resource = Resource({"service.name": TRACER_NAME, "service.version": settings.VERSION}).merge(
        Resource.create()
    )
    provider = TracerProvider(resource=resource)
    exporter = OTLPSpanExporter(settings.TRACES.address, headers=dict(settings.TRACES.headers))
    provider.add_span_processor(BatchSpanProcessor(exporter))
    trace.set_tracer_provider(provider)
    connection_created.connect(trace_statements)
    before_task_publish.connect(send_context)
    task_prerun.connect(begin_job)
    task_failure.connect(mark_job_failed)
    task_postrun.connect(end_job)


def send_spans() -> None:
    """Those that wait; for processes that end without what Python does at the end."""
    if settings.TRACES is not None:
        from opentelemetry import trace
        from opentelemetry.sdk.trace import TracerProvider

        provider = trace.get_tracer_provider()
        if isinstance(provider, TracerProvider):
            provider.force_flush(timeout_millis=2000)


class TracingMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        if settings.TRACES is None:
            raise MiddlewareNotUsed
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        from opentelemetry import propagate, trace

        # As with the id of a request: only our own proxy may say which trace it belongs to.
        given = {name: request.headers[name] for name in TRACE_HEADERS if name in request.headers}
        context = propagate.extract(given if settings.PROXY_COUNT else {})
        with _tracer().start_as_current_span(
            str(request.method), context=context, kind=trace.SpanKind.SERVER
        ) as span:
            response = self.get_response(request)
            view = view_name(request)
            span.update_name(f"{request.method} {view}")
            span.set_attributes(
                {
                    "http.request.method": str(request.method),
                    "http.route": view,
                    "http.response.status_code": response.status_code,
                    "kiebitz.request_id": current_request_id(),
                }
            )
            if response.status_code >= SERVER_ERROR:
                span.set_status(trace.StatusCode.ERROR)
        return response


def trace_statements(connection: BaseDatabaseWrapper, **_: object) -> None:
    if trace_statement not in connection.execute_wrappers:
        connection.execute_wrappers.append(trace_statement)


def trace_statement(
    execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]
) -> Any:
    """Within a request or a job; what others ask, as a health check's look, is no trace of its own."""
    from opentelemetry import trace

    if not trace.get_current_span().get_span_context().is_valid:
        return execute(sql, params, many, context)
    statement = shorten_statement(str(sql))
    operation = statement.partition(" ")[0].upper()
    with _tracer().start_as_current_span(
        operation, kind=trace.SpanKind.CLIENT, record_exception=False, set_status_on_exception=False
    ) as span:
        span.set_attributes(
            {
                "db.system.name": context["connection"].vendor,
                "db.operation.name": operation,
                "db.query.text": statement,
            }
        )
        return execute(sql, params, many, context)


def send_context(headers: dict[str, Any], **_: object) -> None:
    """A message tells the worker whose trace it belongs to."""
    from opentelemetry import propagate

    propagate.inject(headers)


def begin_job(task: Any, **_: object) -> None:
    from opentelemetry import context, propagate, trace

    given = {name: getattr(task.request, name, None) for name in TRACE_HEADERS}
    parent = propagate.extract({name: value for name, value in given.items() if value})
    span = _tracer().start_span(task.name, context=parent, kind=trace.SpanKind.CONSUMER)
    token = context.attach(trace.set_span_in_context(span, parent))
    setattr(task.request, _OPEN_SPAN, (span, token))


def mark_job_failed(sender: Any, exception: BaseException, **_: object) -> None:
    """By the kind of the error alone: what it says may be about somebody."""
    from opentelemetry import trace

    if open_span := getattr(sender.request, _OPEN_SPAN, None):
        open_span[0].set_status(trace.StatusCode.ERROR, type(exception).__name__)


def end_job(task: Any, **_: object) -> None:
    from opentelemetry import context

    if open_span := getattr(task.request, _OPEN_SPAN, None):
        span, token = open_span
        context.detach(token)
        span.end()


def _tracer() -> "Tracer":
    from opentelemetry import trace

    return trace.get_tracer(TRACER_NAME, settings.VERSION)
