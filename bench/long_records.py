"""Pages of records as long as they may be against an empty page of the site: time of the processor, and bytes."""

import os
import tempfile
import time
from collections.abc import Iterator
from statistics import median
from types import ModuleType
from typing import NamedTuple

from bench.harness import report

ROUNDS = 7
GOAL_COST = 25
GOAL_BYTES = 1_000_000


class Cost(NamedTuple):
    seconds: float  # of this process: what the machine does besides does not count
    size: int


class Slowest(NamedTuple):
    ratio: float
    page: str


def main() -> None:
    with tempfile.TemporaryDirectory() as var:
        os.environ |= {
            "SECRET_KEY": "bench" * 12, "ALLOWED_HOSTS": "testserver", "HTTPS": "0", "DEBUG": "0", "VAR_DIR": var,
            "LOG_LEVEL": "ERROR", "REDIS_URL": f"unix://{var}/none", "DJANGO_SETTINGS_MODULE": "config.settings",
            "GAMES_KEPT_PICTURES_BYTES": "0", "GAMES_PICTURES_PER_HOUR": "1000000",
        }  # fmt: skip
        _compare()


def _compare() -> None:
    """Each page beside the empty one in turns; the worst of all pages of all records is what counts."""
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command

    settings.STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.ROOT_URLCONF = _with_an_empty_page()
    call_command("migrate", verbosity=0)
    worst, largest = Slowest(0, ""), 0
    for record, addresses in _records():
        for address in addresses:
            ours, peer = [], []
            for _ in range(ROUNDS):
                ours.append(_ask(address))
                peer.append(_ask("/empty/"))
            ratio = median(cost.seconds for cost in ours) / median(cost.seconds for cost in peer)
            worst = max(worst, Slowest(ratio, f"{record} {address}"))
            largest = max(largest, ours[0].size)
            milliseconds = median(cost.seconds for cost in ours) * 1000
            print(f"{record:18} {address:44} {milliseconds:7.1f} ms {ratio:5.1f} {ours[0].size:9,} bytes")
    print(f"the slowest: {worst.page}")
    report("slowest page of a long record, empty pages", worst.ratio, GOAL_COST, "lower")
    report("largest page of a long record of 1 MB", largest / GOAL_BYTES, 1, "lower")


def _with_an_empty_page() -> ModuleType:
    """The addresses of the site, and a page with nothing in its frame."""
    from django.http import HttpRequest, HttpResponse
    from django.shortcuts import render
    from django.urls import path

    from config import urls

    def empty(request: HttpRequest) -> HttpResponse:
        return render(request, "page.html")

    module = ModuleType("bench_urls")
    module.urlpatterns = [path("empty/", empty), *urls.urlpatterns]  # type: ignore[attr-defined]
    return module


def _records() -> Iterator[tuple[str, list[str]]]:
    """Names of records, and the addresses of all that is made of one, at its beginning and as far away as can be."""
    from engine.record import read_valid
    from games.replay.presenters.replay import outline_replay
    from tests.games.replay.long_records import LONG_RECORDS
    from tests.games.replay.stored_games import stored

    for name, make in LONG_RECORDS.items():
        game = stored(make(), first_name="Ann", second_name="Bob")
        last = outline_replay(read_valid(game.text.canonical), "open")[-1]
        end = f"line={last.number}&ply={last.end}" if last.number else f"ply={last.end}"
        pages = (f"?{end}", "?ply=0", f"embed/?{end}", "print/", "adjudication/", f"board.svg?{end}")
        own = [f"/games/{game.pk}/{page}" for page in pages]
        yield name, [*own, f"/games/{game.pk}/reach.json?{end}", f"/api/v1/games/{game.pk}/moves/"]


def _ask(address: str) -> Cost:
    from django.test import Client

    client = Client()
    started = time.process_time()
    response = client.get(address)
    taken = time.process_time() - started
    if response.status_code != 200:
        raise SystemExit(f"{address} answers {response.status_code}")
    return Cost(taken, len(response.content))


if __name__ == "__main__":
    main()
