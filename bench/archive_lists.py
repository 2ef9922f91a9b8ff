"""How the list of games grows with the archive, on PostgreSQL: each filter among 10,000 games and among 100,000.

    python -m bench.archive_lists [--small N] [--large N] [--different N]

The large archive is the small one and the same plies under other names and dates. Every filter of the page is asked
for something common and, where it can be, for something that few games have or none; the page is fetched as a visitor
does it. The peer is the same page in the small archive.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from statistics import median

from bench.archive import _site
from bench.harness import report, seconds

SMALL, LARGE, DIFFERENT = 10_000, 100_000, 1_000
REQUESTS = 15
GOAL = 1.5
SEED = 2026

LISTS = (
    "",
    "after=2020-06-01.1",
    "q=agnes",
    "q=sorensen+league",
    "q=xyzzy",
    "kind=barragoon",
    "player=muller",
    "player=yusuf+zielinski",
    "player=xyzzy",
    "player=agnes&colour=first",
    "player=agnes+brandt&opponent=weber",
    "result=1-0",
    "result=%2A",
    "termination=time",
    "termination=forfeit",
    "event=league",
    "event=xyzzy",
    "round=3",
    "round=42",
    "since=2025-06-01",
    "since=2031-01-01",
    "until=2015-02-01",
    "until=2001-01-01",
    "since=2019-03-01&until=2019-03-02",
    "shortest=121",
    "longest=3",
    "setup=chosen",
    "first_express=3",
    "second_express=9",
    "adjudicated=any",
    "adjudicated=dead",
    "person=1",
    "kind=stratego&player=agnes&result=1-0&event=cup&shortest=20",
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--small", type=int, default=SMALL)
    parser.add_argument("--large", type=int, default=LARGE)
    parser.add_argument("--different", type=int, default=DIFFERENT)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="kiebitz-bench-") as directory, _site(Path(directory)):
        _collect_static_files()
        _fill(options.different, options.small // options.different, SEED)
        small = _times()
        rest = options.large - options.small
        _fill(options.different, rest // options.different, SEED + 1)
        large = _times()
    growth = {wanted: large[wanted] / small[wanted] for wanted in LISTS}
    for wanted in sorted(LISTS, key=lambda wanted: -growth[wanted]):
        print(
            f"# {growth[wanted]:5.2f}  {small[wanted] * 1000:7.1f} → {large[wanted] * 1000:7.1f} ms  {wanted or 'all'}",
            file=sys.stderr,
        )
    report("game-lists-growth-tenfold-archive", max(growth.values()), GOAL, "lower")


def _collect_static_files() -> None:
    from django.core.management import call_command

    call_command("collectstatic", interactive=False, verbosity=0, ignore_patterns=["django_htmx"])


def _fill(different: int, copies: int, seed: int) -> None:
    from django.core.management import call_command
    from django.db import connection

    call_command("make_games", different, copies=copies, seed=seed, verbosity=0)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")


def _times() -> dict[str, float]:
    """The median of some requests for each list, which take turns: a busy moment of the machine hits all alike."""
    from django.test import Client

    client = Client(headers={"host": "localhost"})
    found: dict[str, list[float]] = {wanted: [] for wanted in LISTS}
    for number in range(REQUESTS + 1):
        for wanted in LISTS:
            took = seconds(lambda wanted=wanted: _get(client, f"/games/?{wanted}"))
            if number:  # the first time templates are read and plans are made
                found[wanted].append(took)
    return {wanted: median(times) for wanted, times in found.items()}


def _get(client: object, path: str) -> None:
    answer = client.get(path)  # type: ignore[attr-defined]
    if answer.status_code != 200:
        raise SystemExit(f"{path} answers {answer.status_code}")


if __name__ == "__main__":
    main()
