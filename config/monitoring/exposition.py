"""The metrics as Prometheus reads them. Its library is loaded when somebody asks."""

import logging
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from config.monitoring.backing_services import UP, is_there
from core.monitoring.metrics import METRICS, SUM, Counter, Gauge, Histogram, Part, Reading
from core.monitoring.sums import Field, load_sums

if TYPE_CHECKING:
    from prometheus_client.core import Metric as Family

logger = logging.getLogger(__name__)
INFINITY: Final = "+Inf"


def render_metrics() -> bytes:
    """In the text format. What cannot be asked now is left out, and `kiebitz_database_up` or `_broker_up` says why."""
    from prometheus_client import CollectorRegistry, generate_latest
    from prometheus_client.registry import Collector

    class SiteCollector(Collector):
        def collect(self) -> Iterator["Family"]:
            return _families()

    registry = CollectorRegistry()
    registry.register(SiteCollector())
    return generate_latest(registry)


def _families() -> Iterator["Family"]:
    there = {part: is_there(part) for part in (Part.DATABASE, Part.BROKER)} | {Part.NONE: True}
    sums = _sums_by_metric() if there[Part.BROKER] else {}
    for metric in METRICS:
        match metric:
            case Counter():
                yield _counter(metric, sums.get(metric.name, {}))
            case Histogram():
                yield _histogram(metric, sums.get(metric.name, {}))
            case Gauge() if metric.name in UP:
                yield _gauge(metric, [Reading(int(there[UP[metric.name]]))])
            case Gauge() if there[metric.needs]:
                yield _gauge(metric, metric.read())


def _sums_by_metric() -> dict[str, dict[Field, float]]:
    by_metric: dict[str, dict[Field, float]] = defaultdict(dict)
    for field, value in load_sums().items():
        by_metric[field.metric][field] = value
    return by_metric


def _counter(metric: Counter, sums: dict[Field, float]) -> "Family":
    from prometheus_client.core import CounterMetricFamily

    family = CounterMetricFamily(metric.name, metric.help, labels=metric.labels)
    if not metric.labels:
        sums = sums or {Field(metric.name, ()): 0.0}
    for field, value in _fitting(sums, metric.labels):
        family.add_metric(field.labels, value)
    return family


def _histogram(metric: Histogram, sums: dict[Field, float]) -> "Family":
    """Each bucket holds what the ones before it hold as well."""
    from prometheus_client.core import HistogramMetricFamily

    family = HistogramMetricFamily(metric.name, metric.help, labels=metric.labels)
    series: dict[tuple[str, ...], dict[str, float]] = defaultdict(dict)
    for field, value in _fitting(sums, metric.labels):
        series[field.labels][field.bucket] = value
    for labels, buckets in series.items():
        total, cumulative = 0.0, []
        for place, bound in enumerate([*map(str, metric.bounds), INFINITY]):
            total += buckets.get(str(place), 0.0)
            cumulative.append((bound, total))
        family.add_metric(labels, cumulative, buckets.get(SUM, 0.0))
    return family


def _fitting(sums: dict[Field, float], labels: tuple[str, ...]) -> Iterable[tuple[Field, float]]:
    """Without what another release counted with other labels."""
    return sorted((field, value) for field, value in sums.items() if len(field.labels) == len(labels))


def _gauge(metric: Gauge, readings: Iterable[Reading]) -> "Family":
    from prometheus_client.core import GaugeMetricFamily

    family = GaugeMetricFamily(metric.name, metric.help, labels=metric.labels)
    try:
        for reading in readings:
            family.add_metric(reading.labels, reading.value)
    except Exception:
        # One figure that cannot be read must not hide the others.
        logger.exception("The metric %s cannot be read", metric.name)
    return family
