"""/healthz and /readyz, for supervisors and load balancers."""

import pytest
from django.test import Client

from jobs.heartbeat import note_worker_alive


def test_healthz_answers_without_asking_anything(client: Client) -> None:
    response = client.get("/healthz")

    assert (response.status_code, response.json()) == (200, {"status": "alive"})


@pytest.mark.django_db
def test_readyz_names_the_missing_worker(client: Client) -> None:
    response = client.get("/readyz")

    assert response.status_code == 503
    assert response.json() == {
        "status": "not ready",
        "database": "ok",
        "broker": "ok",
        "worker": "unavailable",
    }


@pytest.mark.django_db
def test_readyz_is_ready_when_a_worker_has_shown_a_sign_of_life(client: Client) -> None:
    note_worker_alive()

    response = client.get("/readyz")

    assert response.status_code == 200
    assert response.json() == {"status": "ready", "database": "ok", "broker": "ok", "worker": "ok"}
