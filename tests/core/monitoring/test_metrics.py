"""Counters and histograms, added up over processes with the broker's server."""

import os
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import LazySettings

from config.environment import RedisAddress
from core.monitoring.metrics import Counter, Histogram
from core.monitoring.sums import SUMS, Field, load_sums

COUNTER = Counter(name="tests_total", help="", labels=("kind",))
HISTOGRAM = Histogram(name="tests_seconds", help="", bounds=(0.1, 1.0))


@pytest.fixture(autouse=True)
def _counting(settings: LazySettings) -> Iterator[None]:
    settings.METRICS_TOKEN = "a-token-that-nobody-can-guess"
    SUMS.hand_over()
    yield
    SUMS.hand_over()


def own_sums() -> dict[Field, float]:
    return {field: value for field, value in load_sums().items() if field.metric.startswith("tests_")}


def test_a_counter_adds_up_by_the_values_of_its_labels() -> None:
    for kind in ("a", "b", "a"):
        COUNTER.add(kind)

    assert own_sums() == {Field("tests_total", ("a",)): 2, Field("tests_total", ("b",)): 1}


def test_a_histogram_counts_in_buckets_whose_upper_end_belongs_to_them() -> None:
    for seconds in (0.05, 0.1, 0.5, 7.0):
        HISTOGRAM.observe(seconds)

    assert own_sums() == {
        Field("tests_seconds", (), "0"): 2,
        Field("tests_seconds", (), "1"): 1,
        Field("tests_seconds", (), "2"): 1,
        Field("tests_seconds", (), "sum"): pytest.approx(7.65),
    }


def test_nothing_is_counted_and_no_thread_runs_without_the_token(settings: LazySettings) -> None:
    settings.METRICS_TOKEN = ""

    pid = os.fork()
    if pid == 0:
        COUNTER.add("a")
        HISTOGRAM.observe(1)
        os._exit(threading.active_count() - 1 + len(SUMS._pending))

    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
    assert own_sums() == {}


def test_a_forked_process_counts_for_itself_and_nothing_twice() -> None:
    COUNTER.add("a")

    pid = os.fork()
    if pid == 0:
        COUNTER.add("a")
        SUMS.hand_over()
        os._exit(0)
    os.waitpid(pid, 0)

    assert own_sums() == {Field("tests_total", ("a",)): 2}


def test_while_the_broker_is_away_sums_wait(settings: LazySettings, tmp_path: Path) -> None:
    here = settings.REDIS
    settings.REDIS = RedisAddress(f"unix://{tmp_path / 'broker.sock'}")
    COUNTER.add("a")
    SUMS.hand_over()
    COUNTER.add("a")
    settings.REDIS = here

    assert own_sums() == {Field("tests_total", ("a",)): 2}
