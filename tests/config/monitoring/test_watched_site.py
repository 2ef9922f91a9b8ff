"""A site of two web servers and a worker, watched as operators watch it: metrics, traces, reports of errors, status."""

import http.client
import json
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from types import SimpleNamespace

import pytest
from opentelemetry.proto.trace.v1.trace_pb2 import Span
from prometheus_client.parser import text_string_to_metric_families

from config.monitoring.workers import WORKER_KINDS
from core.monitoring.metrics import METRICS
from scripts.processes import die_with_parent, wait_until
from scripts.throwaway import ThrowawayRedis, folder_that_all_may_enter
from tests.config.monitoring.collectors import attributes_of, running_collector
from tests.new_sites import copy_static_files, copy_tables
from tests.scripts.serving import ROOT, environment, free_port

pytestmark = [pytest.mark.serves, pytest.mark.timeout(300)]

TOKEN = "a-token-that-nobody-can-guess"
CHOSEN_BY_A_STRANGER = "4bf92f3577b34da6a3ce929d0e0e4736"
SECRET = "c2VjcmV0-4711"
MAKE_ACCOUNT = """
import django
django.setup()
from players.accounts.services.tokens import create_token
from players.models import Scope, User
user = User.objects.create_user("agnes@example.org", "lapwing lapwing", display_name="Agnes")
print(create_token(account=user, name="test", scopes=[Scope.READ, Scope.SUBMIT]).secret)
"""


@pytest.fixture(scope="module")
def site() -> Iterator[SimpleNamespace]:
    folder = folder_that_all_may_enter()
    redis = ThrowawayRedis(folder / "redis")
    ports = [free_port(), free_port()]
    processes: list[subprocess.Popen[bytes]] = []
    with ExitStack() as stack:
        traces, errors = (stack.enter_context(running_collector()) for _ in range(2))
        env = environment(
            SECRET_KEY="x" * 50, ALLOWED_HOSTS="localhost", HTTPS="0", VAR_DIR=str(folder / "var"),
            DATABASE_URL=copy_tables(folder / "var" / "kiebitz.sqlite3"), REDIS_URL=redis.url, REDIS_DATABASE="0",
            DJANGO_SETTINGS_MODULE="tests.config.monitoring.watched_settings", WEB_PROCESSES="2",
            METRICS_TOKEN=TOKEN, OTEL_EXPORTER_OTLP_ENDPOINT=f"http://{traces.address}",
            OTEL_EXPORTER_OTLP_HEADERS="x-tenant=club", OTEL_BSP_SCHEDULE_DELAY="200",
            SENTRY_DSN=f"http://key@{errors.address}/1",
        )  # fmt: skip
        copy_static_files(folder / "var")

        def run(*command: str) -> str:
            return subprocess.run(
                [sys.executable, *command], cwd=ROOT, env=env, check=True, stdout=subprocess.PIPE, text=True
            ).stdout

        def start(name: str, *command: str) -> None:
            with (folder / f"{name}.log").open("wb") as log:
                processes.append(
                    subprocess.Popen(
                        [sys.executable, "-m", *command],
                        cwd=ROOT,
                        env=env,
                        stdout=log,
                        stderr=log,
                        preexec_fn=die_with_parent,
                    )
                )

        try:
            run("manage.py", "prepare")
            api_token = run("-c", MAKE_ACCOUNT).strip()
            for port in ports:
                start(f"web-{port}", "gunicorn", "--config", "python:config.gunicorn", "--bind", f"127.0.0.1:{port}", "config.wsgi")  # fmt: skip  # noqa: E501
            start("worker", "celery", "--app", "config", "worker", "--concurrency", "1", "-l", "INFO")
            found = SimpleNamespace(
                ports=ports, api_token=api_token, traces=traces, errors=errors, folder=folder, env=env
            )
            assert wait_until(lambda: _is_ready(found), seconds=90), _logs(found)
            yield found
        finally:
            for process in processes:
                process.send_signal(signal.SIGTERM)
            for process in processes:
                process.wait(30)
            redis.stop()
            shutil.rmtree(folder, ignore_errors=True)


def ask(
    port: int, path: str, *, method: str = "GET", body: str | None = None, **headers: str
) -> SimpleNamespace:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    sent = {"Host": "localhost", **{name.replace("_", "-"): value for name, value in headers.items()}}
    try:
        connection.request(method, path, body, sent)
        response = connection.getresponse()
        return SimpleNamespace(status=response.status, headers=response.headers, body=response.read())
    finally:
        connection.close()


def _is_ready(site: SimpleNamespace) -> bool:
    try:
        return all(ask(port, "/readyz").status == 200 for port in site.ports)
    except OSError:
        return False


def _logs(site: SimpleNamespace) -> str:
    return "\n".join(path.read_text() for path in site.folder.glob("*.log"))


def scrape(site: SimpleNamespace, port: int) -> dict[tuple[str, ...], float]:
    """The samples by their names and the values of their labels, in the order of the labels' names."""
    answer = ask(port, "/metrics", Authorization=f"Bearer {TOKEN}")
    assert answer.status == 200, _logs(site)
    return {
        (sample.name, *(sample.labels[name] for name in sorted(sample.labels))): sample.value
        for family in text_string_to_metric_families(answer.body.decode())
        for sample in family.samples
    }


def upload(site: SimpleNamespace) -> SimpleNamespace:
    return ask(
        site.ports[0],
        "/api/v1/uploads/",
        method="POST",
        body=json.dumps({"text": "1. a1 a2"}),
        Authorization=f"Bearer {site.api_token}",
        Content_Type="application/json",
        Traceparent=f"00-{CHOSEN_BY_A_STRANGER}-00f067aa0ba902b7-01",
    )


