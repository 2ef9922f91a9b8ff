"""What the site counts, times and reads off for `/metrics`.

    MAILS: Final = Counter(name="kiebitz_mails_total", help="…", labels=("kind",))       # beside what it counts
    METRICS.register(MAILS.name, MAILS)                                                  # in the app's `ready()`
    MAILS.add("invitation")

Without METRICS_TOKEN nothing is counted.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple

from django.conf import settings

from core.monitoring.sums import SUMS, Field
from core.registry import Registry

# Seconds, from what a visitor does not notice to what a server gives up after.
REQUEST_BOUNDS: Final = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
JOB_BOUNDS: Final = (0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 300.0)
SUM: Final = "sum"


@dataclass(frozen=True, kw_only=True)
class Counter:
    """Its name ends in `_total`. Labels have few values: a view, a kind of job, never a person or an address."""

    name: str
    help: str
    labels: tuple[str, ...] = ()

    def add(self, *values: str) -> None:
        if settings.METRICS_TOKEN:
            SUMS.add({Field(self.name, values): 1})


@dataclass(frozen=True, kw_only=True)
class Histogram:
    """Its name ends in `_seconds`; `bounds` are the upper ends of its buckets."""

    name: str
    help: str
    bounds: tuple[float, ...]
    labels: tuple[str, ...] = ()

    def observe(self, seconds: float, *values: str) -> None:
        if settings.METRICS_TOKEN:
            bucket = str(bisect_left(self.bounds, seconds))
            SUMS.add({Field(self.name, values, bucket): 1, Field(self.name, values, SUM): seconds})


class Part(StrEnum):
    """What has to be there to read something off."""

    NONE = "none"
    DATABASE = "database"
    BROKER = "broker"


class Reading(NamedTuple):
    value: float
    labels: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Gauge:
    """Read off when somebody asks. While the part it `needs` is away, it has no value."""

    name: str
    help: str
    read: Callable[[], Iterable[Reading]]
    needs: Part = Part.NONE
    labels: tuple[str, ...] = ()


Metric = Counter | Histogram | Gauge
METRICS: Final = Registry[Metric]("metrics")


def register_metrics(*metrics: Metric) -> None:
    for metric in metrics:
        METRICS.register(metric.name, metric)
