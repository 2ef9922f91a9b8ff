"""The Celery application, its schedule, and the way to its broker."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from celery.app.utils import Settings
from celery.signals import celeryd_init, worker_init
from django.conf import settings
from kombu import Connection

from config.celery import WORKER_SOCKET_TIMEOUT, PairingFirst, Transport, app, warm_up_jobs
from jobs.queues import DEFAULT_QUEUE, PAIRING_QUEUE
from scripts.throwaway import ThrowawayRedis
from tests.jobs.processes import ROOT

WHAT_IS_REGISTERED = """
import json, sys
import config.celery
config.celery.app.loader.import_default_modules()
from audit.actions import ACTIONS
from core.permissions.register import PERMISSIONS
from games.event_hooks import EVENT_HOOKS
from games.signals import games_arrived, games_changed, verdict_decided
from jobs.kinds import JOB_KINDS
from players.people.signals import person_forgotten
def registered():
    registries = {
        "kinds": JOB_KINDS, "actions": ACTIONS, "permissions": PERMISSIONS, "event hooks": EVENT_HOOKS,
    }
    signals = (games_arrived, games_changed, verdict_decided, person_forgotten)
    return {
        "signals": [sorted(receiver().__qualname__ for _, receiver, *_ in signal.receivers) for signal in signals],
    } | {name: [key for key, _ in registry.items()] for name, registry in registries.items()}
before, pages = registered(), "config.urls" in sys.modules
import config.urls
print(json.dumps([pages, before, registered()]))
"""

WHAT_A_FIRST_JOB_LOADS = """
import json, sys
import config.celery
config.celery.app.loader.import_default_modules()
from games.submissions.selectors.records import SentRecord as Sent
from games.submissions.services.validation import check_record as check
from tests.games.records import BARRAGOON, STRATEGO
if sys.argv[1] == "ready":
    config.celery.warm_up_jobs()
before = set(sys.modules)
checked = [check(Sent(1, 1, "", "", 1, text.encode(), False, None)) for text in (BARRAGOON, STRATEGO)]
assert all(each.digest for each in checked)
print(json.dumps(sorted(name for name in set(sys.modules) - before if name.startswith("engine."))))
"""


def test_a_worker_loads_no_pages_and_still_knows_all_jobs_actions_and_news(tmp_path: Path) -> None:
    found = subprocess.run(
        [sys.executable, "-c", WHAT_IS_REGISTERED],
        cwd=ROOT,
        env={
            "SECRET_KEY": "only-for-this-look",
            "ALLOWED_HOSTS": "localhost",
            "VAR_DIR": str(tmp_path),
            "PYTHONWARNINGS": "ignore",
        },
        stdout=subprocess.PIPE,
        check=True,
    )
    pages, before, after = json.loads(found.stdout)

    assert not pages
    assert before == after
    assert "validate records" in before["kinds"]
    assert before["signals"][0] == [
        "confirm_games_of_submitter",
        "index_games",
        "link_new_games",
        "order_rating_of_new_games",
    ]


@pytest.mark.parametrize(("ready", "loads"), [("ready", False), ("not ready", True)])
def test_a_worker_has_loaded_what_jobs_need_before_its_processes_begin(
    tmp_path: Path, ready: str, loads: bool
) -> None:
    found = subprocess.run(
        [sys.executable, "-c", WHAT_A_FIRST_JOB_LOADS, ready],
        cwd=ROOT,
        env={
            "SECRET_KEY": "only-for-this-look",
            "ALLOWED_HOSTS": "localhost",
            "VAR_DIR": str(tmp_path),
            "PYTHONWARNINGS": "ignore",
        },
        stdout=subprocess.PIPE,
        check=True,
    )

    assert bool(json.loads(found.stdout)) == loads
    assert warm_up_jobs in [receiver() for _, receiver in worker_init.receivers]


def test_a_message_is_put_away_when_its_work_is_done_and_comes_again_when_its_worker_is_lost() -> None:
    assert app.conf.task_acks_late
    assert app.conf.task_reject_on_worker_lost


def test_a_process_takes_one_message_at_a_time() -> None:
    assert app.conf.worker_prefetch_multiplier == 1


def test_messages_are_json_and_nothing_else_is_read() -> None:
    assert app.conf.task_serializer == "json"
    assert app.conf.accept_content == ["json"]


def test_work_that_takes_too_long_is_told_first_and_then_killed() -> None:
    assert 0 < settings.JOB_TIME_LIMIT == app.conf.task_soft_time_limit < app.conf.task_time_limit


def test_the_broker_hands_a_message_out_again_once_nobody_can_be_working_on_it_any_more() -> None:
    with app.connection() as connection:
        channel = connection.default_channel

        # As the transport took them from our settings: an option with a wrong name would be left out silently.
        assert channel.visibility_timeout > app.conf.task_time_limit
        assert channel.unacked_restore_interval == 10
        assert channel.unacked_restore_throttle == 1


def test_whoever_submits_work_does_not_wait_for_a_broker_that_is_away() -> None:
    assert not app.conf.task_publish_retry
    assert app.conf.broker_transport_options["max_retries"] == 1
    with app.connection() as connection:
        assert connection.default_channel.socket_timeout == 2


def test_a_worker_waits_longer_for_a_broker_that_is_slow() -> None:
    configured = Settings({"broker_transport_options": {"max_retries": 1, "socket_timeout": 2}})

    celeryd_init.send(sender="worker", instance=None, conf=configured, options={})

    assert configured.broker_transport_options == {"max_retries": 1, "socket_timeout": WORKER_SOCKET_TIMEOUT}


def test_a_worker_that_names_no_queue_serves_both_and_looks_for_rounds_first() -> None:
    with app.connection() as connection:
        channel = connection.default_channel
        order = channel._queue_cycle
        order.update([DEFAULT_QUEUE, PAIRING_QUEUE])

        assert isinstance(order, PairingFirst)
        assert order.consume(2) == [PAIRING_QUEUE, DEFAULT_QUEUE]
    assert set(app.amqp.queues.consume_from) == {PAIRING_QUEUE, DEFAULT_QUEUE}


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[ThrowawayRedis]:
    server = ThrowawayRedis(tmp_path / "redis")
    yield server
    server.stop()


@pytest.mark.parametrize("scheme", ["redis", "rediss", "redis+socket"])
def test_every_address_of_a_redis_leads_through_our_transport(scheme: str) -> None:
    assert Connection(f"{scheme}:///tmp/nowhere.sock").get_transport_cls() is Transport


@pytest.mark.parametrize("lose", ["collect", "close"])
def test_a_channel_that_outlives_its_connection_says_that_it_is_lost(
    redis: ThrowawayRedis, lose: str
) -> None:
    connection = Connection(f"redis+socket://{redis.socket}")
    channel = connection.channel()
    getattr(connection, lose)()

    with pytest.raises(connection.connection_errors, match="The connection to the broker was lost"):
        channel.queue_purge("jobs")