def test_one_scrape_tells_of_all_web_servers_and_workers(site: SimpleNamespace) -> None:
    before = scrape(site, site.ports[0])
    with ThreadPoolExecutor(8) as pool:
        asked = list(pool.map(lambda number: ask(site.ports[number % 2], "/clubs/"), range(60)))
        assert upload(site).status == 201
        scraped = [scrape(site, port) for port in site.ports * 2]
    assert {answer.status for answer in asked} == {200}
    assert len(scraped) == 4

    clubs = ("kiebitz_requests_total", "200", "clubs")
    done = ("kiebitz_jobs_waiting", "cut upload into records")
    assert wait_until(
        lambda: (
            (now := scrape(site, site.ports[1])).get(clubs, 0) - before.get(clubs, 0) == 60 and now[done] == 0
        ),
        seconds=30,
    ), _logs(site)

    now = scrape(site, site.ports[1])
    assert now["kiebitz_request_seconds_bucket", "+Inf", "clubs"] == now[clubs]
    assert now["kiebitz_request_seconds_count", "clubs"] == now[clubs]
    assert (now["kiebitz_database_up",], now["kiebitz_broker_up",]) == (1, 1)
    assert now["kiebitz_database_bytes",] > 100_000
    assert [now["kiebitz_workers", kind] for kind in WORKER_KINDS] == [1] * len(WORKER_KINDS)


def test_every_metric_is_there(site: SimpleNamespace) -> None:
    answer = ask(site.ports[0], "/metrics", Authorization=f"Bearer {TOKEN}").body.decode()

    families = {family.name for family in text_string_to_metric_families(answer)}
    assert families == {name.removesuffix("_total") for name, _ in METRICS.items()}


def test_strangers_find_no_metrics(site: SimpleNamespace) -> None:
    answers = [
        ask(site.ports[0], "/metrics"),
        ask(site.ports[0], "/metrics", Authorization="Bearer wrong"),
        ask(site.ports[0], "/metrics", Authorization=f"Basic {TOKEN}"),
    ]

    assert [answer.status for answer in answers] == [404] * 3


def test_a_request_its_statements_and_its_jobs_are_one_trace(site: SimpleNamespace) -> None:
    assert upload(site).status == 201

    def spans_of_upload() -> list[Span]:
        spans = site.traces.spans()
        trace_ids = [span.trace_id for span in spans if span.name == "POST api:upload-list"]
        return [span for span in spans if trace_ids and span.trace_id == trace_ids[-1]]

    def is_complete() -> bool:
        """The web server and the worker send their spans each at their time."""
        spans = spans_of_upload()
        kinds, names = {span.kind for span in spans}, {span.name for span in spans}
        return {Span.SPAN_KIND_SERVER, Span.SPAN_KIND_CONSUMER} <= kinds and "INSERT" in names

    assert wait_until(is_complete, seconds=30), _logs(site)
    spans = spans_of_upload()
    (request,) = [span for span in spans if span.kind == Span.SPAN_KIND_SERVER]
    job = next(span for span in spans if span.kind == Span.SPAN_KIND_CONSUMER)
    statement = next(span for span in spans if span.name == "INSERT")
    assert job.parent_span_id == request.span_id
    assert len(attributes_of(request)["kiebitz.request_id"]) == 32
    assert attributes_of(statement)["db.query.text"].startswith("INSERT INTO")
    assert request.trace_id.hex() != CHOSEN_BY_A_STRANGER
    # What was sent in stands nowhere, and the collector is told what it asks for.
    sent = b"".join(body for _, _, body in site.traces.taken)
    assert b"a1 a2" not in sent
    assert site.api_token.encode() not in sent
    assert {headers.get("x-tenant") for _, headers, _ in site.traces.taken} == {"club"}


def test_an_error_is_reported_without_secrets_set_ups_or_people(site: SimpleNamespace) -> None:
    answer = ask(
        site.ports[0],
        f"/fail/{SECRET}/?mail=agnes@example.org&set_up=FBEAD",
        Cookie=f"kiebitz_session={SECRET}",
    )
    assert answer.status == 500

    assert wait_until(lambda: bool(site.errors.events()), seconds=60), _logs(site)
    (event,) = site.errors.events()
    kinds = [value["type"] for value in event["exception"]["values"]]
    last = event["exception"]["values"][-1]
    assert kinds == ["ValueError", "TypeError"]
    assert last["stacktrace"]["frames"][-1]["function"] == "fail"
    assert "can only concatenate" in last["value"]
    assert event["transaction"] == "fail"
    assert event["tags"]["request_id"] == answer.headers["X-Request-ID"]
    sent = b"".join(body for _, _, body in site.errors.taken).decode()
    assert [word for word in (SECRET, "agnes", "FBEAD", "/fail/", '"vars"') if word in sent] == []


def test_odd_requests_of_visitors_are_no_report(site: SimpleNamespace) -> None:
    reported = len(site.errors.events())
    ask(site.ports[0], "/metrics", Host="nobody.example.org")
    ask(site.ports[0], "/", Host="nobody.example.org")

    assert not wait_until(lambda: len(site.errors.events()) > reported, seconds=1)


def test_the_command_says_how_the_site_is(site: SimpleNamespace) -> None:
    done = subprocess.run(
        [sys.executable, "manage.py", "status"],
        cwd=ROOT,
        env=site.env,
        capture_output=True,
        text=True,
        check=False,
    )

    lines = {
        line.partition(":")[0].split()[-1]: line.split()[0]
        for line in done.stdout.splitlines()
        if ":" in line
    }
    assert lines["Database"] == lines["Broker"] == lines["Workers"] == "ok"
    # Nobody has started a scheduler here.
    assert lines["Scheduler"] == "problem"
    assert done.returncode == 2
