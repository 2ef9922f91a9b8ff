"""The example of alerts names metrics and labels that exist, and each says what to do."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from core.monitoring.metrics import METRICS, Histogram
from jobs.kinds import JOB_KINDS

FOLDER = Path(__file__).resolve().parents[3] / "deploy" / "prometheus"
RULES: list[dict[str, Any]] = [
    rule for group in yaml.safe_load((FOLDER / "alerts.yml").read_text())["groups"] for rule in group["rules"]
]
# Prometheus adds them: whether a scrape worked, and the upper end of a bucket.
OF_PROMETHEUS = {"up": {"job"}}
OF_BUCKETS = {"le"}


def labels_of_series() -> dict[str, set[str]]:
    """By the name that a series has in a query."""
    series = dict(OF_PROMETHEUS)
    for metric in METRICS:
        if isinstance(metric, Histogram):
            series[f"{metric.name}_bucket"] = {*metric.labels, *OF_BUCKETS}
            series[f"{metric.name}_sum"] = series[f"{metric.name}_count"] = set(metric.labels)
        else:
            series[metric.name] = set(metric.labels)
    return series


def named_series(expression: str) -> list[tuple[str, str]]:
    """Names with what stands in braces behind them."""
    found = re.findall(r"\b(kiebitz_\w+|up)\b(?:\{([^}]*)\})?", expression)
    return [(name, matchers) for name, matchers in found]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: str(rule["alert"]))
def test_an_alert_names_what_exists(rule: dict[str, Any]) -> None:
    known = labels_of_series()
    named = named_series(rule["expr"])

    assert named
    assert [name for name, _ in named if name not in known] == []
    for name, matchers in named:
        assert set(re.findall(r"(\w+)\s*(?:=~|!~|!=|=)", matchers)) <= known[name]
    grouped = {label for group in re.findall(r"by \(([^)]*)\)", rule["expr"]) for label in group.split(", ")}
    shown = set(re.findall(r"\$labels\.(\w+)", " ".join(rule["annotations"].values())))
    assert grouped | shown <= set.union(*(known[name] for name, _ in named))


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: str(rule["alert"]))
def test_an_alert_says_what_is_wrong_and_what_to_do(rule: dict[str, Any]) -> None:
    assert rule["annotations"].keys() == {"summary", "advice"}
    assert rule["labels"]["severity"] in ("page", "ticket")


def test_kinds_of_jobs_in_alerts_exist() -> None:
    kinds = {kind for rule in RULES for kind in re.findall(r'kind="([^"]+)"', rule["expr"])}

    assert kinds
    assert kinds <= {kind.name for kind in JOB_KINDS}


def test_the_example_of_a_scrape_finds_the_page_and_brings_the_token() -> None:
    (scrape,) = yaml.safe_load((FOLDER / "prometheus.yml").read_text())["scrape_configs"]

    assert (scrape["metrics_path"], scrape["authorization"]["type"]) == ("/metrics", "Bearer")
