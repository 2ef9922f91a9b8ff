"""`manage.py verify`: replay and check every stored game; the exit status says whether all is well."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from engine.cli.progress import Progress
from games.models import Game
from games.verifying import CHECKS, Findings, verify_games, verify_submissions


class Command(BaseCommand):
    help = "Replay and check every stored game; exits with 1 if something is wrong."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--quiet", action="store_true", help="show no progress")

    def handle(self, *args: Any, **options: Any) -> None:
        findings = Findings()
        total = 0 if options["quiet"] else Game.objects.count()
        with Progress(total, sys.stderr) as progress:
            for _ in verify_games(findings):
                if total:
                    progress.step()
        records = verify_submissions(findings)
        for problem in findings.problems:
            self.stdout.write(problem)
        self.stdout.write(
            f"{findings.games} games with {findings.plies} plies replayed; compared with the record: "
            f"{', '.join(CHECKS)} ({findings.positions} keys). {records} submitted records looked at."
        )
        if findings.problems:
            raise CommandError(f"{len(findings.problems)} problems found.")
        self.stdout.write("No problem found.")
