"""docs/watching.md tells of every metric and check that there is, and of no other."""

import re
from pathlib import Path

from core.monitoring.checks import CHECKS
from core.monitoring.metrics import METRICS, Counter, Gauge, Histogram, Metric

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "watching.md").read_text()
TYPES = {Counter: "counter", Histogram: "histogram", Gauge: "gauge"}


def row_of(metric: Metric) -> str:
    labels = ", ".join(f"`{label}`" for label in metric.labels)
    return f"| `{metric.name}` | {TYPES[type(metric)]} | {labels} | {metric.help} |"


def test_the_table_of_metrics_is_that_of_the_code() -> None:
    rows = [line for line in PAGE.splitlines() if line.startswith("| `kiebitz_")]

    assert rows == [row_of(metric) for metric in METRICS]


def test_the_table_of_checks_is_that_of_the_code() -> None:
    table = PAGE.partition("| check |")[2].partition("\n\n")[0]

    assert re.findall(r"^\| `([a-z_-]+)`", table, re.MULTILINE) == [key for key, _ in CHECKS.items()]
