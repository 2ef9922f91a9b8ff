"""Make the index of positions again, while the site runs; or say how far it is."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from games.positions.selectors.due import index_progress
from games.positions.services.index import rebuild_index


class Command(BaseCommand):
    help = "Index the positions of all games again. What is indexed now answers until the workers are done."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--status", action="store_true", help="only say how many games are indexed")

    def handle(self, *args: Any, **options: Any) -> None:
        if not options["status"]:
            rebuild_index()
        progress = index_progress()
        self.stdout.write(f"{progress.indexed} of {progress.games} games are indexed.")
