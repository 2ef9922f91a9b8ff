"""Explorer and position search on PostgreSQL: against an empty view, and how they grow with the archive.

    python -m bench.explorer              # 10,000 games, then 100,000
    python -m bench.explorer 1000 10000   # on a smaller machine

Also how many bytes a position takes in the index, and how long it takes to make it, against checking and storing the
same games.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any
from urllib.parse import urlencode

from bench.empty_view import ROOT, _served
from bench.harness import report, side_by_side
from bench.search import time_a_request
from scripts.throwaway import ThrowawayServers

SIZES = (10_000, 100_000)
GAMES_PER_WRITE = 200
PLIES = 80
GOAL, GROWTH, BYTES, REBUILD = 15.0, 1.5, 60.0, 2.0


def records(count: int, seed: int) -> Iterator[str]:
    """Games at random: they share their start and some first moves."""
    from engine.random_games import random_games
    from engine.record import write

    rng = Random(seed)
    for number, record in enumerate(random_games(count, seed=seed, plies=PLIES)):
        record.tags["Event"] = f"Bench {seed}.{number}"
        record.tags["Date"] = f"20{rng.randint(10, 26)}.01.{1 + number % 28:02}"
        yield write(record)


def populate(count: int, seed: int) -> dict[str, Any]:
    """Run in a process of its own, with the site's settings. Adds games and indexes them; says how long each took."""
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection, transaction

    from engine.record import read_text
    from games.archive.services.digest import digest_record
    from games.archive.services.games import store_games
    from games.models import Game, PositionBatch, PositionMerge, SourceKind, Upload
    from games.positions.services import index

    call_command("migrate", verbosity=0)
    upload, _made = Upload.objects.get_or_create(
        file_name="bench", defaults={"source": SourceKind.PASTE, "size": 0}
    )
    texts = records(count, seed)
    importing = indexing = 0.0
    before = PositionBatch.objects.values_list("entries", flat=True)
    while some := list(islice(texts, GAMES_PER_WRITE)):
        began = perf_counter()
        with transaction.atomic():
            digests = {}
            for text in some:
                digest = digest_record(read_text(text)[0])
                digests[digest.copy] = digest
            keys = list(store_games(source=upload, digests=list(digests.values()), adjudicate=False).values())
        importing += perf_counter() - began
        began = perf_counter()
        found = index.read_games(keys)
        with transaction.atomic():
            index.write_batch(found)
        while merge := PositionMerge.objects.filter(state="waiting").first():
            merged = index.read_batches(merge.batches)
            with transaction.atomic():
                index.replace_batches(merge.batches, merged)
                merge.delete()
                index.order_merges()
        indexing += perf_counter() - began
    with connection.cursor() as cursor:
        cursor.execute("VACUUM (FULL, ANALYZE) games_positionblock")
        cursor.execute("VACUUM ANALYZE")
        tables = ("games_positionblock", "games_positionbatch", "games_indexedgame")
        cursor.execute(f"SELECT {' + '.join(['pg_total_relation_size(%s)'] * len(tables))}", tables)
        (size,) = cursor.fetchone()
    plies = sum(Game.objects.values_list("ply_count", flat=True)) + Game.objects.count()
    return {
        "import": importing, "index": indexing, "bytes": size, "entries": sum(before.all()), "positions": plies,
        "batches": before.all().count(), "paths": paths(),
    }  # fmt: skip


def paths() -> list[str]:
    """The start, what follows it most often, and places of games at several plies."""
    from engine import registry
    from games.models import Game

    found = ["/explorer/?kind=barragoon", "/explorer/?kind=stratego"]
    for game in Game.objects.order_by("pk").select_related("text")[:6]:
        played = registry.rules(game.kind).from_position(game.text.start_position)
        for ply in game.text.plies.split()[: 3 + game.pk % 20]:
            played.push(ply)
        query = urlencode({"kind": game.kind, "position": played.position()})
        found += [f"/explorer/?{query}", f"/games/?{query}"]
    return found


def main(sizes: tuple[int, ...]) -> None:
    servers = ThrowawayServers(postgres=True)
    assert servers.postgres is not None
    times: list[float] = []
    stored = 0
    try:
        with tempfile.TemporaryDirectory() as var:
            environment = os.environ | {
                "SECRET_KEY": "bench" * 12, "ALLOWED_HOSTS": "127.0.0.1", "HTTPS": "0", "DEBUG": "0",
                "VAR_DIR": var, "LOG_LEVEL": "WARNING", "REDIS_URL": servers.redis.url,
                "DATABASE_URL": servers.postgres.url, "DJANGO_SETTINGS_MODULE": "config.settings",
            }  # fmt: skip
            subprocess.run(
                [sys.executable, "manage.py", "collectstatic", "--noinput", "-v0", "-i", "django_htmx"],
                cwd=ROOT, env=environment, check=True,
            )  # fmt: skip
            (Path(var) / "static").mkdir(exist_ok=True)
            for size in sizes:
                command = [sys.executable, "-m", "bench.explorer", "populate", str(size - stored), str(size)]
                done = subprocess.run(
                    command, cwd=ROOT, env=environment, check=True, stdout=subprocess.PIPE, text=True
                )
                stored, made = size, json.loads(done.stdout.splitlines()[-1])
                with _served("config.wsgi", environment) as port:
                    pages, empty = side_by_side(
                        lambda port=port, paths=made["paths"]: time_a_request(port, paths),
                        lambda port=port: time_a_request(port, ["/healthz"]),
                        rounds=3,
                    )
                times.append(pages)
                print(
                    f"{size} games: page {pages * 1000:.1f} ms, empty view {empty * 1000:.1f} ms; "
                    f"{made['batches']} batches, "
                    f"{made['bytes'] / made['entries']:.1f} bytes a key, {made['entries']} keys of {made['positions']} "
                    f"positions; import {made['import']:.0f} s, index {made['index']:.0f} s"
                )
                report(f"explorer and search, {size} games", pages / empty, GOAL, "lower")
                report(
                    f"index, bytes a position, {size} games",
                    made["bytes"] / made["positions"],
                    BYTES,
                    "lower",
                )
                report(
                    f"index against import, {size} games", made["index"] / made["import"], REBUILD, "lower"
                )
            report("explorer and search, growth", times[-1] / times[0], GROWTH, "lower")
    finally:
        servers.close()


if __name__ == "__main__":
    if "populate" in sys.argv:
        print(json.dumps(populate(int(sys.argv[2]), int(sys.argv[3]))))
    else:
        main(tuple(int(size) for size in sys.argv[1:]) or SIZES)
