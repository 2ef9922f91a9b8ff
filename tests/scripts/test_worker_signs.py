"""The first sign of life of a worker, asked for by whoever started it."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings as site_settings
from pytest_django import Settings

from config.environment import RedisAddress
from core.monitoring.heartbeats import record_worker
from scripts.throwaway import ThrowawayRedis
from scripts.worker_signs import WorkerSigns


@pytest.fixture
def broker(tmp_path: Path, settings: Settings) -> Iterator[ThrowawayRedis]:
    server = ThrowawayRedis(tmp_path / "redis")
    settings.REDIS = RedisAddress(server.url)
    yield server
    if server.process.poll() is None:
        server.stop()


# In the broker's own words, and by its client, which an address with a user needs.
@pytest.mark.parametrize("address", ["{}", "unix://default:@{path}"])
def test_a_worker_is_there_from_its_first_sign_until_it_is_forgotten(
    broker: ThrowawayRedis, address: str
) -> None:
    url = address.format(broker.url, path=broker.socket)
    signs = WorkerSigns(RedisAddress(url), database=site_settings.REDIS_DATABASE + 1)
    before = signs.has(os.getpid())

    record_worker(["celery"])

    assert (before, signs.has(os.getpid()), signs.has(1)) == (False, True, False)
    signs.forget(os.getpid())
    assert not signs.has(os.getpid())


@pytest.mark.parametrize("address", ["{}", "unix://default:@{path}"])
def test_a_broker_that_is_away_has_no_sign(broker: ThrowawayRedis, address: str) -> None:
    signs = WorkerSigns(RedisAddress(address.format(broker.url, path=broker.socket)), database=1)
    broker.stop()

    assert not signs.has(os.getpid())
