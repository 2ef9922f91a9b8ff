"""/healthz and /readyz, for supervisors and load balancers."""

import socket
from collections.abc import Callable
from pathlib import Path

import pytest
from django.conf import settings as site_settings
from django.db.utils import ConnectionHandler
from django.test import Client

from config import health
from config.environment import RedisAddress
from config.monitoring import backing_services
from config.monitoring.workers import WORKER_KINDS
from core.monitoring import heartbeats
from players.models import User

TOKEN = "a-token-that-nobody-can-guess"
Warnings = Callable[[], list[str]]


@pytest.fixture
def warnings(caplog: pytest.LogCaptureFixture) -> Warnings:
    return lambda: [record.getMessage() for record in caplog.records if record.name == health.__name__]


def test_healthz_answers_without_asking_anything(client: Client) -> None:
    response = client.get("/healthz")

    assert (response.status_code, response.json()) == (200, {"status": "alive"})


@pytest.mark.django_db
@pytest.mark.one_database
@pytest.mark.parametrize("https", [False, True])
def test_a_supervisor_may_ask_the_machine_by_its_address(
    client: Client, settings: pytest.FixtureRequest, https: bool
) -> None:
    heartbeats.record_worker(WORKER_KINDS)
    settings.ALLOWED_HOSTS = ["club.example.org"]  # type: ignore[attr-defined]
    settings.SECURE_SSL_REDIRECT = https  # type: ignore[attr-defined]

    answers = {
        path: client.get(path, headers={"Host": "10.0.0.5:8000"}) for path in ("/healthz", "/readyz", "/")
    }

    assert {path: answer.status_code for path, answer in answers.items()} == {
        "/healthz": 200,
        "/readyz": 200,
        "/": 400,
    }


@pytest.mark.django_db
def test_readyz_names_the_missing_worker_and_the_log_says_why(client: Client, warnings: Warnings) -> None:
    response = client.get("/readyz")

    assert response.status_code == 503
    assert response.json() == {
        "status": "not ready",
        "database": "ok",
        "broker": "ok",
        "worker": "unavailable",
        "workers": dict.fromkeys(WORKER_KINDS, "unavailable"),
        "version": site_settings.VERSION,
    }
    assert warnings() == [
        "Not ready: the worker is unavailable: none has shown a sign of life in the last 15 seconds."
    ]


@pytest.mark.django_db
def test_readyz_is_ready_when_a_worker_has_shown_a_sign_of_life(client: Client) -> None:
    heartbeats.record_worker(WORKER_KINDS)

    response = client.get("/readyz")

    assert response.status_code == 200
    assert response.json() == {
        "status": "ready",
        "database": "ok",
        "broker": "ok",
        "worker": "ok",
        "workers": dict.fromkeys(WORKER_KINDS, "ok"),
        "version": site_settings.VERSION,
    }


@pytest.mark.django_db
@pytest.mark.parametrize(("seconds_ago", "status", "worker"), [(13, 200, "ok"), (15, 503, "unavailable")])
def test_readyz_believes_a_sign_of_life_for_fifteen_seconds(
    client: Client, monkeypatch: pytest.MonkeyPatch, seconds_ago: int, status: int, worker: str
) -> None:
    heartbeats.record_worker(WORKER_KINDS)
    server_time = heartbeats._server_time
    monkeypatch.setattr(heartbeats, "_server_time", lambda answer: server_time(answer) + seconds_ago)

    response = client.get("/readyz")

    assert response.status_code == status
    assert response.json() == {
        "status": "ready" if worker == "ok" else "not ready",
        "database": "ok",
        "broker": "ok",
        "worker": worker,
        "workers": dict.fromkeys(WORKER_KINDS, worker),
        "version": site_settings.VERSION,
    }


@pytest.mark.django_db
def test_readyz_names_the_broker_that_is_away_and_the_log_says_why(
    client: Client, settings: pytest.FixtureRequest, tmp_path: Path, warnings: Warnings
) -> None:
    heartbeats.record_worker(WORKER_KINDS)
    nobody_listens = tmp_path / "broker.sock"
    settings.REDIS = RedisAddress(f"unix://{nobody_listens}")  # type: ignore[attr-defined]

    response = client.get("/readyz")

    assert response.status_code == 503
    assert response.json() == {
        "status": "not ready",
        "database": "ok",
        "broker": "unavailable",
        "worker": "unknown",
        "workers": dict.fromkeys(WORKER_KINDS, "unknown"),
        "version": site_settings.VERSION,
    }
    (warning,) = warnings()
    assert warning.startswith("Not ready: the broker is unavailable: ")
    assert str(nobody_listens) in warning


@pytest.mark.django_db
def test_readyz_names_the_database_that_is_away_and_the_log_says_why(
    client: Client, monkeypatch: pytest.MonkeyPatch, warnings: Warnings
) -> None:
    heartbeats.record_worker(WORKER_KINDS)
    with socket.socket() as taken_but_silent:
        taken_but_silent.bind(("127.0.0.1", 0))
        port = taken_but_silent.getsockname()[1]
        nowhere = {
            "ENGINE": "django.db.backends.postgresql",
            "NAME": "kiebitz",
            "HOST": "127.0.0.1",
            "PORT": port,
        }
        monkeypatch.setattr(
            backing_services, "connection", ConnectionHandler({"default": nowhere})["default"]
        )

        response = client.get("/readyz")

    assert response.status_code == 503
    assert response.json() == {
        "status": "not ready",
        "database": "unavailable",
        "broker": "ok",
        "worker": "ok",
        "workers": dict.fromkeys(WORKER_KINDS, "ok"),
        "version": site_settings.VERSION,
    }
    (warning,) = warnings()
    assert warning.startswith("Not ready: the database is unavailable: ")
    assert f"port {port} failed: Connection refused" in warning


@pytest.mark.django_db
def test_a_worker_that_takes_other_jobs_only_is_not_enough(client: Client, warnings: Warnings) -> None:
    heartbeats.record_worker(["another queue"])

    response = client.get("/readyz")

    assert (response.status_code, response.json()["worker"]) == (503, "unavailable")
    assert len(warnings()) == 1


@pytest.mark.django_db
@pytest.mark.one_database
def test_versions_and_machines_are_said_to_those_who_watch_the_site_alone(
    client: Client, settings: pytest.FixtureRequest
) -> None:
    settings.METRICS_TOKEN = TOKEN  # type: ignore[attr-defined]
    heartbeats.record_worker(WORKER_KINDS)
    administrator, member = Client(), Client()
    administrator.force_login(User.objects.create_user("admin@example.org", None, is_staff=True))
    member.force_login(User.objects.create_user("member@example.org", None))

    asked = {
        "stranger": client.get("/readyz"),
        "wrong token": client.get("/readyz", headers={"Authorization": f"Bearer {TOKEN}x"}),
        "member": member.get("/readyz"),
        "administrator": administrator.get("/readyz"),
        "token": client.get("/readyz", headers={"Authorization": f"Bearer {TOKEN}"}),
    }

    told = {who: {"versions", "nodes"} & answer.json().keys() for who, answer in asked.items()}
    assert told == {
        "stranger": set(),
        "wrong token": set(),
        "member": set(),
        "administrator": {"versions", "nodes"},
        "token": {"versions", "nodes"},
    }
    details = asked["token"].json()
    assert details["versions"].keys() == {"python", "django", "database", "broker"}
    assert [node["queues"] for node in details["nodes"]] == [list(WORKER_KINDS)]
