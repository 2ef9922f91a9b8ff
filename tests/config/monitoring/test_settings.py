"""The settings of watching: wrong ones are said in one sentence, secrets are not repeated, nothing is on by itself."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from config.environment import ConfigurationError, Environment
from config.monitoring.settings import TraceExport, checked_dsn
from tests.scripts.serving import ROOT, environment

# What is loaded for watching by a site that is not watched.
WHAT_IS_LOADED = """
import json, sys, threading
import config.wsgi
heavy = ("opentelemetry.exporter", "sentry_sdk", "prometheus_client")
print(json.dumps([[name for name in heavy if name in sys.modules], threading.active_count()]))
"""
WITHOUT_PACKAGES = """
import sys
for name in ("sentry_sdk", "opentelemetry"):
    sys.modules[name] = None
import config.settings
"""


def python(script: str, var: Path, **values: str) -> subprocess.CompletedProcess[str]:
    env = environment(SECRET_KEY="x" * 50, ALLOWED_HOSTS="localhost", VAR_DIR=str(var), **values)
    return subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, env=env, capture_output=True, text=True, check=False
    )


def test_a_site_that_is_not_watched_loads_nothing_for_it_and_starts_no_thread(tmp_path: Path) -> None:
    done = python(WHAT_IS_LOADED, tmp_path)

    assert json.loads(done.stdout) == [[], 1]


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("SENTRY_DSN", "https://key@errors.example.org/1"),
        ("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:4318"),
    ],
)
def test_missing_packages_are_said_in_one_sentence_at_the_start(
    tmp_path: Path, variable: str, value: str
) -> None:
    done = python(WITHOUT_PACKAGES, tmp_path, **{variable: value})

    (line,) = done.stderr.splitlines()
    assert done.returncode == 1
    assert line.startswith(f"kiebitz: {variable} is set, but the packages for it are missing: ")


@pytest.mark.parametrize("token", ["short", "with a space in the middle of it"])
def test_a_token_that_can_be_guessed_is_refused_and_not_repeated(token: str) -> None:
    with pytest.raises(ConfigurationError) as error:
        Environment({"METRICS_TOKEN": token}, base_dir=Path("/nowhere")).secret("METRICS_TOKEN", minimum=20)

    assert token not in str(error.value)


@pytest.mark.parametrize("dsn", ["key", "https://errors.example.org/1", "https://key@errors.example.org/"])
def test_a_dsn_that_cannot_be_read_is_refused_and_not_repeated(dsn: str) -> None:
    with pytest.raises(ConfigurationError) as error:
        checked_dsn(dsn)

    assert f"{dsn} " not in f"{error.value} "


@pytest.mark.parametrize(
    ("endpoint", "address"),
    [
        ("http://127.0.0.1:4318", "http://127.0.0.1:4318/v1/traces"),
        ("https://traces.example.org/otlp", "https://traces.example.org/otlp/v1/traces"),
        ("https://traces.example.org/v1/traces", "https://traces.example.org/v1/traces"),
    ],
)
def test_spans_go_to_the_address_that_the_standard_says(endpoint: str, address: str) -> None:
    export = TraceExport.from_settings(endpoint=endpoint, headers="Authorization=Bearer x=1, X-Tenant=club")

    assert export == TraceExport(address, (("authorization", "Bearer x=1"), ("x-tenant", "club")))


def test_headers_that_are_no_pairs_are_refused() -> None:
    with pytest.raises(ConfigurationError):
        TraceExport.from_settings(endpoint="http://127.0.0.1:4318", headers="secret")
