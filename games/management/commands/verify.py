"""`manage.py verify`: replay every stored game, look whether all that was sent is there; the exit status says if so."""

import sys
from argparse import ArgumentParser
from itertools import chain
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from engine.cli.progress_bar import ProgressBar
from games.archive.selectors.verification import (
    CHECKS,
    VerificationReport,
    verify_games,
    verify_submissions,
    verify_uploads,
)
from games.models import Game, Upload


class Command(BaseCommand):
    help = "Replay every stored game and look whether all that was sent is there; exits with 1 if something is wrong."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--quiet", action="store_true", help="show no progress")

    def handle(self, *args: Any, **options: Any) -> None:
        findings = VerificationReport(self.stdout.write)
        total = 0 if options["quiet"] else Game.objects.count() + Upload.objects.count()
        with ProgressBar(total, sys.stderr) as progress:
            for _ in chain(verify_games(findings), verify_uploads(findings)):
                if total:
                    progress.step()
        verify_submissions(findings)
        self.stdout.write(
            f"{findings.games} games with {findings.plies} plies replayed; compared with the record: "
            f"{', '.join(CHECKS)} ({findings.positions} keys). {findings.adjudications} adjudications, "
            f"{findings.uploads} uploads of {findings.bytes} bytes and {findings.records} submitted records looked at."
        )
        if findings.problems:
            raise CommandError(f"{findings.problems} problems found.")
        self.stdout.write("No problem found.")
