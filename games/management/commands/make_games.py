"""`manage.py make_games`: legal games at random, into the archive or into a file."""

import random
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils import timezone

from engine.cli.progress_bar import ProgressBar
from engine.random_games import random_games, with_other_players
from engine.record import Record, write
from games.archive.services.digest import Digest, digest_record
from games.archive.services.games import store_games
from games.models import Game, SourceKind, Upload
from jobs.models import WorkState
from players.models import Club

STORED_AT_A_TIME: Final = 500


class Command(BaseCommand):
    help = "Make legal games of both kinds at random; the same seed makes the same games."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("count", type=int, help="how many different games")
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument(
            "--copies",
            type=int,
            default=1,
            metavar="N",
            help="store each game N times, under other names and dates (default: once)",
        )
        parser.add_argument("--output", metavar="FILE", help="write the records there, not into the archive")
        parser.add_argument("--club", metavar="SLUG", help="in the name of this club")
        parser.add_argument("--adjudicate", action="store_true", help="have the referee look at them, too")

    def handle(self, *args: Any, **options: Any) -> None:
        count, copies = options["count"], options["copies"]
        if count < 1 or copies < 1:
            raise CommandError("Ask for one game at least, and for one copy at least.")
        with ProgressBar(count * copies, sys.stderr) as progress:
            records = _records(count, copies, options["seed"], progress)
            if options["output"]:
                _write_file(Path(options["output"]), records)
                self.stdout.write(f"{count * copies} games written to {options['output']}.")
                return
            stored = _store(records, options["club"], adjudicate=options["adjudicate"])
        self.stdout.write(f"{stored} games stored.")


def _records(count: int, copies: int, seed: int, progress: ProgressBar) -> Iterator[Record]:
    rng = random.Random(seed)  # noqa: S311  games, not secrets
    for record in random_games(count, seed=seed):
        for copy in range(copies):
            if copy:
                record.tags = with_other_players(record.tags, rng)
            yield record
            progress.step()


def _write_file(path: Path, records: Iterator[Record]) -> None:
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for record in records:
            file.write(f"{write(record)}\n")


def _store(records: Iterator[Record], slug: str | None, *, adjudicate: bool) -> int:
    club = Club.objects.filter(slug=slug).first() if slug else None
    if slug and club is None:
        raise CommandError(f"There is no club {slug}.")
    source = Upload.objects.create(
        source=SourceKind.API,
        file_name="made at random",
        size=0,
        club=club,
        state=WorkState.DONE,
        finished_at=timezone.now(),
    )
    stored = 0
    while batch := list(islice((digest_record(record) for record in records), STORED_AT_A_TIME)):
        stored += _store_new(source, batch, adjudicate=adjudicate)
    return stored


@transaction.atomic
def _store_new(source: Upload, batch: list[Digest], *, adjudicate: bool) -> int:
    """Without those that are there already: the command may be called twice."""
    by_key = {digest.key: digest for digest in batch}
    for known in Game.objects.filter(duplicate_key__in=list(by_key)).values_list("duplicate_key", flat=True):
        by_key.pop(known, None)
    return len(store_games(source=source, digests=list(by_key.values()), adjudicate=adjudicate))
