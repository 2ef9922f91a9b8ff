"""What operators run beside the site: a collector of traces and a service that takes reports of errors."""

import gzip
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import brotli
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.trace.v1.trace_pb2 import Span


class Collector(ThreadingHTTPServer):
    """Takes all that is sent to it, and keeps it as it came."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Taker)
        self.taken: list[tuple[str, dict[str, str], bytes]] = []

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.server_port}"

    def spans(self) -> list[Span]:
        found = []
        for path, _, body in list(self.taken):
            if path == "/v1/traces":
                request = ExportTraceServiceRequest.FromString(body)
                found += [
                    span
                    for resource in request.resource_spans
                    for scope in resource.scope_spans
                    for span in scope.spans
                ]
        return found

    def events(self) -> list[dict[str, Any]]:
        """An envelope is a line for itself, and two for each thing in it."""
        found = []
        for path, _, body in list(self.taken):
            if path.endswith("/envelope/"):
                lines = body.split(b"\n")[1:]
                for head, content in zip(lines[::2], lines[1::2], strict=False):
                    if json.loads(head).get("type") == "event":
                        found.append(json.loads(content))
        return found


class Taker(BaseHTTPRequestHandler):
    server: Collector

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        match self.headers.get("Content-Encoding"):
            case "gzip":
                body = gzip.decompress(body)
            case "br":
                body = brotli.decompress(body)
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.server.taken.append((self.path, headers, body))
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Nothing: the tests look at what was taken."""


@contextmanager
def running_collector() -> Iterator[Collector]:
    collector = Collector()
    thread = threading.Thread(target=collector.serve_forever, daemon=True)
    thread.start()
    try:
        yield collector
    finally:
        collector.shutdown()
        collector.server_close()
        thread.join()


def attributes_of(span: Span) -> dict[str, str]:
    return {each.key: each.value.string_value for each in span.attributes}
